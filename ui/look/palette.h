// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>

#include <array>
#include <cstddef>
#include <cstdint>

class QPalette;

namespace tileline {

/// What a colour is for. packaging/docs/design.md says where each is used.
enum class ColorRole : uint8_t {
    Window,
    Surface,
    Sunken,
    Line,
    Grid,
    Text,
    Muted,
    Faint,
    Accent,
    OnAccent,
    AccentTint,
    Over,
    Ok,
    Warn,
    Waiting,
    HeatLow,
    HeatHigh,
    Ipu0,
    Ipu1,
    Ipu2,
    Ipu3,
    IpuMid0,
    IpuMid1,
    IpuMid2,
    IpuMid3,
    IpuTint0,
    IpuTint1,
    IpuTint2,
    IpuTint3,
    Variables,
    VariablesEdge,
    Temporary,
    TemporaryEdge,
    Accumulators,
    AccumulatorsEdge,
    Stash,
    StashEdge,
    VertexCode,
    VertexCodeEdge,
    VertexState,
    VertexStateEdge,
    Exchange,
    ExchangeEdge,
    ControlCode,
    ControlCodeEdge,
    Unowned,
    UnownedEdge,
    Host,
    HostEdge,
    Other0,
    Other1,
    Other2,
    Other3,
    Other4,
    Other5,
    Other6,
    CodeComment,
    CodeString,
    CodeNumber,
    CodeKeyword,
    CodeCall,
};

/// What is drawn in a colour, which says the contrast that it needs.
enum class ColorUse : uint8_t {
    Ground,     ///< what all else is drawn on
    Text,       ///< on all grounds: 4.5
    OnAccent,   ///< text on the accent: 4.5
    Mark,       ///< lines, edges and bars on all grounds: 3
    Fill,       ///< in an edge, with text on it: 4.5
    Decoration, ///< nothing is lost without it, or something else outlines it
};

struct RoleColor {
    ColorRole role;
    QRgb light;
    QRgb dark;
    ColorUse use;
};

/// Every colour of the window, by role. There is none elsewhere, except what is mixed of these.
inline constexpr std::array RoleColors{
    RoleColor{ColorRole::Window, 0xFFF3F4F6, 0xFF1A1C20, ColorUse::Ground},
    RoleColor{ColorRole::Surface, 0xFFFFFFFF, 0xFF212429, ColorUse::Ground},
    RoleColor{ColorRole::Sunken, 0xFFE9EBEF, 0xFF2A2E34, ColorUse::Ground},
    RoleColor{ColorRole::Line, 0xFFD9DCE1, 0xFF363B43, ColorUse::Decoration},
    RoleColor{ColorRole::Grid, 0xFFE6E8EC, 0xFF2D3138, ColorUse::Decoration},
    RoleColor{ColorRole::Text, 0xFF1B1F24, 0xFFE7E9EC, ColorUse::Text},
    RoleColor{ColorRole::Muted, 0xFF59616C, 0xFFA6AEB9, ColorUse::Text},
    RoleColor{ColorRole::Faint, 0xFF9AA1AB, 0xFF6C747F, ColorUse::Decoration},
    RoleColor{ColorRole::Accent, 0xFF2F55C8, 0xFF93ABFF, ColorUse::Text},
    RoleColor{ColorRole::OnAccent, 0xFFFFFFFF, 0xFF12162B, ColorUse::OnAccent},
    RoleColor{ColorRole::AccentTint, 0xFFE3E9FB, 0xFF2A3454, ColorUse::Fill},
    RoleColor{ColorRole::Over, 0xFFB3380A, 0xFFFF9166, ColorUse::Text},
    RoleColor{ColorRole::Ok, 0xFF1E6E52, 0xFF6CCBA5, ColorUse::Text},
    RoleColor{ColorRole::Warn, 0xFF855700, 0xFFE6B450, ColorUse::Text},
    RoleColor{ColorRole::Waiting, 0xFF808893, 0xFF7D8590, ColorUse::Mark},
    RoleColor{ColorRole::HeatLow, 0xFFF3F4F6, 0xFF212429, ColorUse::Decoration},
    RoleColor{ColorRole::HeatHigh, 0xFF3A4250, 0xFFC7CDD6, ColorUse::Decoration},
    RoleColor{ColorRole::Ipu0, 0xFF4A6285, 0xFF9DB4D8, ColorUse::Mark},
    RoleColor{ColorRole::Ipu1, 0xFF23706B, 0xFF78C4BC, ColorUse::Mark},
    RoleColor{ColorRole::Ipu2, 0xFF77507C, 0xFFCBA3D0, ColorUse::Mark},
    RoleColor{ColorRole::Ipu3, 0xFF7A6030, 0xFFD0B37E, ColorUse::Mark},
    RoleColor{ColorRole::IpuMid0, 0xFFA9B9D2, 0xFF4D6488, ColorUse::Fill},
    RoleColor{ColorRole::IpuMid1, 0xFF93C4BF, 0xFF36716B, ColorUse::Fill},
    RoleColor{ColorRole::IpuMid2, 0xFFC9ABCC, 0xFF74527A, ColorUse::Fill},
    RoleColor{ColorRole::IpuMid3, 0xFFCFBA8E, 0xFF776234, ColorUse::Fill},
    RoleColor{ColorRole::IpuTint0, 0xFFDFE6F0, 0xFF2B3646, ColorUse::Fill},
    RoleColor{ColorRole::IpuTint1, 0xFFD9ECEA, 0xFF203D3A, ColorUse::Fill},
    RoleColor{ColorRole::IpuTint2, 0xFFEEE2EF, 0xFF3D2F40, ColorUse::Fill},
    RoleColor{ColorRole::IpuTint3, 0xFFF0E8D8, 0xFF403725, ColorUse::Fill},
    RoleColor{ColorRole::Variables, 0xFFC4E2FF, 0xFF1B3B51, ColorUse::Fill},
    RoleColor{ColorRole::VariablesEdge, 0xFF0072B2, 0xFF56B4E9, ColorUse::Mark},
    RoleColor{ColorRole::Temporary, 0xFF6EACE2, 0xFF2369AF, ColorUse::Fill},
    RoleColor{ColorRole::TemporaryEdge, 0xFF0072B2, 0xFF56B4E9, ColorUse::Mark},
    RoleColor{ColorRole::Accumulators, 0xFFD4A8C9, 0xFF7F447D, ColorUse::Fill},
    RoleColor{ColorRole::AccumulatorsEdge, 0xFFB0417F, 0xFFEB9AC8, ColorUse::Mark},
    RoleColor{ColorRole::Stash, 0xFF0072B2, 0xFF56B4E9, ColorUse::Mark},
    RoleColor{ColorRole::StashEdge, 0xFF0072B2, 0xFF56B4E9, ColorUse::Mark},
    RoleColor{ColorRole::VertexCode, 0xFFF7BB40, 0xFF513100, ColorUse::Fill},
    RoleColor{ColorRole::VertexCodeEdge, 0xFF8F5400, 0xFFE69F00, ColorUse::Mark},
    RoleColor{ColorRole::VertexState, 0xFFFFE6B0, 0xFF685E0D, ColorUse::Fill},
    RoleColor{ColorRole::VertexStateEdge, 0xFF8A7F00, 0xFFF0E442, ColorUse::Mark},
    RoleColor{ColorRole::Exchange, 0xFF8BE1BD, 0xFF006134, ColorUse::Fill},
    RoleColor{ColorRole::ExchangeEdge, 0xFF00785A, 0xFF2FC79B, ColorUse::Mark},
    RoleColor{ColorRole::ControlCode, 0xFF979693, 0xFF505A57, ColorUse::Fill},
    RoleColor{ColorRole::ControlCodeEdge, 0xFF3C434D, 0xFFC3C9D2, ColorUse::Mark},
    RoleColor{ColorRole::Unowned, 0xFFFFFFFF, 0xFF212429, ColorUse::Fill},
    RoleColor{ColorRole::UnownedEdge, 0xFF868E99, 0xFF7D8590, ColorUse::Mark},
    RoleColor{ColorRole::Host, 0xFFD5E08F, 0xFF454F14, ColorUse::Fill},
    RoleColor{ColorRole::HostEdge, 0xFF616F00, 0xFFB9CB55, ColorUse::Mark},
    RoleColor{ColorRole::Other0, 0xFF8C564B, 0xFFB07A6E, ColorUse::Decoration},
    RoleColor{ColorRole::Other1, 0xFF6B7F2A, 0xFF93A94C, ColorUse::Decoration},
    RoleColor{ColorRole::Other2, 0xFF2F7F86, 0xFF56A7AE, ColorUse::Decoration},
    RoleColor{ColorRole::Other3, 0xFFA35A5A, 0xFFC98080, ColorUse::Decoration},
    RoleColor{ColorRole::Other4, 0xFFB8A97A, 0xFFD0C396, ColorUse::Decoration},
    RoleColor{ColorRole::Other5, 0xFF7B8F7B, 0xFF9FB39F, ColorUse::Decoration},
    RoleColor{ColorRole::Other6, 0xFF2E2E6E, 0xFF6A6AC0, ColorUse::Decoration},
    RoleColor{ColorRole::CodeComment, 0xFF566B56, 0xFF8FA38F, ColorUse::Text},
    RoleColor{ColorRole::CodeString, 0xFF9A4B00, 0xFFE6A95C, ColorUse::Text},
    RoleColor{ColorRole::CodeNumber, 0xFF005C99, 0xFF7FC8FF, ColorUse::Text},
    RoleColor{ColorRole::CodeKeyword, 0xFF7A2C8F, 0xFFD3A1E8, ColorUse::Text},
    RoleColor{ColorRole::CodeCall, 0xFF00695C, 0xFF6FD6C0, ColorUse::Text},
};

QColor colorOf(ColorRole role, bool dark);
/// The role that is `offset` after `first`, such as Ipu2 after Ipu0.
constexpr ColorRole roleAfter(ColorRole first, size_t offset) {
    return static_cast<ColorRole>(static_cast<size_t>(first) + offset);
}
/// Whether windows with these colours are dark.
bool isDark(const QPalette& palette);
/// Of our themes. In the colours of the desktop only light or dark is known.
QPalette paletteOf(bool dark);

/// Black or white, whichever has more contrast with `background`.
QColor textOn(const QColor& background);
/// From 1 to 21, as WCAG defines it. Anything that must be visible needs at least 3.
double contrast(const QColor& a, const QColor& b);
/// A colour between two; `fraction` is the share of `to`.
QColor blend(const QColor& from, const QColor& to, double fraction);

} // namespace tileline
