// Scarabya by hand in C++: the record of games/scarabya/record.py and the rules of its kernel.py.
// The placements come from Python, so that both play the same tiles under the same numbers.
#include "twin.hpp"

namespace scarabya {

constexpr int SIDE = 10, WORD = SIDE * SIDE / 2, MAX_SEATS = 4, TILES = 12, MAX_AREA = 4;
constexpr int PLACEMENTS = 4096, DRAW = PLACEMENTS;
constexpr int BASE = 0, DUEL = 1, SOLO = 2;
constexpr int NONE = -1, NOT_YET = -1, DISCARDED = -2, SEALED = -3;

struct Set {
    uint64_t low, high;

    bool empty() const { return (low | high) == 0; }
    int size() const { return std::popcount(low) + std::popcount(high); }
};

inline Set operator|(Set a, Set b) { return {a.low | b.low, a.high | b.high}; }
inline Set operator&(Set a, Set b) { return {a.low & b.low, a.high & b.high}; }
inline Set operator^(Set a, Set b) { return {a.low ^ b.low, a.high ^ b.high}; }
inline Set operator~(Set a) { return {~a.low, ~a.high}; }

struct Position {
    Set rocks, scarabs;
    Set covered[MAX_SEATS], closed[MAX_SEATS];
    int16_t placement[MAX_SEATS][TILES];
    int16_t chosen[MAX_SEATS], points[MAX_SEATS];
    uint16_t deck;
    int8_t order[TILES];
    int8_t drawn, card, due, mode, seats;
};

Set MASKS[PLACEMENTS];
int FIRST[TILES + 1];

constexpr uint64_t WHOLE_WORD = (uint64_t{1} << WORD) - 1;
constexpr uint64_t COLUMN_A = [] {
    uint64_t column = 0;
    for (int square = 0; square < WORD; square += SIDE) column |= uint64_t{1} << square;
    return column;
}();
constexpr uint64_t NOT_COLUMN_A = WHOLE_WORD ^ COLUMN_A;
constexpr uint64_t NOT_COLUMN_J = WHOLE_WORD ^ (COLUMN_A << (SIDE - 1));
constexpr Set WHOLE = {WHOLE_WORD, WHOLE_WORD};
constexpr Set CENTRE = {uint64_t{3} << 44, uint64_t{3} << 4};

// --- who is due

inline bool is_concerned(const Position& p, int seat) {
    return 0 <= seat && seat < p.seats && (p.mode != DUEL || seat == p.due);
}

inline bool is_due(const Position& p, int seat) {
    if (p.card == NONE || !is_concerned(p, seat)) return false;
    const bool undecided = p.chosen[seat] == NOT_YET || p.chosen[seat] == SEALED;
    return undecided && p.placement[seat][p.card] == NOT_YET;
}

inline unsigned movers(const Position& p) {
    if (p.card == NONE) return p.deck != 0 ? twin::CHANCE_DUE : 0;
    unsigned due = 0;
    for (int seat = 0; seat < p.seats; seat++) due |= unsigned{is_due(p, seat)} << seat;
    return due;
}

// --- sets of squares

inline uint64_t beside(uint64_t word) {
    return (word << 1 & NOT_COLUMN_A) | (word >> 1 & NOT_COLUMN_J) | word << SIDE | word >> SIDE;
}

inline Set grow(Set s) {
    const uint64_t low = s.low | beside(s.low) | s.high << (WORD - SIDE);
    const uint64_t high = s.high | beside(s.high) | s.low >> (WORD - SIDE);
    return {low & WHOLE_WORD, high & WHOLE_WORD};
}

inline Set first_square(Set s) {
    if (s.low != 0) return {s.low & -s.low, 0};
    return {0, s.high & -s.high};
}

inline Set first_group(Set s, Set open) {
    s = first_square(s);
    for (int i = 0; i < MAX_AREA; i++) s = grow(s) & open;
    return s;
}

// --- the moves

inline int site_of(const Position& p, int seat) { return p.mode == DUEL ? 0 : seat; }

inline Set blocked(const Position& p, int site) { return p.rocks | p.covered[site]; }

inline Set reach(const Position& p, int site) {
    return p.covered[site].empty() ? CENTRE : grow(p.covered[site]);
}

inline bool fits(int placement, Set blocked, Set reach) {
    const Set mask = MASKS[placement];
    return (mask & blocked).empty() & !(mask & reach).empty();
}

inline int placements(const Position& p, int seat, int32_t* out) {
    const int site = site_of(p, seat), end = FIRST[p.card + 1];
    const Set no = blocked(p, site), within = reach(p, site);
    int count = 0;
    for (int placement = FIRST[p.card]; placement < end; placement++) {
        out[count] = placement;
        count += fits(placement, no, within);
    }
    return count;
}

inline bool may_come(const Position& p, int tile) {
    if (p.card != NONE || (p.deck >> tile & 1) == 0) return false;
    return p.order[p.drawn] == NONE || p.order[p.drawn] == tile;
}

inline int draws(const Position& p, int32_t* out) {
    int count = 0;
    for (int tile = 0; tile < TILES; tile++) {
        out[count] = DRAW + tile;
        count += may_come(p, tile);
    }
    return count;
}

inline int legal(const Position& p, int seat, int32_t* out) {
    if (seat == twin::CHANCE) return draws(p, out);
    return is_due(p, seat) ? placements(p, seat, out) : 0;
}

inline int weights(const Position& p, int32_t* out) {
    const int count = draws(p, out);
    for (int i = 0; i < count; i++) out[i] = 1;
    return count;
}

// --- excavation areas

inline Set small_groups(Set s, Set open) {
    Set closed = {0, 0};
    while (!s.empty()) {
        const Set group = first_group(s, open);
        s = s & ~group;
        if (group.size() <= MAX_AREA) closed = closed | group;
    }
    return closed;
}

inline Set closed_by(const Position& p, int site, int placement) {
    const Set open = (blocked(p, site) | MASKS[placement]) ^ WHOLE;
    return small_groups(grow(MASKS[placement]) & open, open);
}

inline int worth(const Position& p, Set s) {
    int total = 0;
    while (!s.empty()) {
        const Set area = first_group(s, s);
        total += area.size() * (area & p.scarabs).size();
        s = s ^ area;
    }
    return total;
}

// --- what a move does

inline bool can_place(const Position& p, int site) {
    const Set no = blocked(p, site), within = reach(p, site);
    for (int placement = FIRST[p.card]; placement < FIRST[p.card + 1]; placement++)
        if (fits(placement, no, within)) return true;
    return false;
}

inline void turn(Position& p, int tile) {
    p.deck ^= 1 << tile;
    p.order[p.drawn++] = tile;
    p.card = tile;
    for (int seat = 0; seat < p.seats; seat++)
        if (is_concerned(p, seat) && !can_place(p, site_of(p, seat)))
            p.placement[seat][tile] = DISCARDED;
}

inline void lay(Position& p, int seat, int placement) {
    const int site = site_of(p, seat);
    const Set mask = MASKS[placement], areas = closed_by(p, site, placement);
    p.points[seat] += p.mode == SOLO ? (mask & p.scarabs).size() : worth(p, areas);
    p.closed[site] = p.closed[site] | areas;
    p.covered[site] = p.covered[site] | mask;
    p.placement[seat][p.card] = placement;
    if (p.mode == DUEL) p.due = 1 - seat;
}

inline int tiles_laid(const Position& p, int seat) {
    int count = 0;
    for (int tile = 0; tile < TILES; tile++) count += p.placement[seat][tile] >= 0;
    return count;
}

inline int bonus(const Position& p) {
    if (tiles_laid(p, 1) >= tiles_laid(p, 0)) return 0;
    return (p.scarabs & ~(p.covered[0] | p.closed[0])).size();
}

inline void end_round(Position& p) {
    for (int seat = 0; seat < p.seats; seat++) {
        if (p.chosen[seat] < 0) continue;
        lay(p, seat, p.chosen[seat]);
        p.chosen[seat] = NOT_YET;
    }
    p.card = NONE;
    if (p.deck == 0 && p.mode == DUEL) p.points[1] += bonus(p);
}

inline void play(Position& p, int seat, int move) {
    if (move >= DRAW)
        turn(p, move - DRAW);
    else
        p.chosen[seat] = move;
    if (movers(p) == 0) end_round(p);
}

}  // namespace scarabya

extern "C" void use_placements(const uint64_t* masks, const int64_t* first) {
    std::memcpy(scarabya::MASKS, masks, sizeof scarabya::MASKS);
    for (int tile = 0; tile <= scarabya::TILES; tile++) scarabya::FIRST[tile] = first[tile];
}

extern "C" void play_all(std::byte* records, int64_t count, int64_t bytes, int32_t* moves,
                         int32_t* odds, uint64_t* rng, int32_t* plies) {
    twin::play_all<scarabya::Position>(records, count, bytes, moves, odds, rng, plies);
}
