// SCARAB by hand in C++: the record of games/scarab/record.py and the rules of its kernel.py.
#include "twin.hpp"

namespace scarab {

constexpr int SIDE = 10, SQUARES = SIDE * SIDE, MAX_SEATS = 4;
constexpr int EMPTY = 0, HIGHEST = 8, ANKH = 9;
constexpr int EITHER = 0, ROW = 1, COLUMN = 2;
constexpr int VALUES = 2 * HIGHEST + 1, KINDS = 2 * VALUES;
constexpr int GO_VIA = SQUARES, PUT = GO_VIA + SQUARES * SQUARES, KEEP = PUT + KINDS * SQUARES;

struct Position {
    int8_t stone[SQUARES];
    uint8_t star[SQUARES];
    uint8_t hand[MAX_SEATS][KINDS];
    int16_t points[MAX_SEATS];
    int16_t moves;
    int8_t scarabs, stars, priest, line, due;
    bool ankh;
    int8_t seats, size;
    bool deflection, teams;
};

struct Inner {
    bool square[SQUARES];
    constexpr Inner() : square() {
        for (int s = 0; s < SQUARES; s++) {
            const int row = s / SIDE, column = s % SIDE;
            square[s] = 0 < row && row < SIDE - 1 && 0 < column && column < SIDE - 1;
        }
    }
};
constexpr Inner INNER;

// --- who is due

inline int barred_stone(const Position& p) { return p.line == EITHER ? ANKH : EMPTY; }

inline bool is_target(const Position& p, int square, int barred) {
    const int stone = p.stone[square];
    return (stone != EMPTY) & (stone != barred);
}

inline bool holds_target(const Position& p, int start, int step, int barred) {
    for (int i = 0; i < SIDE; i++)
        if (is_target(p, start + i * step, barred)) return true;
    return false;
}

inline bool may_go_on(const Position& p) {
    if (p.scarabs == 0) return false;
    const int barred = barred_stone(p), row = p.priest / SIDE, column = p.priest % SIDE;
    return (p.line != COLUMN && holds_target(p, row * SIDE, 1, barred)) ||
           (p.line != ROW && holds_target(p, column, SIDE, barred));
}

inline unsigned movers(const Position& p) { return p.ankh || may_go_on(p) ? 1u << p.due : 0; }

// --- the moves

inline int targets(const Position& p, int start, int step, int length, int barred, int32_t* out) {
    int count = 0;
    for (int i = 0; i < length; i++) {
        const int square = start + i * step;
        out[count] = square;
        count += is_target(p, square, barred);
    }
    return count;
}

inline int straight_moves(const Position& p, int32_t* out) {
    const int row = p.priest / SIDE, column = p.priest % SIDE, barred = barred_stone(p);
    int count = 0;
    if (p.line != ROW) count = targets(p, column, SIDE, row, barred, out);
    if (p.line != COLUMN) count += targets(p, row * SIDE, 1, SIDE, barred, out + count);
    if (p.line != ROW)
        count += targets(p, p.priest + SIDE, SIDE, SIDE - row - 1, barred, out + count);
    return count;
}

inline int turns_at(const Position& p, int star, int start, int step, int32_t* out) {
    const int base = GO_VIA + star * SQUARES, barred = barred_stone(p);
    int count = 0;
    for (int i = 0; i < SIDE; i++) {
        const int square = start + i * step;
        out[count] = base + square;
        count += is_target(p, square, barred) & (square != star);
    }
    return count;
}

inline int turns(const Position& p, int start, int step, int length, int32_t* out) {
    int count = 0;
    for (int i = 0; i < length; i++) {
        const int star = start + i * step;
        if (!p.star[star]) continue;
        if (step == 1)
            count += turns_at(p, star, star % SIDE, SIDE, out + count);
        else
            count += turns_at(p, star, star / SIDE * SIDE, 1, out + count);
    }
    return count;
}

inline int turning_moves(const Position& p, int32_t* out) {
    const int row = p.priest / SIDE, column = p.priest % SIDE;
    int count = 0;
    if (p.line != ROW) count = turns(p, column, SIDE, row, out);
    if (p.line != COLUMN) count += turns(p, row * SIDE, 1, SIDE, out + count);
    if (p.line != ROW) count += turns(p, p.priest + SIDE, SIDE, SIDE - row - 1, out + count);
    return count;
}

inline bool is_free(const Position& p, int square) {
    const bool in_play = (p.size == SIDE) | INNER.square[square];
    return (p.stone[square] == EMPTY) & (square != p.priest) & in_play;
}

inline int free_squares(const Position& p, int32_t* out) {
    int count = 0;
    for (int square = 0; square < SQUARES; square++) {
        out[count] = square;
        count += is_free(p, square);
    }
    return count;
}

inline int kinds_in_hand(const Position& p) {
    int count = 0;
    for (int kind = 0; kind < KINDS; kind++) count += p.hand[p.due][kind] > 0;
    return count;
}

inline int ankh_choices(const Position& p, int32_t* out) {
    const int free = free_squares(p, out), count = kinds_in_hand(p) * free;
    out[count] = KEEP;
    int32_t* start = out + count;
    for (int kind = KINDS - 1; kind >= 0; kind--) {
        if (!p.hand[p.due][kind]) continue;
        start -= free;
        const int first = PUT + kind * SQUARES;
#pragma GCC ivdep
        for (int i = 0; i < free; i++) start[i] = first + out[i];
    }
    return count + 1;
}

inline int legal(const Position& p, int seat, int32_t* out) {
    if (seat != p.due) return 0;
    if (p.ankh) return ankh_choices(p, out);
    if (p.scarabs == 0) return 0;
    const int count = straight_moves(p, out);
    return p.stars > 0 ? count + turning_moves(p, out + count) : count;
}

inline int weights(const Position&, int32_t*) { return 0; }

// --- what a move does

inline bool any_free(const Position& p) {
    for (int square = 0; square < SQUARES; square++)
        if (is_free(p, square)) return true;
    return false;
}

inline bool may_choose(const Position& p) { return kinds_in_hand(p) > 0 && any_free(p); }

inline void take(Position& p, int square) {
    const int stone = p.stone[square];
    p.stone[square] = EMPTY;
    if (stone == ANKH) {
        p.ankh = may_choose(p);
        return;
    }
    const bool starred = p.star[square];
    p.star[square] = 0;
    p.hand[p.due][stone + HIGHEST + (starred ? VALUES : 0)]++;
    p.points[p.due] += stone;
    p.scarabs--;
    p.stars -= starred;
}

inline void put_back(Position& p, int move) {
    p.ankh = false;
    if (move == KEEP) return;
    const int kind = (move - PUT) / SQUARES, square = (move - PUT) % SQUARES;
    const int value = kind % VALUES - HIGHEST;
    p.hand[p.due][kind]--;
    p.points[p.due] -= value;
    p.stone[square] = value;
    p.star[square] = kind >= VALUES;
    p.scarabs++;
    p.stars += kind >= VALUES;
}

inline void pass_on(Position& p) { p.due = p.due + 1 < p.seats ? p.due + 1 : 0; }

inline void play(Position& p, int, int move) {
    p.moves++;
    if (move >= PUT) {
        put_back(p, move);
        pass_on(p);
        return;
    }
    const int square = move < GO_VIA ? move : (move - GO_VIA) % SQUARES;
    const int leg_start = move < GO_VIA ? p.priest : (move - GO_VIA) / SQUARES;
    p.line = leg_start / SIDE == square / SIDE ? COLUMN : ROW;
    p.priest = square;
    take(p, square);
    if (!p.ankh) pass_on(p);
}

}  // namespace scarab

extern "C" void play_all(std::byte* records, int64_t count, int64_t bytes, int32_t* moves,
                         int32_t* odds, uint64_t* rng, int32_t* plies) {
    twin::play_all<scarab::Position>(records, count, bytes, moves, odds, rng, plies);
}
