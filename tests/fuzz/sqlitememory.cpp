// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/sqlitememory.h"

#include <sanitizer/asan_interface.h>
#include <sqlite3.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <mutex>

namespace tileline::fuzz {

namespace {

/// Before and after each piece of memory, so that AddressSanitizer finds who reads beyond it.
constexpr size_t Margin = 16;

struct Piece {
    size_t size; ///< as asked for, rounded up
    /// Among the free ones. It is not poisoned then: LeakSanitizer does not follow poisoned pointers.
    Piece* next;
};
static_assert(sizeof(Piece) == Margin);

std::mutex mutex;
std::array<Piece*, 40> freePieces{}; // by the power of two that holds such a piece

size_t classOf(size_t size) {
    return static_cast<size_t>(std::bit_width(size + 2 * Margin - 1));
}

Piece* pieceOf(void* memory) {
    return reinterpret_cast<Piece*>(static_cast<std::byte*>(memory) - Margin);
}

int sizeOf(void* memory) {
    Piece* const piece = pieceOf(memory);
    ASAN_UNPOISON_MEMORY_REGION(piece, Margin);
    const size_t size = piece->size;
    ASAN_POISON_MEMORY_REGION(piece, Margin);
    return static_cast<int>(size);
}

void* allocate(int bytes) {
    const auto size = static_cast<size_t>(bytes);
    const size_t number = classOf(size);
    Piece* piece = nullptr;
    {
        const std::scoped_lock lock(mutex);
        piece = freePieces[number];
        if (piece != nullptr) {
            freePieces[number] = piece->next;
        }
    }
    if (piece == nullptr) {
        piece = static_cast<Piece*>(std::malloc(size_t{1} << number));
        if (piece == nullptr) {
            return nullptr;
        }
        ASAN_POISON_MEMORY_REGION(piece + 1, (size_t{1} << number) - Margin);
    }
    piece->size = size;
    ASAN_POISON_MEMORY_REGION(piece, Margin);
    ASAN_UNPOISON_MEMORY_REGION(piece + 1, size);
    return piece + 1;
}

void release(void* memory) {
    Piece* const piece = pieceOf(memory);
    ASAN_UNPOISON_MEMORY_REGION(piece, Margin);
    ASAN_POISON_MEMORY_REGION(memory, piece->size);
    const std::scoped_lock lock(mutex);
    Piece*& first = freePieces[classOf(piece->size)];
    piece->next = first;
    first = piece;
}

void* resize(void* memory, int bytes) {
    void* const moved = allocate(bytes);
    if (moved != nullptr) {
        std::memcpy(moved, memory, static_cast<size_t>(std::min(bytes, sizeOf(memory))));
        release(memory);
    }
    return moved;
}

int roundUp(int bytes) {
    constexpr int Unit = 8;
    return (bytes + Unit - 1) / Unit * Unit;
}

int start(void*) {
    return SQLITE_OK;
}

void stop(void*) {
}

} // namespace

bool giveSqliteOwnMemory() {
    static const sqlite3_mem_methods methods{allocate, release, resize, sizeOf,
                                             roundUp,  start,   stop,   nullptr};
    return sqlite3_config(SQLITE_CONFIG_MALLOC, &methods) == SQLITE_OK &&
           sqlite3_config(SQLITE_CONFIG_LOOKASIDE, 0, 0) == SQLITE_OK &&
           sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0) == SQLITE_OK;
}

} // namespace tileline::fuzz
