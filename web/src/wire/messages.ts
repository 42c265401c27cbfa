/* Made from docs/ by `npm run types`. Do not edit. */

export type TheMessagesOverDigsiteSSocket = FromPage | ToPage;
export type FromPage = Watch | Leave | Do;
export type Type = "watch";
export type Table = string;
export type Seat = number | null;
/**
 * What one knows already.
 */
export type Ply = number;
export type Type1 = "leave";
export type Table1 = string;
export type Type2 = "do";
/**
 * To tell the answers apart.
 */
export type Id = number;
export type Table2 = string;
export type Deed = Sit | ShowNonce | RenewNonce | Stand | Remove | Start | MakeMove | TakeBack | Resign | Agree | Say;
export type What = "sit";
/**
 * Whoever takes a chair of their own takes all of these.
 */
export type Chair = number;
/**
 * Known to all who sit down later.
 */
export type Nonce = string;
/**
 * Its SHA-256 instead, where the table hides nonces: it is asked for when all chairs are taken.
 */
export type NonceHash = string | null;
export type Invitation = string;
export type Key = string | null;
export type What1 = "show_nonce";
export type Nonce1 = string;
export type Key1 = string | null;
export type What2 = "renew_nonce";
export type NonceHash1 = string;
export type Key2 = string | null;
export type What3 = "stand";
export type Key3 = string | null;
export type What4 = "remove";
export type Chair1 = number;
export type Key4 = string | null;
export type What5 = "start";
export type Key5 = string | null;
export type What6 = "move";
export type Seat1 = number;
export type Round = number;
export type Move = string;
export type Key6 = string;
export type What7 = "take_back";
export type Seat2 = number;
export type Key7 = string | null;
export type What8 = "resign";
export type Seat3 = number;
export type Key8 = string | null;
export type What9 = "agree";
export type Seat4 = number;
export type Key9 = string | null;
export type What10 = "say";
export type Text = string;
export type Key10 = string | null;
export type ToPage = News | DoneMessage | RefusedMessage | PresentMessage;
export type Type3 = "news";
export type Id1 = string;
export type After = number;
export type Ply1 = number;
/**
 * What the time is in the house, in milliseconds since 1970.
 */
export type Now = number;
export type Game = string;
export type Pace = "none" | "live" | "days";
/**
 * For the whole game, or with days for each turn.
 */
export type Seconds = number;
/**
 * Seconds more for each turn that is over.
 */
export type Increment = number;
export type Begins = "drawn" | "first";
export type Listed = boolean;
export type Status = "open" | "playing" | "over" | "gone";
export type Opened = number;
export type Started = number | null;
/**
 * Whether you opened it.
 */
export type Yours = boolean;
/**
 * Whether whoever opened it has removed you from a chair: you cannot sit down here again.
 */
export type Removed = boolean;
export type Kind = "mine" | "open" | "invited" | "kept" | "bot";
export type Level = string | null;
/**
 * Of whoever sits there; empty, where they have deleted themselves.
 */
export type Name = string | null;
export type Yours1 = boolean;
/**
 * Of whoever sits there: hidden until all have shown its hash; void, where a new one is needed.
 */
export type Nonce2 = ("none" | "hidden" | "shown" | "void") | null;
/**
 * Its SHA-256: whoever has seen those of all others can show a nonce of their own.
 */
export type NonceHash2 = string | null;
/**
 * The name of whoever it is kept for, until they come.
 */
export type WaitsFor = string | null;
/**
 * Whether it is free and kept for you.
 */
export type ForYou = boolean;
/**
 * Once the game has started.
 */
export type Seat5 = number | null;
/**
 * Why the house plays on here.
 */
export type Left = ("resign" | "timeout" | "replaced") | null;
export type Places = PlaceShown[];
/**
 * The side of each seat, once the game has started.
 */
export type Sides = number[];
/**
 * A hash of the secret and the set-up, shown before anybody added a nonce.
 */
export type Commitment = string;
/**
 * Whether those who sit down show the hash of a nonce first, and the nonce when all have.
 */
export type HidesNonces = boolean;
/**
 * Until when nonces must be shown, where they are asked for: whoever does not loses their chair.
 */
export type ShowUntil = number | null;
export type At = number;
export type Names = string[];
/**
 * Starts that came to nothing.
 */
