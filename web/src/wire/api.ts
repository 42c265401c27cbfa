/* Made from docs/ by `npm run types`. Do not edit. */
export interface paths {
    "/api/games": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Games
         * @description List the games, their options, and the levels of the bots.
         */
        get: operations["games"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/games/{key}/chairs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Chairs
         * @description Check options, and tell how many chairs a table with them can have and which of them play together.
         */
        post: operations["chairs"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Who Am I
         * @description Tell who you are; nobody, before you have come in. The cookie is sent anew where it should be.
         */
        get: operations["who_am_i"];
        put?: never;
        /**
         * Come In
         * @description Come in as a guest: a cookie keeps who you are.
         */
        post: operations["come_in"];
        /**
         * Delete Me
         * @description Delete yourself: you leave all games, and what you are called and have said is erased.
         */
        delete: operations["delete_me"];
        options?: never;
        head?: never;
        /**
         * Change Name
         * @description Take another name, for tables to come.
         */
        patch: operations["change_name"];
        trace?: never;
    };
    "/api/me/data": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * My Data
         * @description Download all that is yours: who you are, what you did and said, and the logs of games that are over.
         */
        get: operations["my_data"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/me/code": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make Code
         * @description Get a code that carries you to another device; it can be used once.
         */
        post: operations["make_code"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/me/device": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Use Code
         * @description Go on at this device as whoever got the code.
         */
        post: operations["use_code"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/me/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Log Out
         * @description Log out at this device: its cookie is good for nothing from now on.
         */
        delete: operations["log_out"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/me/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Log Out Everywhere
         * @description Log out at all devices, and cancel codes; the one that you get is the only way back.
         */
        delete: operations["log_out_everywhere"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/me/tables": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * My Tables
         * @description List your tables, those where it is your turn first.
         */
        get: operations["my_tables"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tables": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Listed Tables
         * @description List tables that anybody may join or watch, the latest first; a page has few of one owner.
         */
        get: operations["listed_tables"];
        put?: never;
        /**
         * Open Table
         * @description Open a table; sit down there once you have seen its commitment.
         */
        post: operations["open_table"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tables/{table}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Look
         * @description Look at a table: everything, or what is new after a ply that you know.
         */
        get: operations["look"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tables/{table}/deeds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Do
         * @description Do something at a table: sit, add a nonce, stand, remove, start, move, take back …
         */
        post: operations["do"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tables/{table}/rematch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rematch
         * @description Open the table where the same people meet again, or find it if somebody was faster.
         */
        post: operations["rematch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tables/{table}/frames": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Frames
         * @description Step through a game as far as you may see it; when it is over, from any seat's side.
         */
        get: operations["frames"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tables/{table}/log": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Log
         * @description Download the log of a game that is over.
         */
        get: operations["log"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tables/{table}/fairness": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fairness
         * @description Check a game that is over: its secret, its deal, every draw, every move and its result.
         */
        get: operations["fairness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/logs/frames": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Frames Of Log
         * @description Step through the game of a log.
         */
        post: operations["frames_of_log"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/logs/fairness": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Fairness Of Log
         * @description Check the game of a log.
         */
        post: operations["fairness_of_log"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/livez": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Live
         * @description Tell that the process answers; whatever else is away, a restart would not help.
         */
        get: operations["live"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/readyz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Ready
         * @description Tell whether the process can serve: database and bus do their work, and it is not about to stop.
         */
        get: operations["ready"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/healthz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Health
         * @description Tell whether the process can serve: another name of `/readyz`.
         */
        get: operations["health"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * Agree
         * @description Agree that the house plays on for somebody who stays away.
         */
        Agree: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            what: "agree";
            /** Seat */
            seat: number;
            /** Key */
            key?: string | null;
        };
        /**
         * Alive
         * @description That a process answers.
         */
        Alive: {
            /**
             * Status
             * @default up
             * @constant
             */
            status: "up";
        };
        /**
         * Area
         * @description An excavation area: a few open squares that are closed in.
         */
        Area: {
            /** Squares */
            squares: string[];
            /**
             * Scarabs
             * @description How many of its squares have a scarab.
             */
            scarabs: number;
            /**
             * Points
             * @description What it is worth; in a solo game nobody gets that.
             */
            points: number;
        };
        /**
         * BrokenShown
         * @description A start that came to nothing: some did not show their nonces in time, or left when others had.
         */
        BrokenShown: {
            /** At */
            at: number;
            /** Names */
            names: string[];
        };
        /**
         * ChairWanted
         * @description A chair of a new table.
         */
        ChairWanted: {
            /**
             * Kind
             * @enum {string}
             */
            kind: "mine" | "open" | "invited" | "bot";
            /**
             * Level
             * @description Of a bot.
             */
            level?: string | null;
            /**
             * Name
             * @description Of somebody beside the owner, at the same screen.
             */
            name?: string | null;
        };
        /**
         * ChairsAllowed
         * @description What tables some options allow.
         */
        ChairsAllowed: {
            /**
             * Sides
             * @description For each number of chairs that a table can have, the side of each chair: partners have the same.
             */
            sides: number[][];
        };
        /**
         * ClockShown
         * @description The clock of a table. Who runs out of time leaves the game, ranks last, and the house plays on.
         */
        ClockShown: {
            /**
             * Pace
             * @enum {string}
             */
            pace: "none" | "live" | "days";
            /**
             * Seconds
             * @description For the whole game, or with days for each turn.
             */
            seconds: number;
            /**
             * Increment
             * @description Seconds more for each turn that is over.
             */
            increment: number;
        };
        /**
         * ClockWanted
         * @description The clock of a new table.
         */
        ClockWanted: {
            /**
             * Pace
             * @default none
             * @enum {string}
             */
            pace: "none" | "live" | "days";
            /**
             * Seconds
             * @default 0
             */
            seconds: number;
            /**
             * Increment
             * @default 0
             */
            increment: number;
        };
        /**
         * ClosedArea
         * @description An excavation area of a site, with how it came about.
         */
        ClosedArea: {
            /** Squares */
            squares: string[];
            /** Scarabs */
            scarabs: number;
            /** Points */
            points: number;
            /**
             * Tile
             * @description The tile that closed it; none where rocks and frame did.
             */
            tile: string | null;
            /**
             * Seat
             * @description Who gets its points; nobody in a solo game, nor in a duel for what rocks and frame closed.
             */
            seat: number | null;
        };
        /**
         * Code
         * @description A code that carries a guest to another device, once.
         */
        Code: {
            /** Code */
            code: string;
            /**
             * Until
             * @description Milliseconds since 1970.
             */
            until: number;
        };
        /**
         * CodeWanted
         * @description A code from another device.
         */
        CodeWanted: {
            /** Code */
            code: string;
        };
        /**
         * DigSite
         * @description The main board.
         */
        DigSite: {
            /**
             * Dice
             * @description The die on each square that has one: the letter of its colour and its face, such as `y3`.
             */
            dice: {
                [key: string]: string;
            };
            /**
             * Roped
             * @description The squares of the roped areas.
             */
            roped: string[];
            /**
             * Plus One
             * @description The bonus squares where a die that lands gains one more.
             */
            plus_one: string[];
            /**
             * Plus Two
             * @description The bonus squares where it gains two more.
             */
            plus_two: string[];
            /**
             * Icons
             * @description The squares for the first dig tokens.
             */
            icons: string[];
            /**
             * Unreached
             * @description Mission 4: the starred squares that no die was brought onto yet.
             */
            unreached: string[];
        };
        /**
         * Done
         * @description A deed was done and will last.
         */
        Done: {
            /**
             * Ply
             * @description How many entries the table had then.
             */
            ply: number;
        };
        /**
         * DoneShown
         * @description A deed that was done.
         */
        DoneShown: {
            /**
             * Id
             * @description What the page called it.
             */
            id: number;
            /**
             * Ply
             * @description How many entries the table had then.
             */
            ply: number;
        };
        /**
         * FairShown
         * @description What was found in order: the secret, the deal, every draw, every move and the result.
         */
        FairShown: {
            /** Moves */
            moves: number;
            /** Draws */
            draws: number;
            /** Commitment */
            commitment: string;
            /** Secret */
            secret: string;
            /**
             * Set Up
             * @description What the commitment covers besides the secret; null where a table was opened before it did.
             */
            set_up: string | null;
            /**
             * Nonces
             * @description By seats.
             */
            nonces: string[];
            result: components["schemas"]["ResultShown"];
        };
        /**
         * Frame
         * @description The game as it stood after one of its events, as one could see it then.
         */
        Frame: {
            /**
             * Event
             * @description 0 is the deal.
             */
            event: number;
            happened: components["schemas"]["HappenedShown"] | null;
            /** Points */
            points: number[];
            /** View */
            view: components["schemas"]["ScarabyaView"] | components["schemas"]["ScarabView"] | components["schemas"]["MarajoaraView"];
        };
        /**
         * Frames
         * @description Some frames of a game, and how many events there are.
         */
        Frames: {
            /** Game */
            game: string;
            /** Sitters */
            sitters: components["schemas"]["SitterShown"][];
            /** Sides */
            sides: number[];
            /**
             * Seat
             * @description The seat whose side the game is seen from; null as spectators saw it.
             */
            seat: number | null;
            /**
             * Seats
             * @description The seats whose side one may see it from.
             */
            seats: number[];
            /**
             * Yours
             * @description Your own seats.
             */
            yours: number[];
            /** Events */
            events: number;
            /**
             * Curve
             * @description The points after every event of the game, those of the deal first.
             */
            curve: number[][];
            /** Frames */
            frames: components["schemas"]["Frame"][];
            result: components["schemas"]["ResultShown"] | null;
        };
        /**
         * FramesWanted
         * @description Some frames of a log that somebody has.
         */
        FramesWanted: {
            /** Log */
            log: string;
            /** Seat */
            seat?: number | null;
            /**
             * Start
             * @default 0
             */
            start: number;
            /**
             * Count
             * @default 50
             */
            count: number;
        };
        /**
         * GameListed
         * @description A game that is played here.
         */
        GameListed: {
            /** Key */
            key: string;
            /** Rules */
            rules: number;
            /** Options */
            options: components["schemas"]["OptionShown"][];
        };
        /**
         * GameShown
         * @description The game as one may see it.
         */
        GameShown: {
            /**
             * Round
             * @description What a move is made for.
             */
            round: number;
            /** Due */
            due: number[];
            /** Points */
            points: number[];
            time: components["schemas"]["TimeShown"] | null;
            /**
             * Happened
             * @description Since the ply that one knew.
             */
            happened: components["schemas"]["HappenedShown"][];
            /** View */
            view: components["schemas"]["ScarabyaView"] | components["schemas"]["ScarabView"] | components["schemas"]["MarajoaraView"];
            result: components["schemas"]["ResultShown"] | null;
            you: components["schemas"]["Yours"] | null;
        };
        /**
         * GamesShown
         * @description All games, and the levels of the house's bots from the weakest on.
         */
        GamesShown: {
            /** Games */
            games: components["schemas"]["GameListed"][];
            /** Levels */
            levels: string[];
        };
        /**
         * GuestWanted
         * @description Somebody who wants to play at once.
         */
        GuestWanted: {
            /** Name */
            name: string;
        };
        /**
         * HappenedShown
         * @description What an event of the game did.
         */
        HappenedShown: {
            /** Ply */
            ply: number;
            /** At */
            at: number;
            /**
             * Seat
             * @description Nobody's, where a card was drawn.
             */
            seat: number | null;
            /**
             * Deed
             * @enum {string}
             */
            deed: "move" | "back" | "resign" | "timeout" | "replaced";
            /**
             * Tells
             * @description What happened, one thing after the other: `what` is a key of the game's language files.
             */
            tells: {
                [key: string]: components["schemas"]["JsonValue"];
            }[];
        };
        /**
         * Health
         * @description How the house is.
         */
        Health: {
            /**
             * Status
             * @enum {string}
             */
            status: "up" | "down";
            /** Database */
            database: boolean;
            /** Bus */
            bus: boolean;
        };
        JsonValue: unknown;
        /**
         * LaidTile
         * @description A tile on a site.
         */
        LaidTile: {
            /**
             * Tile
             * @description Its letter.
             */
            tile: string;
            /**
             * Pose
             * @description How it is turned: the number behind the letter in a move.
             */
            pose: number;
            /**
             * Squares
             * @description What it covers; the first is its anchor, which a move names.
             */
            squares: string[];
            /**
             * Seat
             * @description Who laid it.
             */
            seat: number;
        };
        /**
         * LegalMove
         * @description A move as the seat that may make it gets it.
         */
        LegalMove: {
            /**
             * Text
             * @description Its words, split at blanks; no move is the beginning of another.
             */
            text: string;
            /**
             * Points
             * @description What it brings at once; less than nothing, where it costs points.
             */
            points: number;
        };
        /**
         * ListedTable
         * @description A table in a list.
         */
        ListedTable: {
            /** Id */
            id: string;
            /** Game */
            game: string;
            /** Options */
            options: {
                [key: string]: string;
            };
            clock: components["schemas"]["ClockShown"];
            /** Places */
            places: components["schemas"]["PlaceListed"][];
            /**
             * Status
             * @enum {string}
             */
            status: "open" | "playing" | "over";
            /** Touched */
            touched: number;
            /** Your Turn */
            your_turn: boolean;
        };
        /**
         * LogGiven
         * @description The text of a log.
         */
        LogGiven: {
            /** Log */
            log: string;
        };
        /**
         * MakeMove
         * @description Make a move, in the round that it was meant for.
         */
        MakeMove: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            what: "move";
            /** Seat */
            seat: number;
            /** Round */
            round: number;
            /** Move */
            move: string;
            /** Key */
            key: string;
        };
        /**
         * MarajoaraMove
         * @description A move as the seat that may make it gets it, with what it leads to.
         */
        MarajoaraMove: {
            /** Text */
            text: string;
            /** Points */
            points: number;
            /** Costs */
            costs?: number;
            /** Takes */
            takes?: string;
            /** Becomes */
            becomes?: string;
            /** To */
            to?: string;
            /** Token */
            token?: number | null;
            /** Space */
            space?: number;
        };
        /**
         * MarajoaraSeat
         * @description What a seat has beside its museum.
         */
        MarajoaraSeat: {
            /**
             * To Come
             * @description The points that it would get, or lose, if the game ended now; nothing once it has ended.
             */
            to_come: number;
            /**
             * Tally
             * @description How these points come about; once the game has ended, how those came that it got then.
             */
            tally: components["schemas"]["TallyLine"][];
            /**
             * Credits
             * @description What it can pay with its yellow dice.
             */
            credits: number;
            /**
             * Tokens
             * @description The squares with a dig token of this seat.
             */
            tokens: string[];
            /**
             * Reserve
             * @description Dig tokens for the set-up and the tracks.
             */
            reserve: number;
            /**
             * Waiting
             * @description Dig tokens that it has won, but not placed yet.
             */
            waiting: number;
        };
        /**
         * MarajoaraTurn
         * @description Whose turn it is, and what is going on in it.
         */
        MarajoaraTurn: {
            /**
             * Active
             * @description The seat in turn, also while another one is asked.
             */
            active: number;
            /**
             * Due
             * @description The seat that is asked; nobody, once the game is over.
             */
            due: number | null;
            /**
             * Asks
             * @description What it is asked: `ask_` and this, unless it is `over`, is a key of the game's language files.
             * @enum {string}
             */
            asks: "set_up" | "token" | "turn" | "pay" | "raise_own" | "raise_other" | "raise_track" | "store" | "excavate" | "show" | "remove" | "give" | "take" | "score" | "spend" | "retire" | "recycle" | "over";
            /**
             * Acted
             * @description Whether the main action is made.
             */
            acted: boolean;
            /**
             * Doubled
             * @description Whether blue dice count double until the turn ends.
             */
            doubled: boolean;
            /**
             * Captured
             * @description The die that was captured, until it is stored or spent; raises call it `captured`.
             */
            captured: string | null;
            /**
             * Landed
             * @description Where the capturing die landed, until the main action ends.
             */
            landed: string | null;
            /**
             * Doing
             * @description What is being paid for, with all its vases, or which dice are given away: the words of a move.
             *
             *     Vases that are being paid for are no longer in the storage.
             */
            doing: string | null;
            /**
             * Cost
             * @description The credits that it costs; 0 where nothing is to be paid.
             */
            cost: number;
            /**
             * Raised By
             * @description The points to put on dice; 0 where none are raised.
             */
            raised_by: number;
        };
        /**
         * MarajoaraView
         * @description The main board, the museums and all that lies between them: everything is open.
         */
        MarajoaraView: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            game: "marajoara";
            /**
             * Mission
             * @enum {string}
             */
            mission: "none" | "1" | "2" | "3" | "4" | "5" | "6" | "7" | "8";
            /** Harder */
            harder: boolean;
            /**
             * Objectives
             * @description What the mission asks for; nothing without one.
             */
            objectives: components["schemas"]["MissionObjective"][];
            site: components["schemas"]["DigSite"];
            /**
             * Museums
             * @description One for each seat; in mission 6 two for the only one.
             */
            museums: components["schemas"]["Museum"][];
            /** Seats */
            seats: components["schemas"]["MarajoaraSeat"][];
            /** Tracks */
            tracks: components["schemas"]["Track"][];
            /**
             * Rewards
             * @description The points of the showcase places; the first has a dig token instead.
             */
            rewards: number[];
            /**
             * Workshop
             * @description The fragments as they lie beside each other: three rows of two.
             */
            workshop: ("4" | "5" | "3" | "=6" | "6" | "9")[][];
            /**
             * Cart
             * @description The dice in the cart, from the top: moves count its places from 1.
             */
            cart: string[];
            /**
             * Slate
             * @description The dice that are recycled at the end of the turn.
             */
            slate: string[];
            /**
             * Round Number
             * @description The round, from 1; on a mission, how many dice lie on the round track.
             */
            round_number: number;
            /**
             * Round Track
             * @description On a mission: the dice that were retired.
             */
            round_track: string[];
            turn: components["schemas"]["MarajoaraTurn"];
        };
        /**
         * Me
         * @description Who one is here.
         */
        Me: {
            /** Id */
            id: string;
            /** Name */
            name: string;
        };
        /**
         * MissionObjective
         * @description One of the things that a mission asks for.
         */
        MissionObjective: {
            /**
             * Key
             * @description Which kind: `objective_` and this is a key of the game's language files.
             */
            key: string;
            /**
             * Which
             * @description Which one of its kind.
             */
            which: string;
            /** Met */
            met: boolean;
        };
        /**
         * Museum
         * @description What a museum holds.
         */
        Museum: {
            /**
             * Seat
             * @description Whose it is. In mission 6 the only seat has two, which moves call `1` and `2`.
             */
            seat: number;
            /**
             * Yellow
             * @description The yellow dice in its storage, the highest first, as moves name them.
             *
             *     In mission 6 a die of the second museum is `2y3`: its last two characters are the die.
             */
            yellow: string[];
            /** Red */
            red: string[];
            /** Blue */
            blue: string[];
            /**
             * Vases
             * @description How many places of the showcase have one, counted from the first.
             */
            vases: number;
            /**
             * Restored
             * @description The fragments that are restored.
             */
            restored: ("4" | "5" | "3" | "=6" | "6" | "9")[];
            /**
             * Worth
             * @description The points that each of the others would bring now, with those for restored neighbours.
             */
            worth: {
                [key: string]: number;
            };
            /**
             * Tokens
             * @description The dig tokens that are still to be won in it.
             */
            tokens: ("third_yellow" | "first_vase" | "fragment_4")[];
        };
        /**
         * MyData
         * @description All that is one's own.
         */
        MyData: {
            person: components["schemas"]["MyPerson"];
            /** Tables */
            tables: components["schemas"]["MyTable"][];
        };
        /**
         * MyEntry
         * @description Something that one did or said at a table.
         */
        MyEntry: {
            /** Ply */
            ply: number;
            /** At */
            at: number;
            /** What */
            what: string;
            /** Seat */
            seat: number;
            /** Text */
            text: string;
        };
        /**
         * MyPerson
         * @description What is known of oneself.
         */
        MyPerson: {
            /** Id */
            id: string;
            /** Name */
            name: string;
            /**
             * Met
             * @description When one came in for the first time, in milliseconds since 1970.
             */
            met: number;
        };
        /**
         * MyTable
         * @description A table where one did or said something; of one that cannot be read, its id alone.
         */
        MyTable: {
            /** Id */
            id: string;
            /** Game */
            game?: string | null;
            /** Options */
            options?: {
                [key: string]: string;
            } | null;
            /** Status */
            status?: string | null;
            /** Opened */
            opened?: number | null;
            /**
             * Entries
             * @default []
             */
            entries: components["schemas"]["MyEntry"][];
            /**
             * Log
             * @description Of a game that is over.
             */
            log?: string | null;
        };
        /**
         * News
         * @description What is new at a table after ply `after`, up to ply `ply`; with `after` 0 it is everything.
         */
        News: {
            /**
             * Type
             * @constant
             */
            type: "news";
            /** Id */
            id: string;
            /** After */
            after: number;
            /** Ply */
            ply: number;
            /**
             * Now
             * @description What the time is in the house, in milliseconds since 1970.
             */
            now: number;
            /** @description If something changed besides the game. */
            table: components["schemas"]["TableShown"] | null;
            /** @description If the game went on. */
            game: components["schemas"]["GameShown"] | null;
            /** Said */
            said: components["schemas"]["Saying"][];
            /**
             * Done
             * @description Deeds of this page that were done and will last.
             */
            done: components["schemas"]["DoneShown"][];
        };
        /**
         * ObjectiveShown
         * @description One of the things that a game for one asks for.
         */
        ObjectiveShown: {
            /** Key */
            key: string;
            /** Which */
            which: string;
            /** Met */
            met: boolean;
        };
        /**
         * OptionShown
         * @description Something that may be chosen before a deal.
         */
        OptionShown: {
            /** Key */
            key: string;
            /**
             * Values
             * @description What it can be, the default first; null where it is a text of one's own.
             */
            values: string[] | null;
            /**
             * Needs
             * @description The option without which it means nothing: that must not have its default value.
             */
            needs: string | null;
            /** Is File */
            is_file: boolean;
        };
        /**
         * OptionsWanted
         * @description Options that somebody thinks of choosing.
         */
        OptionsWanted: {
            /** Options */
            options?: {
                [key: string]: string;
            };
        };
        /**
         * PlaceListed
         * @description A chair in a list.
         */
        PlaceListed: {
            /**
             * Kind
             * @enum {string}
             */
            kind: "mine" | "open" | "invited" | "kept" | "bot";
            /** Level */
            level: string | null;
            /**
             * Name
             * @description Of whoever sits there; empty, where they have deleted themselves.
             */
            name: string | null;
        };
        /**
         * PlaceShown
         * @description A chair, and who sits there.
         */
        PlaceShown: {
            /**
             * Kind
             * @enum {string}
             */
            kind: "mine" | "open" | "invited" | "kept" | "bot";
            /** Level */
            level: string | null;
            /**
             * Name
             * @description Of whoever sits there; empty, where they have deleted themselves.
             */
            name: string | null;
            /** Yours */
            yours: boolean;
            /**
             * Nonce
             * @description Of whoever sits there: hidden until all have shown its hash; void, where a new one is needed.
             */
            nonce: ("none" | "hidden" | "shown" | "void") | null;
            /**
             * Nonce Hash
             * @description Its SHA-256: whoever has seen those of all others can show a nonce of their own.
             */
            nonce_hash: string | null;
            /**
             * Waits For
             * @description The name of whoever it is kept for, until they come.
             */
            waits_for: string | null;
            /**
             * For You
             * @description Whether it is free and kept for you.
             */
            for_you: boolean;
            /**
             * Seat
             * @description Once the game has started.
             */
            seat: number | null;
            /**
             * Left
             * @description Why the house plays on here.
             */
            left: ("resign" | "timeout" | "replaced") | null;
        };
        /**
         * Refusal
         * @description Why something was not done: a key of the language files, and what its sentence needs.
         */
        Refusal: {
            /** Code */
            code: string;
            /** Values */
            values: {
                [key: string]: components["schemas"]["JsonValue"];
            };
        };
        /**
         * Refused
         * @description The one shape of every refusal.
         */
        Refused: {
            error: components["schemas"]["Refusal"];
        };
        /**
         * Remove
         * @description Free somebody's chair before the game; the owner does. They cannot come back to this table.
         */
        Remove: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            what: "remove";
            /** Chair */
            chair: number;
            /** Key */
            key?: string | null;
        };
        /**
         * RenewNonce
         * @description Show the hash of a new nonce, after a start that came to nothing.
         */
        RenewNonce: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            what: "renew_nonce";
            /** Nonce Hash */
            nonce_hash: string;
            /** Key */
            key?: string | null;
        };
        /**
         * Resign
         * @description Leave the game for good.
         */
        Resign: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            what: "resign";
            /** Seat */
            seat: number;
            /** Key */
            key?: string | null;
        };
        /**
         * ResultShown
         * @description How a game ended.
         */
        ResultShown: {
            /** Points */
            points: number[];
            /** Ranks */
            ranks: number[];
            /** Winners */
            winners: number[];
            /** Why */
            why: string;
            /** Objectives */
            objectives: components["schemas"]["ObjectiveShown"][];
        };
        /**
         * Say
         * @description Say something.
         */
        Say: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            what: "say";
            /** Text */
            text: string;
            /** Key */
            key?: string | null;
        };
        /**
         * Saying
         * @description Something that was said; name and text are empty, where somebody has deleted themselves.
         */
        Saying: {
            /** Ply */
            ply: number;
            /** At */
            at: number;
            /** Name */
            name: string;
            /** Text */
            text: string;
            /** Yours */
            yours: boolean;
        };
        /**
         * ScarabView
         * @description The board, the priest and the hands: everything lies open.
         */
        ScarabView: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            game: "scarab";
            /**
             * Width
             * @description Rows and columns in play: 10, from a1 to j10, or in the short game the inner 8, from b2 to i9.
             */
            width: number;
            /**
             * Stones
             * @description What lies on each square: nothing, `ankh`, or a stone such as `+5` or, with a star, `-3*`.
             *
             *     The squares come row by row, a1, b1 … j10, also in the short game, where nothing lies on the rim.
             */
            stones: string[];
            /**
             * Priest
             * @description The square that the priest stands on.
             */
            priest: string;
            /**
             * Line
             * @description The line that the next move goes along.
             * @enum {string}
             */
            line: "either" | "row" | "column";
            /**
             * Choosing
             * @description Whether the seat to move has taken an ankh and may put a stone back.
             */
            choosing: boolean;
            /**
             * Hands
             * @description How many stones of each kind every seat has taken, the best first.
             */
            hands: {
                [key: string]: number;
            }[];
            /**
             * Teams
             * @description Whether seats 0 and 1 play together against seats 2 and 3.
             */
            teams: boolean;
            /**
             * Deflection
             * @description Whether the priest may turn at stars.
             */
            deflection: boolean;
        };
        /**
         * ScarabyaMove
         * @description A move as the seat that may make it gets it, with what it closes.
         */
        ScarabyaMove: {
            /** Text */
            text: string;
            /** Points */
            points: number;
            /**
             * Areas
             * @description The excavation areas that it closes; left out where it closes none.
             */
            areas?: components["schemas"]["Area"][];
        };
        /**
         * ScarabyaView
         * @description The site that all build on, what each has built, and the cards.
         */
        ScarabyaView: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            game: "scarabya";
            /**
             * Mode
             * @enum {string}
             */
            mode: "base" | "duel" | "solo";
            /**
             * Rocks
             * @description The squares with a rock, alike on all sites.
             */
            rocks: string[];
            /**
             * Scarabs
             * @description The squares with a scarab, alike on all sites; tiles cover some of them.
             */
            scarabs: string[];
            /**
             * Sites
             * @description One for each seat; in a duel one for both.
             */
            sites: components["schemas"]["Site"][];
            /**
             * Card
             * @description The tile to lay now.
             */
            card: string | null;
            /**
             * Turned
             * @description The tiles whose cards were turned, the last one last.
             */
            turned: string[];
            /**
             * Deck
             * @description The tiles whose cards are still to come.
             */
            deck: string[];
            /**
             * Order Known
             * @description Whether they will come in just this order.
             */
            order_known: boolean;
            /**
             * Bonus
             * @description What each seat got at the end of a duel for scarabs left lying.
             */
            bonus: number[];
        };
        /**
         * ShowNonce
         * @description Show the nonce that one has shown the hash of, once it is asked for.
         */
        ShowNonce: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            what: "show_nonce";
            /** Nonce */
            nonce: string;
            /** Key */
            key?: string | null;
        };
        /**
         * Sit
         * @description Take a chair.
         */
        Sit: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            what: "sit";
            /**
             * Chair
             * @description Whoever takes a chair of their own takes all of these.
             */
            chair: number;
            /**
             * Nonce
             * @description Known to all who sit down later.
             * @default
             */
            nonce: string;
            /**
             * Nonce Hash
             * @description Its SHA-256 instead, where the table hides nonces: it is asked for when all chairs are taken.
             */
            nonce_hash?: string | null;
            /**
             * Invitation
             * @default
             */
            invitation: string;
            /** Key */
            key?: string | null;
        };
        /**
         * Site
         * @description What a seat, or in a duel both of them, have built.
         */
        Site: {
            /**
             * Tiles
             * @description The last one that was laid is the last.
             */
            tiles: components["schemas"]["LaidTile"][];
            /** Areas */
            areas: components["schemas"]["ClosedArea"][];
            /**
             * Discarded
             * @description Tiles that could not be laid.
             */
            discarded: string[];
            /**
             * Has Chosen
             * @description Whether its seat has chosen this round, and waits for the others.
             */
            has_chosen: boolean;
            /** @description What was chosen, for the seat itself only; it is laid when all have chosen. */
            chosen: components["schemas"]["LaidTile"] | null;
        };
        /**
         * SitterShown
         * @description Who sat in a seat of a game that is stepped through.
         */
        SitterShown: {
            /**
             * Name
             * @description Of a bot, its level; empty, where they have deleted themselves.
             */
            name: string;
            /** Is Bot */
            is_bot: boolean;
            /**
             * Left
             * @description The event by which they left.
             */
            left: number | null;
        };
        /**
         * Stand
         * @description Leave the table before the game; where the owner does, it is gone.
         */
        Stand: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            what: "stand";
            /** Key */
            key?: string | null;
        };
        /**
         * Start
         * @description Start the game; the owner does.
         */
        Start: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            what: "start";
            /** Key */
            key?: string | null;
        };
        /**
         * TableList
         * @description Several tables.
         */
        TableList: {
            /** Tables */
            tables: components["schemas"]["ListedTable"][];
            /**
             * Next
             * @description Where the list goes on, to be asked for with `after`; null at its end. A short page may have one.
             */
            next: string | null;
        };
        /**
         * TableOpened
         * @description Where the new table is; now its owner sits down there, with a nonce.
         */
        TableOpened: {
            /** Table */
            table: string;
            /**
             * Commitment
             * @description A hash of the secret and the set-up: the house cannot change them any more.
             */
            commitment: string;
        };
        /**
         * TableShown
         * @description All about a table but the game itself.
         */
        TableShown: {
            /** Game */
            game: string;
            /** Options */
            options: {
                [key: string]: string;
            };
            clock: components["schemas"]["ClockShown"];
            /**
             * Begins
             * @enum {string}
             */
            begins: "drawn" | "first";
            /** Listed */
            listed: boolean;
            /**
             * Status
             * @enum {string}
             */
            status: "open" | "playing" | "over" | "gone";
            /** Opened */
            opened: number;
            /** Started */
            started: number | null;
            /**
             * Yours
             * @description Whether you opened it.
             */
            yours: boolean;
            /**
             * Removed
             * @description Whether whoever opened it has removed you from a chair: you cannot sit down here again.
             */
            removed: boolean;
            /** Places */
            places: components["schemas"]["PlaceShown"][];
            /**
             * Sides
             * @description The side of each seat, once the game has started.
             */
            sides: number[];
            /**
             * Commitment
             * @description A hash of the secret and the set-up, shown before anybody added a nonce.
             */
            commitment: string;
            /**
             * Hides Nonces
             * @description Whether those who sit down show the hash of a nonce first, and the nonce when all have.
             */
            hides_nonces: boolean;
            /**
             * Show Until
             * @description Until when nonces must be shown, where they are asked for: whoever does not loses their chair.
             */
            show_until: number | null;
            /**
             * Broken
             * @description Starts that came to nothing.
             */
            broken: components["schemas"]["BrokenShown"][];
            /**
             * Secret
             * @description When the game is over.
             */
            secret: string | null;
            /**
             * Invitation
             * @description For whoever opened the table, to be sent to the invited.
             */
            invitation: string | null;
            /**
             * Agreed
             * @description Seats for which somebody agreed that the house should play on.
             */
            agreed: number[];
            /**
             * Is Silent
             * @description Whether partners play, who must not talk.
             */
            is_silent: boolean;
            /**
             * Next Table
             * @description Where the rematch is.
             */
            next_table: string | null;
        };
        /**
         * TableWanted
         * @description A table to be opened.
         */
        TableWanted: {
            /** Game */
            game: string;
            /** Options */
            options?: {
                [key: string]: string;
            };
            /** Chairs */
            chairs: components["schemas"]["ChairWanted"][];
            /**
             * @default {
             *       "pace": "none",
             *       "seconds": 0,
             *       "increment": 0
             *     }
             */
            clock: components["schemas"]["ClockWanted"];
            /**
             * Begins
             * @default drawn
             * @enum {string}
             */
            begins: "drawn" | "first";
            /**
             * Listed
             * @default false
             */
            listed: boolean;
            /**
             * Starts When Full
             * @default false
             */
            starts_when_full: boolean;
        };
        /**
         * TakeBack
         * @description Take one's own last move back.
         */
        TakeBack: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            what: "take_back";
            /** Seat */
            seat: number;
            /** Key */
            key?: string | null;
        };
        /**
         * TallyLine
         * @description What one thing brings at the end, or costs.
         */
        TallyLine: {
            /**
             * Key
             * @description Which: `tally_` and this is a key of the game's language files.
             * @enum {string}
             */
            key: "red_end" | "blue_end" | "yellow_end" | "vases" | "fragments" | "round_track" | "gaps";
            /** N */
            n: number;
        };
        /**
         * TimeShown
         * @description How much time everybody had at a moment, and whose clock has been running since.
         */
        TimeShown: {
            /** At */
            at: number;
            /** Left */
            left: number[];
            /** Running */
            running: number[];
            /**
             * Stood Still
             * @description For how many seconds since that moment the server could not take moves: they are in `left` again.
             */
            stood_still: number;
        };
        /**
         * Track
         * @description A track for excavations.
         */
        Track: {
            /**
             * Name
             * @enum {string}
             */
            name: "yellow" | "red" | "blue";
            /**
             * Discs
             * @description The space of each seat's disc, from 1 to 9; 0 before the first.
             */
            discs: number[];
            /**
             * Ends
             * @description The seats that reached the last space, the first of them first.
             */
            ends: number[];
        };
        /**
         * Yours
         * @description What is for this seat alone.
         */
        Yours: {
            /** Seat */
            seat: number;
            /**
             * Seats
             * @description All that one plays here.
             */
            seats: number[];
            /**
             * Moves
             * @description What one may do now; none where one is not due.
             */
            moves: components["schemas"]["ScarabyaMove"][] | components["schemas"]["MarajoaraMove"][] | components["schemas"]["LegalMove"][];
            /** May Take Back */
            may_take_back: boolean;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    games: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GamesShown"];
                };
            };
            /** @description Not at the moment */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
        };
    };
    chairs: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                key: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OptionsWanted"];
            };
        };
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChairsAllowed"];
                };
            };
            /** @description Not at the moment */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
        };
    };
    who_am_i: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Me"] | null;
                };
            };
            /** @description Not at the moment */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
        };
    };
    come_in: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GuestWanted"];
            };
        };
        responses: {
            /** @description Successful Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Me"];
                };
            };
            /** @description Not at the moment */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
        };
    };
    delete_me: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not at the moment */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
        };
    };
    change_name: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GuestWanted"];
            };
        };
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Me"];
                };
            };
            /** @description Not at the moment */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
        };
    };
    my_data: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MyData"];
                };
            };
            /** @description Not at the moment */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
        };
    };
    make_code: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Code"];
                };
            };
            /** @description Not at the moment */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
        };
    };
    use_code: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CodeWanted"];
            };
        };
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Me"];
                };
            };
            /** @description Not at the moment */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
        };
    };
    log_out: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not at the moment */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
        };
    };
    log_out_everywhere: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Code"];
                };
            };
            /** @description Not at the moment */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
        };
    };
    my_tables: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TableList"];
                };
            };
            /** @description Not at the moment */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
        };
    };
    listed_tables: {
        parameters: {
            query?: {
                status?: "open" | "playing";
                game?: string | null;
                /** @description Values that options of the game have, such as `mode:duel`. */
                option?: string[];
                /** @description Of the clock. */
                pace?: ("none" | "live" | "days") | null;
                /** @description How many there are, taken or not. */
                chairs?: number | null;
                /** @description Whether a chair must be free for you, without an invitation, at a table where you do not sit yet. */
                free?: boolean;
                /** @description Where the list goes on: `next` of the page before. */
                after?: string | null;
                count?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TableList"];
                };
            };
            /** @description Not at the moment */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
        };
    };
    open_table: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TableWanted"];
            };
        };
        responses: {
            /** @description Successful Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TableOpened"];
                };
            };
            /** @description Not at the moment */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
        };
    };
    look: {
        parameters: {
            query?: {
                seat?: number | null;
                after?: number;
            };
            header?: never;
            path: {
                table: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["News"];
                };
            };
            /** @description Not at the moment */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
        };
    };
    do: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                table: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Sit"] | components["schemas"]["ShowNonce"] | components["schemas"]["RenewNonce"] | components["schemas"]["Stand"] | components["schemas"]["Remove"] | components["schemas"]["Start"] | components["schemas"]["MakeMove"] | components["schemas"]["TakeBack"] | components["schemas"]["Resign"] | components["schemas"]["Agree"] | components["schemas"]["Say"];
            };
        };
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
            /** @description Not at the moment */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
        };
    };
    rematch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                table: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TableOpened"];
                };
            };
            /** @description Not at the moment */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
        };
    };
    frames: {
        parameters: {
            query?: {
                seat?: number | null;
                start?: number;
                count?: number;
            };
            header?: never;
            path: {
                table: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Frames"];
                };
            };
            /** @description Not at the moment */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
        };
    };
    log: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                table: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description Not at the moment */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
        };
    };
    fairness: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                table: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FairShown"];
                };
            };
            /** @description Not at the moment */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
        };
    };
    frames_of_log: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FramesWanted"];
            };
        };
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Frames"];
                };
            };
            /** @description Not at the moment */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
        };
    };
    fairness_of_log: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LogGiven"];
            };
        };
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FairShown"];
                };
            };
            /** @description Not at the moment */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
        };
    };
    live: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Alive"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
        };
    };
    ready: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
            /** @description Not at the moment */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
        };
    };
    health: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
            /** @description Not at the moment */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
            /** @description Refused */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
        };
    };
}
