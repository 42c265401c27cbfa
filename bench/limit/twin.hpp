// What the twins share: the generator and the random games of bots/rng.py and bots/policies.py.
//
// A twin has a Position whose fields lie as in the numpy record, with movers, legal, weights and
// play over it. Games are played on a copy, which the compiler can keep apart from all else.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace twin {

constexpr int CHANCE = -1;
constexpr unsigned CHANCE_DUE = 1u << 4;

// Marsaglia's xorshift64.
inline uint64_t below(uint64_t& word, uint64_t n) {
    word ^= word << 13;
    word ^= word >> 7;
    word ^= word << 17;
    return ((word >> 32) * n) >> 32;
}

inline int first_due(unsigned due) {
    return due == CHANCE_DUE ? CHANCE : std::countr_zero(due);
}

template <class Position>
int choose(const Position& p, int seat, int32_t* moves, uint64_t& rng) {
    return moves[below(rng, legal(p, seat, moves))];
}

template <class Position>
int draw(const Position& p, int32_t* moves, int32_t* odds, uint64_t& rng) {
    const int count = legal(p, CHANCE, moves);
    weights(p, odds);
    int32_t total = 0;
    for (int i = 0; i < count; i++) total += odds[i];
    int32_t ticket = below(rng, total);
    int index = 0;
    while (ticket >= odds[index]) ticket -= odds[index++];
    return moves[index];
}

template <class Position>
int32_t play_out(Position& p, int32_t* moves, int32_t* odds, uint64_t& rng) {
    int32_t plies = 0;
    while (const unsigned due = movers(p)) {
        const int seat = first_due(due);
        const int move = seat == CHANCE ? draw(p, moves, odds, rng) : choose(p, seat, moves, rng);
        play(p, seat, move);
        plies++;
    }
    return plies;
}

// Plays `count` records of `bytes` bytes to their end.
template <class Position>
void play_all(std::byte* records, int64_t count, size_t bytes, int32_t* moves, int32_t* odds,
              uint64_t* rng, int32_t* plies) {
    Position p;
    uint64_t word = *rng;
    for (int64_t i = 0; i < count; i++) {
        std::memcpy(&p, records + i * bytes, bytes);
        plies[i] = play_out(p, moves, odds, word);
        std::memcpy(records + i * bytes, &p, bytes);
    }
    *rng = word;
}

}  // namespace twin