export type Broken = BrokenShown[];
/**
 * When the game is over.
 */
export type Secret = string | null;
/**
 * For whoever opened the table, to be sent to the invited.
 */
export type Invitation1 = string | null;
/**
 * Seats for which somebody agreed that the house should play on.
 */
export type Agreed = number[];
/**
 * Whether partners play, who must not talk.
 */
export type IsSilent = boolean;
/**
 * Where the rematch is.
 */
export type NextTable = string | null;
/**
 * What a move is made for.
 */
export type Round1 = number;
export type Due = number[];
export type Points = number[];
export type At1 = number;
export type Left1 = number[];
export type Running = number[];
/**
 * For how many seconds since that moment the server could not take moves: they are in `left` again.
 */
export type StoodStill = number;
export type Ply2 = number;
export type At2 = number;
/**
 * Nobody's, where a card was drawn.
 */
export type Seat6 = number | null;
export type Deed1 = "move" | "back" | "resign" | "timeout" | "replaced";
export type JsonValue = unknown;
/**
 * What happened, one thing after the other: `what` is a key of the game's language files.
 */
export type Tells = {
  [k: string]: JsonValue;
}[];
/**
 * Since the ply that one knew.
 */
export type Happened = HappenedShown[];
export type View = ScarabyaView | ScarabView | MarajoaraView;
export type Game1 = "scarabya";
export type Mode = "base" | "duel" | "solo";
/**
 * The squares with a rock, alike on all sites.
 */
export type Rocks = string[];
/**
 * The squares with a scarab, alike on all sites; tiles cover some of them.
 */
export type Scarabs = string[];
/**
 * Its letter.
 */
export type Tile = string;
/**
 * How it is turned: the number behind the letter in a move.
 */
export type Pose = number;
/**
 * What it covers; the first is its anchor, which a move names.
 */
export type Squares = string[];
/**
 * Who laid it.
 */
export type Seat7 = number;
/**
 * The last one that was laid is the last.
 */
export type Tiles = LaidTile[];
export type Squares1 = string[];
export type Scarabs1 = number;
export type Points1 = number;
/**
 * The tile that closed it; none where rocks and frame did.
 */
export type Tile1 = string | null;
/**
 * Who gets its points; nobody in a solo game, nor in a duel for what rocks and frame closed.
 */
export type Seat8 = number | null;
export type Areas = ClosedArea[];
/**
 * Tiles that could not be laid.
 */
export type Discarded = string[];
/**
 * Whether its seat has chosen this round, and waits for the others.
 */
export type HasChosen = boolean;
/**
 * One for each seat; in a duel one for both.
 */
export type Sites = Site[];
/**
 * The tile to lay now.
 */
export type Card = string | null;
/**
 * The tiles whose cards were turned, the last one last.
 */
export type Turned = string[];
/**
 * The tiles whose cards are still to come.
 */
export type Deck = string[];
/**
 * Whether they will come in just this order.
 */
export type OrderKnown = boolean;
/**
 * What each seat got at the end of a duel for scarabs left lying.
 */
export type Bonus = number[];
export type Game2 = "scarab";
/**
 * Rows and columns in play: 10, from a1 to j10, or in the short game the inner 8, from b2 to i9.
 */
export type Width = number;
/**
 * What lies on each square: nothing, `ankh`, or a stone such as `+5` or, with a star, `-3*`.
 *
 * The squares come row by row, a1, b1 … j10, also in the short game, where nothing lies on the rim.
 */
export type Stones = string[];
/**
 * The square that the priest stands on.
 */
export type Priest = string;
/**
 * The line that the next move goes along.
 */
export type Line = "either" | "row" | "column";
/**
 * Whether the seat to move has taken an ankh and may put a stone back.
 */
export type Choosing = boolean;
/**
 * How many stones of each kind every seat has taken, the best first.
 */
export type Hands = {
  [k: string]: number;
}[];
/**
 * Whether seats 0 and 1 play together against seats 2 and 3.
 */
export type Teams = boolean;
/**
 * Whether the priest may turn at stars.
 */
export type Deflection = boolean;
export type Game3 = "marajoara";
export type Mission = "none" | "1" | "2" | "3" | "4" | "5" | "6" | "7" | "8";
export type Harder = boolean;
/**
 * Which kind: `objective_` and this is a key of the game's language files.
 */
