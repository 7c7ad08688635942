// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/generate/programtemplates.h"

#include <array>

namespace tileline {

namespace {

constexpr std::string_view Exchange = "DoExchange";
constexpr std::string_view Execute = "OnTileExecute";
constexpr uint8_t In = UsesInputs;
constexpr uint8_t TempA = UsesFirstTemp;
constexpr uint8_t TempB = UsesSecondTemp;
constexpr uint8_t Out = UsesOutputs;

constexpr std::string_view StridedCopy = "poplar_rt::DstStridedCopy64BitMultiAccess";
constexpr std::string_view ReduceAdd = "popops::Reduce<popops::ReduceAdd,half,half,false,0>";
constexpr std::string_view Cast = "popops::Cast2D<float,half>";

constexpr std::array<VertexTemplate, 2> ConvolveVertices{
    {{"poplin::ConvPartial1x1Out<half,half,true,false>", 88, 9}, {StridedCopy, 12, 3}}};
constexpr std::array<VertexTemplate, 2> KernelVertices{
    {{"poplin::ConvPartialnx1<half,half,true>", 96, 9}, {StridedCopy, 12, 3}}};
constexpr std::array<VertexTemplate, 2> ReduceVertices{{{ReduceAdd, 24, 6}, {StridedCopy, 12, 2}}};
constexpr std::array<VertexTemplate, 2> CastVertices{{{Cast, 16, 6}, {StridedCopy, 12, 2}}};
constexpr std::array<VertexTemplate, 1> CopyVertices{{{StridedCopy, 12, 6}}};
constexpr std::array<VertexTemplate, 2> ExpVertices{
    {{"popops::UnaryOp1DSupervisor<popops::expr::UnaryOpType::EXPONENT,half>", 16, 4}, {StridedCopy, 12, 2}}};
constexpr std::array<VertexTemplate, 2> StatisticsVertices{
    {{"popnn::NormStatistics<half,float>", 40, 6}, {StridedCopy, 12, 2}}};
constexpr std::array<VertexTemplate, 2> ScaleVertices{
    {{"popops::BinaryOp1DSupervisor<popops::expr::BinaryOpType::MULTIPLY,half>", 16, 6},
     {StridedCopy, 12, 2}}};
constexpr std::array<VertexTemplate, 2> SliceVertices{
    {{"popops::DynamicSlice1d<half>", 28, 4}, {StridedCopy, 12, 2}}};
constexpr std::array<VertexTemplate, 2> AddVertices{
    {{"popops::ScaledAddSupervisor<half,float,true>", 20, 6}, {StridedCopy, 12, 2}}};
/// The empty name is replaced by one that depends on the operation's type.
constexpr std::array<VertexTemplate, 2> ElementwiseVertices{{{"", 16, 6}, {StridedCopy, 12, 2}}};

constexpr std::array<StepTemplate, 3> HostLoadSteps{{{"StreamCopyBegin", "/Begin", Out, 0, {}},
                                                     {Exchange, "/Host/Exchange", Out, 270, {}},
                                                     {"StreamCopyEnd", "/End", Out, 0, {}}}};
constexpr std::array<StepTemplate, 3> HostStoreSteps{{{"StreamCopyBegin", "/Begin", In, 0, {}},
                                                      {Exchange, "/Host/Exchange", In, 270, {}},
                                                      {"StreamCopyEnd", "/End", In, 0, {}}}};
constexpr std::array<StepTemplate, 1> TensorCopySteps{{{Exchange, "/copy", Out, 180, {}}}};
constexpr std::array<StepTemplate, 3> GatherSteps{{{Exchange, "/Multi/Exchange", In | TempB, 930, {}},
                                                   {Execute, "/Slice", In | TempB, 0, SliceVertices},
                                                   {Exchange, "/Out/Exchange", TempB | Out, 810, {}}}};
constexpr std::array<StepTemplate, 5> MatMulSteps{
    {{Exchange, "/PreArrange/Exchange", In | TempA, 840, {}},
     {Execute, "/Convolve", In | TempA | TempB | Out, 0, ConvolveVertices},
     {Exchange, "/Reduce/Exchange", TempB | Out, 570, {}},
     {Execute, "/Reduce", TempB | Out, 0, ReduceVertices},
     {Execute, "/Cast", Out, 0, CastVertices}}};
constexpr std::array<StepTemplate, 5> ConvolutionSteps{
    {{Execute, "/Transpose", In | TempA, 0, CopyVertices},
     {Exchange, "/PreArrange/Exchange", In | TempA, 960, {}},
     {Execute, "/Convolve", TempA | TempB, 0, KernelVertices},
     {Exchange, "/Reduce/Exchange", TempB, 630, {}},
     {Execute, "/Reduce", TempB | Out, 0, ReduceVertices}}};
constexpr std::array<StepTemplate, 1> ElementwiseSteps{{{Execute, "/Op", In | Out, 0, ElementwiseVertices}}};
constexpr std::array<StepTemplate, 2> AlignedSteps{
    {{Exchange, "/Align/Exchange", In | TempA, 460, {}},
     {Execute, "/Op", In | TempA | Out, 0, ElementwiseVertices}}};
constexpr std::array<StepTemplate, 4> SoftmaxSteps{{{Execute, "/Exp", In | TempA, 0, ExpVertices},
                                                    {Exchange, "/Reduce/Exchange", TempA, 360, {}},
                                                    {Execute, "/Reduce", TempA, 0, ReduceVertices},
                                                    {Execute, "/Scale", TempA | Out, 0, ScaleVertices}}};
constexpr std::array<StepTemplate, 6> NormaliseSteps{{{Exchange, "/Gather/Exchange", In | TempA, 490, {}},
                                                      {Execute, "/Statistics", TempA, 0, StatisticsVertices},
                                                      {Exchange, "/Reduce/Exchange", TempA, 310, {}},
                                                      {Execute, "/Reduce", TempA, 0, ReduceVertices},
                                                      {Execute, "/Scale", In | TempA | Out, 0, ScaleVertices},
                                                      {Execute, "/Cast", Out, 0, CastVertices}}};
constexpr std::array<StepTemplate, 3> ReduceSteps{{{Execute, "/Partial", In | TempA, 0, ReduceVertices},
                                                   {Exchange, "/Exchange", TempA, 390, {}},
                                                   {Execute, "/Final", TempA | Out, 0, ReduceVertices}}};
constexpr std::array<StepTemplate, 1> RearrangeSteps{{{Exchange, "/Rearrange/Exchange", In | Out, 670, {}}}};
constexpr std::array<StepTemplate, 1> AllReduceSteps{{{"GlobalExchange", "/GlobalExchange", In, 0, {}}}};
constexpr std::array<StepTemplate, 2> UpdateSteps{
    {{Execute, "/Moments", In, 0, ScaleVertices}, {Execute, "/ScaledAdd", In, 0, AddVertices}}};

} // namespace

const OpTemplate& opTemplate(OpKind kind) {
    static const OpTemplate hostLoad{HostLoadSteps};
    static const OpTemplate hostStore{HostStoreSteps};
    static const OpTemplate tensorCopy{TensorCopySteps};
    static const OpTemplate gather{GatherSteps, 0, 100};
    static const OpTemplate matMul{MatMulSteps, 100, 150};
    static const OpTemplate convolution{ConvolutionSteps, 110, 150};
    static const OpTemplate elementwise{ElementwiseSteps};
    static const OpTemplate aligned{AlignedSteps, 25, 0};
    static const OpTemplate softmax{SoftmaxSteps, 25, 0};
    static const OpTemplate normalise{NormaliseSteps, 20, 0};
    static const OpTemplate reduce{ReduceSteps, 10, 0};
    static const OpTemplate rearrange{RearrangeSteps};
    static const OpTemplate allReduce{AllReduceSteps};
    static const OpTemplate update{UpdateSteps};
    switch (kind) {
    case OpKind::HostLoad:
        return hostLoad;
    case OpKind::HostStore:
        return hostStore;
    case OpKind::TensorCopy:
        return tensorCopy;
    case OpKind::Gather:
        return gather;
    case OpKind::MatMul:
        return matMul;
    case OpKind::Convolution:
        return convolution;
    case OpKind::Aligned:
        return aligned;
    case OpKind::Softmax:
        return softmax;
    case OpKind::Normalise:
        return normalise;
    case OpKind::Reduce:
        return reduce;
    case OpKind::Rearrange:
        return rearrange;
    case OpKind::AllReduce:
        return allReduce;
    case OpKind::Update:
        return update;
    case OpKind::Elementwise:
        break;
    }
    return elementwise;
}

std::string_view elementwiseVertex(std::string_view opType) {
    if (opType.starts_with("Gelu")) {
        return "popnn::NonLinearitySupervisor<half,popnn::NonLinearityType::GELU>";
    }
    if (opType.starts_with("Swish")) {
        return "popnn::NonLinearitySupervisor<half,popnn::NonLinearityType::SWISH>";
    }
    if (opType.starts_with("Mul") || opType.starts_with("Div")) {
        return ScaleVertices.front().name;
    }
    return "popops::BinaryOp1DSupervisor<popops::expr::BinaryOpType::ADD,half>";
}

} // namespace tileline
