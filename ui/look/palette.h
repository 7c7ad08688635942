// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>

#include <array>
#include <cstddef>
#include <cstdint>

class QPalette;

namespace tileline {

/// The purposes of colours. packaging/docs/design.md says where each colour is used. Roles on the same line
/// belong together.
// clang-format off
enum class ColorRole : uint8_t {
    Window, Surface, Sunken, Line, Grid, Text, Muted, Faint,
    Accent, OnAccent, AccentTint, Over, Ok, Warn, Waiting,
    HeatLow, HeatHigh,
    Ipu0, Ipu1, Ipu2, Ipu3,
    IpuMid0, IpuMid1, IpuMid2, IpuMid3,
    IpuTint0, IpuTint1, IpuTint2, IpuTint3,
    Variables, VariablesEdge, Temporary, TemporaryEdge, Accumulators, AccumulatorsEdge, Stash, StashEdge,
    VertexCode, VertexCodeEdge, VertexState, VertexStateEdge, Exchange, ExchangeEdge,
    ControlCode, ControlCodeEdge, Unowned, UnownedEdge, Host, HostEdge,
    Other0, Other1, Other2, Other3, Other4, Other5, Other6,
    CodeComment, CodeString, CodeNumber, CodeKeyword, CodeCall
};
// clang-format on

/// What a colour is used for. The use determines how much contrast the colour needs.
enum class ColorUse : uint8_t {
    IsGround,     ///< the background of everything else
    IsText,       ///< text, contrast 4.5 : 1 on all backgrounds
    IsOnAccent,   ///< text on the accent, contrast 4.5 : 1
    IsMark,       ///< lines, edges and bars: contrast 3 : 1 on all backgrounds
    IsFill,       ///< the inside of an area that has an edge; text on it has contrast 4.5 : 1
    IsDecoration, ///< decoration, or an area outlined in another colour: no contrast needed
};

struct RoleColor {
    ColorRole role;
    QRgb light;
    QRgb dark;
    ColorUse use;
};

/// The basic colours of the window: each role has one for light and one for dark windows. All other colours
/// are mixtures of basic colours.
inline constexpr auto RoleColors = [] {
    using enum ColorRole;
    using enum ColorUse;
    // clang-format off
    return std::to_array<RoleColor>({
        {Window, 0xFFF3F4F6, 0xFF1A1C20, IsGround}, {Surface, 0xFFFFFFFF, 0xFF212429, IsGround},
        {Sunken, 0xFFE9EBEF, 0xFF2A2E34, IsGround}, {Line, 0xFFD9DCE1, 0xFF363B43, IsDecoration},
        {Grid, 0xFFE6E8EC, 0xFF2D3138, IsDecoration}, {Text, 0xFF1B1F24, 0xFFE7E9EC, IsText},
        {Muted, 0xFF59616C, 0xFFA6AEB9, IsText}, {Faint, 0xFF9AA1AB, 0xFF6C747F, IsDecoration},
        {Accent, 0xFF2F55C8, 0xFF93ABFF, IsText}, {OnAccent, 0xFFFFFFFF, 0xFF12162B, IsOnAccent},
        {AccentTint, 0xFFE3E9FB, 0xFF2A3454, IsFill}, {Over, 0xFFB3380A, 0xFFFF9166, IsText},
        {Ok, 0xFF1E6E52, 0xFF6CCBA5, IsText}, {Warn, 0xFF855700, 0xFFE6B450, IsText},
        {Waiting, 0xFF808893, 0xFF7D8590, IsMark}, {HeatLow, 0xFFF3F4F6, 0xFF212429, IsDecoration},
        {HeatHigh, 0xFF3A4250, 0xFFC7CDD6, IsDecoration}, {Ipu0, 0xFF4A6285, 0xFF9DB4D8, IsMark},
        {Ipu1, 0xFF23706B, 0xFF78C4BC, IsMark}, {Ipu2, 0xFF77507C, 0xFFCBA3D0, IsMark},
        {Ipu3, 0xFF7A6030, 0xFFD0B37E, IsMark}, {IpuMid0, 0xFFA9B9D2, 0xFF4D6488, IsFill},
        {IpuMid1, 0xFF93C4BF, 0xFF36716B, IsFill}, {IpuMid2, 0xFFC9ABCC, 0xFF74527A, IsFill},
        {IpuMid3, 0xFFCFBA8E, 0xFF776234, IsFill}, {IpuTint0, 0xFFDFE6F0, 0xFF2B3646, IsFill},
        {IpuTint1, 0xFFD9ECEA, 0xFF203D3A, IsFill}, {IpuTint2, 0xFFEEE2EF, 0xFF3D2F40, IsFill},
        {IpuTint3, 0xFFF0E8D8, 0xFF403725, IsFill}, {Variables, 0xFFC4E2FF, 0xFF1B3B51, IsFill},
        {VariablesEdge, 0xFF0072B2, 0xFF56B4E9, IsMark}, {Temporary, 0xFF6EACE2, 0xFF2369AF, IsFill},
        {TemporaryEdge, 0xFF0072B2, 0xFF56B4E9, IsMark}, {Accumulators, 0xFFD4A8C9, 0xFF7F447D, IsFill},
        {AccumulatorsEdge, 0xFFB0417F, 0xFFEB9AC8, IsMark}, {Stash, 0xFF0072B2, 0xFF56B4E9, IsMark},
        {StashEdge, 0xFF0072B2, 0xFF56B4E9, IsMark}, {VertexCode, 0xFFF7BB40, 0xFF513100, IsFill},
        {VertexCodeEdge, 0xFF8F5400, 0xFFE69F00, IsMark}, {VertexState, 0xFFFFE6B0, 0xFF685E0D, IsFill},
        {VertexStateEdge, 0xFF8A7F00, 0xFFF0E442, IsMark}, {Exchange, 0xFF8BE1BD, 0xFF006134, IsFill},
        {ExchangeEdge, 0xFF00785A, 0xFF2FC79B, IsMark}, {ControlCode, 0xFF979693, 0xFF505A57, IsFill},
        {ControlCodeEdge, 0xFF3C434D, 0xFFC3C9D2, IsMark}, {Unowned, 0xFFFFFFFF, 0xFF212429, IsFill},
        {UnownedEdge, 0xFF808893, 0xFF7D8590, IsMark}, {Host, 0xFFD5E08F, 0xFF454F14, IsFill},
        {HostEdge, 0xFF616F00, 0xFFB9CB55, IsMark}, {Other0, 0xFF8C564B, 0xFFB07A6E, IsDecoration},
        {Other1, 0xFF6B7F2A, 0xFF93A94C, IsDecoration}, {Other2, 0xFF2F7F86, 0xFF56A7AE, IsDecoration},
        {Other3, 0xFFA35A5A, 0xFFC98080, IsDecoration}, {Other4, 0xFFB8A97A, 0xFFD0C396, IsDecoration},
        {Other5, 0xFF7B8F7B, 0xFF9FB39F, IsDecoration}, {Other6, 0xFF2E2E6E, 0xFF6A6AC0, IsDecoration},
        {CodeComment, 0xFF566B56, 0xFF8FA38F, IsText}, {CodeString, 0xFF9A4B00, 0xFFE6A95C, IsText},
        {CodeNumber, 0xFF005C99, 0xFF7FC8FF, IsText}, {CodeKeyword, 0xFF7A2C8F, 0xFFD3A1E8, IsText},
        {CodeCall, 0xFF00695C, 0xFF6FD6C0, IsText}});
    // clang-format on
}();

QColor colorOf(ColorRole role, bool dark);
/// The role that is `offset` places after `first`. For example, Ipu2 is two places after Ipu0.
constexpr ColorRole roleAfter(ColorRole first, size_t offset) {
    return static_cast<ColorRole>(static_cast<size_t>(first) + offset);
}
bool isDark(const QPalette& palette);
QPalette paletteOf(bool dark);

/// Black or white, whichever has more contrast with `background`.
QColor textOn(const QColor& background);
/// The contrast as WCAG defines it, from 1 to 21. Anything that must be visible needs at least 3.
double contrast(const QColor& a, const QColor& b);
/// A mixture of two colours. `fraction` is the proportion of `to`, from 0 to 1.
QColor blend(const QColor& from, const QColor& to, double fraction);

} // namespace tileline