export type Key11 = string;
/**
 * Which one of its kind.
 */
export type Which = string;
export type Met = boolean;
/**
 * What the mission asks for; nothing without one.
 */
export type Objectives = MissionObjective[];
/**
 * The squares of the roped areas.
 */
export type Roped = string[];
/**
 * The bonus squares where a die that lands gains one more.
 */
export type PlusOne = string[];
/**
 * The bonus squares where it gains two more.
 */
export type PlusTwo = string[];
/**
 * The squares for the first dig tokens.
 */
export type Icons = string[];
/**
 * Mission 4: the starred squares that no die was brought onto yet.
 */
export type Unreached = string[];
/**
 * Whose it is. In mission 6 the only seat has two, which moves call `1` and `2`.
 */
export type Seat9 = number;
/**
 * The yellow dice in its storage, the highest first, as moves name them.
 *
 * In mission 6 a die of the second museum is `2y3`: its last two characters are the die.
 */
export type Yellow = string[];
export type Red = string[];
export type Blue = string[];
/**
 * How many places of the showcase have one, counted from the first.
 */
export type Vases = number;
/**
 * The fragments that are restored.
 */
export type Restored = ("4" | "5" | "3" | "=6" | "6" | "9")[];
/**
 * The dig tokens that are still to be won in it.
 */
export type Tokens = ("third_yellow" | "first_vase" | "fragment_4")[];
/**
 * One for each seat; in mission 6 two for the only one.
 */
export type Museums = Museum[];
/**
 * The points that it would get, or lose, if the game ended now; nothing once it has ended.
 */
export type ToCome = number;
/**
 * Which: `tally_` and this is a key of the game's language files.
 */
export type Key12 = "red_end" | "blue_end" | "yellow_end" | "vases" | "fragments" | "round_track" | "gaps";
export type N = number;
/**
 * How these points come about; once the game has ended, how those came that it got then.
 */
export type Tally = TallyLine[];
/**
 * What it can pay with its yellow dice.
 */
export type Credits = number;
/**
 * The squares with a dig token of this seat.
 */
export type Tokens1 = string[];
/**
 * Dig tokens for the set-up and the tracks.
 */
export type Reserve = number;
/**
 * Dig tokens that it has won, but not placed yet.
 */
export type Waiting = number;
export type Seats = MarajoaraSeat[];
export type Name1 = "yellow" | "red" | "blue";
/**
 * The space of each seat's disc, from 1 to 9; 0 before the first.
 */
export type Discs = number[];
/**
 * The seats that reached the last space, the first of them first.
 */
export type Ends = number[];
export type Tracks = Track[];
/**
 * The points of the showcase places; the first has a dig token instead.
 */
export type Rewards = number[];
/**
 * The fragments as they lie beside each other: three rows of two.
 */
export type Workshop = ("4" | "5" | "3" | "=6" | "6" | "9")[][];
/**
 * The dice in the cart, from the top: moves count its places from 1.
 */
export type Cart = string[];
/**
 * The dice that are recycled at the end of the turn.
 */
export type Slate = string[];
/**
 * The round, from 1; on a mission, how many dice lie on the round track.
 */
export type RoundNumber = number;
/**
 * On a mission: the dice that were retired.
 */
export type RoundTrack = string[];
/**
 * The seat in turn, also while another one is asked.
 */
export type Active = number;
/**
 * The seat that is asked; nobody, once the game is over.
 */
export type Due1 = number | null;
/**
 * What it is asked: `ask_` and this, unless it is `over`, is a key of the game's language files.
 */
export type Asks =
  | "set_up"
  | "token"
  | "turn"
  | "pay"
  | "raise_own"
  | "raise_other"
  | "raise_track"
  | "store"
  | "excavate"
  | "show"
  | "remove"
  | "give"
  | "take"
  | "score"
  | "spend"
  | "retire"
  | "recycle"
  | "over";
/**
 * Whether the main action is made.
 */
export type Acted = boolean;
/**
 * Whether blue dice count double until the turn ends.
 */
export type Doubled = boolean;
/**
 * The die that was captured, until it is stored or spent; raises call it `captured`.
 */
export type Captured = string | null;
/**
 * Where the capturing die landed, until the main action ends.
 */
export type Landed = string | null;
/**
 * What is being paid for, with all its vases, or which dice are given away: the words of a move.
 *
 * Vases that are being paid for are no longer in the storage.
 */
export type Doing = string | null;
/**
 * The credits that it costs; 0 where nothing is to be paid.
 */
export type Cost = number;
/**
 * The points to put on dice; 0 where none are raised.
 */
export type RaisedBy = number;
export type Points2 = number[];
export type Ranks = number[];
export type Winners = number[];
export type Why = string;
export type Key13 = string;
export type Which1 = string;
export type Met1 = boolean;
export type Objectives1 = ObjectiveShown[];
export type Seat10 = number;
/**
 * All that one plays here.
 */
export type Seats1 = number[];
/**
 * What one may do now; none where one is not due.
 */
export type Moves = ScarabyaMove[] | MarajoaraMove[] | LegalMove[];
export type Text1 = string;
export type Points3 = number;
export type Squares2 = string[];
/**
 * How many of its squares have a scarab.
 */
export type Scarabs2 = number;
/**
 * What it is worth; in a solo game nobody gets that.
 */
export type Points4 = number;
/**
 * The excavation areas that it closes; left out where it closes none.
 */
export type Areas1 = Area[];
export type Text2 = string;
export type Points5 = number;
export type Costs = number;
export type Takes = string;
export type Becomes = string;
export type To = string;
export type Token = number | null;
export type Space = number;
/**
 * Its words, split at blanks; no move is the beginning of another.
 */
export type Text3 = string;
/**
 * What it brings at once; less than nothing, where it costs points.
 */
export type Points6 = number;
export type MayTakeBack = boolean;
export type Ply3 = number;
export type At3 = number;
export type Name2 = string;
export type Text4 = string;
export type Yours3 = boolean;
export type Said = Saying[];
/**
 * What the page called it.
 */
export type Id2 = number;
/**
 * How many entries the table had then.
 */
export type Ply4 = number;
/**
 * Deeds of this page that were done and will last.
 */
export type Done = DoneShown[];
export type Type4 = "done";
export type Id3 = number;
export type Ply5 = number;
export type Type5 = "refused";
export type Id4 = number | null;
export type Table3 = string | null;
export type Code = string;
export type Type6 = "present";
export type Id5 = string;
/**
 * Whether whoever sits in each chair is there.
 */
export type Places1 = boolean[];
export type Spectators = number;
/**
 * Seats whose bots have not begun to think yet: others are served first.
 */
export type Waiting1 = number[];

/**
 * Hear of a table from now on, as one of one's own seats or as the one who is due.
 */
export interface Watch {
  type: Type;
  table: Table;
  seat?: Seat;
  ply?: Ply;
}
/**
 * Hear no more of a table.
 */
export interface Leave {
  type: Type1;
  table: Table1;
}
/**
 * Do something at a table.
 */
export interface Do {
  type: Type2;
  id: Id;
  table: Table2;
  deed: Deed;
}
/**
 * Take a chair.
 */
export interface Sit {
  what: What;
  chair: Chair;
  nonce?: Nonce;
  nonce_hash?: NonceHash;
  invitation?: Invitation;
  key?: Key;
}
/**
 * Show the nonce that one has shown the hash of, once it is asked for.
 */
export interface ShowNonce {
  what: What1;
  nonce: Nonce1;
  key?: Key1;
}
/**
 * Show the hash of a new nonce, after a start that came to nothing.
 */
export interface RenewNonce {
  what: What2;
  nonce_hash: NonceHash1;
  key?: Key2;
}
/**
 * Leave the table before the game; where the owner does, it is gone.
 */
export interface Stand {
  what: What3;
  key?: Key3;
}
/**
 * Free somebody's chair before the game; the owner does. They cannot come back to this table.
 */
export interface Remove {
  what: What4;
  chair: Chair1;
  key?: Key4;
}
/**
 * Start the game; the owner does.
 */
export interface Start {
  what: What5;
  key?: Key5;
}
/**
 * Make a move, in the round that it was meant for.
 */
export interface MakeMove {
  what: What6;
  seat: Seat1;
  round: Round;
  move: Move;
  key: Key6;
}
/**
 * Take one's own last move back.
 */
export interface TakeBack {
  what: What7;
  seat: Seat2;
  key?: Key7;
}
/**
 * Leave the game for good.
 */
export interface Resign {
  what: What8;
  seat: Seat3;
  key?: Key8;
}
/**
 * Agree that the house plays on for somebody who stays away.
 */
export interface Agree {
  what: What9;
  seat: Seat4;
  key?: Key9;
}
/**
 * Say something.
 */
export interface Say {
  what: What10;
  text: Text;
  key?: Key10;
}
/**
 * What is new at a table after ply `after`, up to ply `ply`; with `after` 0 it is everything.
 */
export interface News {
  type: Type3;
  id: Id1;
  after: After;
  ply: Ply1;
  now: Now;
  /**
   * If something changed besides the game.
   */
  table: TableShown | null;
  /**
   * If the game went on.
   */
  game: GameShown | null;
  said: Said;
  done: Done;
}
/**
 * All about a table but the game itself.
 */
export interface TableShown {
  game: Game;
  options: Options;
  clock: ClockShown;
  begins: Begins;
  listed: Listed;
  status: Status;
  opened: Opened;
  started: Started;
  yours: Yours;
  removed: Removed;
  places: Places;
  sides: Sides;
  commitment: Commitment;
  hides_nonces: HidesNonces;
  show_until: ShowUntil;
  broken: Broken;
  secret: Secret;
  invitation: Invitation1;
  agreed: Agreed;
  is_silent: IsSilent;
  next_table: NextTable;
}
export interface Options {
  [k: string]: string;
}
/**
 * The clock of a table. Who runs out of time leaves the game, ranks last, and the house plays on.
 */
export interface ClockShown {
  pace: Pace;
  seconds: Seconds;
  increment: Increment;
}
/**
 * A chair, and who sits there.
 */
export interface PlaceShown {
  kind: Kind;
  level: Level;
  name: Name;
  yours: Yours1;
  nonce: Nonce2;
  nonce_hash: NonceHash2;
  waits_for: WaitsFor;
  for_you: ForYou;
  seat: Seat5;
  left: Left;
}
/**
 * A start that came to nothing: some did not show their nonces in time, or left when others had.
 */
export interface BrokenShown {
  at: At;
  names: Names;
}
/**
 * The game as one may see it.
 */
export interface GameShown {
  round: Round1;
  due: Due;
  points: Points;
  time: TimeShown | null;
  happened: Happened;
  view: View;
  result: ResultShown | null;
  you: Yours2 | null;
}
/**
 * How much time everybody had at a moment, and whose clock has been running since.
 */
export interface TimeShown {
  at: At1;
  left: Left1;
  running: Running;
  stood_still: StoodStill;
}
/**
 * What an event of the game did.
 */
export interface HappenedShown {
  ply: Ply2;
  at: At2;
  seat: Seat6;
  deed: Deed1;
  tells: Tells;
}
/**
 * The site that all build on, what each has built, and the cards.
 */
export interface ScarabyaView {
  game: Game1;
  mode: Mode;
  rocks: Rocks;
  scarabs: Scarabs;
  sites: Sites;
  card: Card;
  turned: Turned;
  deck: Deck;
  order_known: OrderKnown;
  bonus: Bonus;
}
/**
 * What a seat, or in a duel both of them, have built.
 */
export interface Site {
  tiles: Tiles;
  areas: Areas;
  discarded: Discarded;
  has_chosen: HasChosen;
  /**
   * What was chosen, for the seat itself only; it is laid when all have chosen.
   */
  chosen: LaidTile | null;
}
/**
 * A tile on a site.
 */
export interface LaidTile {
  tile: Tile;
  pose: Pose;
  squares: Squares;
  seat: Seat7;
}
/**
 * An excavation area of a site, with how it came about.
 */
export interface ClosedArea {
  squares: Squares1;
  scarabs: Scarabs1;
  points: Points1;
  tile: Tile1;
  seat: Seat8;
}
/**
 * The board, the priest and the hands: everything lies open.
 */
export interface ScarabView {
  game: Game2;
  width: Width;
  stones: Stones;
  priest: Priest;
  line: Line;
  choosing: Choosing;
  hands: Hands;
  teams: Teams;
  deflection: Deflection;
}
/**
 * The main board, the museums and all that lies between them: everything is open.
 */
export interface MarajoaraView {
  game: Game3;
  mission: Mission;
  harder: Harder;
  objectives: Objectives;
  site: DigSite;
  museums: Museums;
  seats: Seats;
  tracks: Tracks;
  rewards: Rewards;
  workshop: Workshop;
  cart: Cart;
  slate: Slate;
  round_number: RoundNumber;
  round_track: RoundTrack;
  turn: MarajoaraTurn;
}
/**
 * One of the things that a mission asks for.
 */
export interface MissionObjective {
  key: Key11;
  which: Which;
  met: Met;
}
/**
 * The main board.
 */
export interface DigSite {
  dice: Dice;
  roped: Roped;
  plus_one: PlusOne;
  plus_two: PlusTwo;
  icons: Icons;
  unreached: Unreached;
}
/**
 * The die on each square that has one: the letter of its colour and its face, such as `y3`.
 */
export interface Dice {
  [k: string]: string;
}
/**
 * What a museum holds.
 */
export interface Museum {
  seat: Seat9;
  yellow: Yellow;
  red: Red;
  blue: Blue;
  vases: Vases;
  restored: Restored;
  worth: Worth;
  tokens: Tokens;
}
/**
 * The points that each of the others would bring now, with those for restored neighbours.
 */
export interface Worth {
  [k: string]: number;
}
/**
 * What a seat has beside its museum.
 */
export interface MarajoaraSeat {
  to_come: ToCome;
  tally: Tally;
  credits: Credits;
  tokens: Tokens1;
  reserve: Reserve;
  waiting: Waiting;
}
/**
 * What one thing brings at the end, or costs.
 */
export interface TallyLine {
  key: Key12;
  n: N;
}
/**
 * A track for excavations.
 */
export interface Track {
  name: Name1;
  discs: Discs;
  ends: Ends;
}
/**
 * Whose turn it is, and what is going on in it.
 */
export interface MarajoaraTurn {
  active: Active;
  due: Due1;
  asks: Asks;
  acted: Acted;
  doubled: Doubled;
  captured: Captured;
  landed: Landed;
  doing: Doing;
  cost: Cost;
  raised_by: RaisedBy;
}
/**
 * How a game ended.
 */
export interface ResultShown {
  points: Points2;
  ranks: Ranks;
  winners: Winners;
  why: Why;
  objectives: Objectives1;
}
/**
 * One of the things that a game for one asks for.
 */
export interface ObjectiveShown {
  key: Key13;
  which: Which1;
  met: Met1;
}
/**
 * What is for this seat alone.
 */
export interface Yours2 {
  seat: Seat10;
  seats: Seats1;
  moves: Moves;
  may_take_back: MayTakeBack;
}
/**
 * A move as the seat that may make it gets it, with what it closes.
 */
export interface ScarabyaMove {
  text: Text1;
  points: Points3;
  areas?: Areas1;
}
/**
 * An excavation area: a few open squares that are closed in.
 */
export interface Area {
  squares: Squares2;
  scarabs: Scarabs2;
  points: Points4;
}
/**
 * A move as the seat that may make it gets it, with what it leads to.
 */
export interface MarajoaraMove {
  text: Text2;
  points: Points5;
  costs?: Costs;
  takes?: Takes;
  becomes?: Becomes;
  to?: To;
  token?: Token;
  space?: Space;
}
/**
 * A move as the seat that may make it gets it.
 */
export interface LegalMove {
  text: Text3;
  points: Points6;
}
/**
 * Something that was said; name and text are empty, where somebody has deleted themselves.
 */
export interface Saying {
  ply: Ply3;
  at: At3;
  name: Name2;
  text: Text4;
  yours: Yours3;
}
/**
 * A deed that was done.
 */
export interface DoneShown {
  id: Id2;
  ply: Ply4;
}
/**
 * The answer to a deed at a table that the page does not watch; where it does, that is in the news.
 */
export interface DoneMessage {
  type?: Type4;
  id: Id3;
  ply: Ply5;
}
/**
 * The answer to a deed, or to anything else, that was refused.
 */
export interface RefusedMessage {
  type?: Type5;
  id: Id4;
  table: Table3;
  error: Refusal;
}
/**
 * Why something was not done: a key of the language files, and what its sentence needs.
 */
export interface Refusal {
  code: Code;
  values: Values;
}
export interface Values {
  [k: string]: JsonValue;
}
/**
 * Who is there.
 */
export interface PresentMessage {
  type?: Type6;
  id: Id5;
  places: Places1;
  spectators: Spectators;
  waiting: Waiting1;
}
