// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/generate/cnngraph.h"

#include "app/generate/graphwriter.h"

#include <algorithm>

namespace tileline {

namespace {

constexpr uint32_t Expansion = 6; ///< how many times wider an inverted residual block is inside

class Cnn {
public:
    explicit Cnn(const ModelPreset& model)
        : m_model(model)
        , m_graph(model.training ? ElementType::Half : ElementType::Float)
        , m_side(std::max(model.sequence / 2, 4U))
        , m_channels(std::max(model.hidden / 4, 8U)) {}

    ModelGraph write() && {
        TensorIndex image = loadImages();
        m_graph.at("efficientnet_model.py", "call", 702);
        image = convolve("optimized/model/stem/conv2d/Conv2D", image, 3, m_channels);
        image = activate("optimized/model/stem", image);
        const uint32_t blocksPerStage = std::max((m_model.layers + 4) / 5, 1U);
        for (uint32_t block = 0; block < m_model.layers; ++block) {
            const bool firstOfStage = block > 0 && block % blocksPerStage == 0;
            image = writeBlock(block, image, firstOfStage);
        }
        head(image);
        return std::move(m_graph).take();
    }

private:
    Shape shape(uint32_t channels) const { return {m_model.batch, m_side, m_side, channels}; }

    TensorIndex loadImages() {
        const TensorIndex image =
            m_graph.tensor("images", {m_model.batch, m_model.sequence, m_model.sequence, 3},
                           TensorRole::Stream, m_graph.precision());
        m_graph.add({"IteratorGetNext", "IteratorGetNext", OpKind::HostLoad, {}, {image}, {}, {}});
        return image;
    }

    TensorIndex convolve(const std::string& name, TensorIndex input, uint32_t kernel, uint32_t channels) {
        const uint32_t depth = m_graph.at(input).shape.back();
        const TensorIndex weight = m_graph.weight(name + "/kernel", {kernel, kernel, depth, channels});
        return m_graph.op(name, "Conv2D", OpKind::Convolution, {input, weight}, shape(channels));
    }

    TensorIndex depthwise(const std::string& name, TensorIndex input, uint32_t kernel) {
        const uint32_t channels = m_graph.at(input).shape.back();
        const TensorIndex weight = m_graph.weight(name + "/kernel", {kernel, kernel, channels, 1});
        return m_graph.op(name, "DepthwiseConv2dNative", OpKind::Convolution, {input, weight},
                          shape(channels));
    }

    /// Batch normalisation, followed by swish.
    TensorIndex activate(const std::string& scope, TensorIndex input) {
        const TensorIndex normal = normalise(scope + "/tpu_batch_normalization", input);
        return m_graph.op(scope + "/swish_f32", "Swish", OpKind::Elementwise, {normal},
                          m_graph.at(normal).shape);
    }

    TensorIndex normalise(const std::string& scope, TensorIndex input) {
        const Shape full = m_graph.at(input).shape;
        const TensorIndex gamma = m_graph.weight(scope + "/gamma", {full.back()});
        const TensorIndex beta = m_graph.weight(scope + "/beta", {full.back()});
        const TensorIndex scaled =
            m_graph.op(scope + "/batchnorm/mul_1", "Mul", OpKind::Normalise, {input, gamma}, full);
        return m_graph.inPlace(scope + "/batchnorm/add_1", "Add", OpKind::Elementwise, {scaled, beta});
    }

    /// Squeeze and excitation: computes a weight for each channel.
    TensorIndex excite(const std::string& scope, TensorIndex input, uint32_t narrow) {
        const Shape full = m_graph.at(input).shape;
        const TensorIndex mean =
            m_graph.op(scope + "/se/Mean", "Mean", OpKind::Reduce, {input}, {full.front(), full.back()});
        const TensorIndex squeezed = m_graph.linear(scope + "/se/dense", mean, narrow);
        const TensorIndex wide = m_graph.linear(scope + "/se/dense_1", squeezed, full.back());
        return m_graph.op(scope + "/se/mul", "Mul", OpKind::Aligned, {input, wide}, full);
    }

    TensorIndex writeBlock(uint32_t block, TensorIndex input, bool shrink) {
        const std::string scope = "optimized/model/blocks_" + std::to_string(block);
        const uint32_t inside = m_channels * Expansion;
        m_graph.at("efficientnet_model.py", "MBConvBlock.call", 319);
        TensorIndex image = convolve(scope + "/conv2d/Conv2D", input, 1, inside);
        image = activate(scope, image);
        if (shrink) {
            m_side = std::max(m_side / 2, 2U);
            m_channels += m_channels / 2;
        }
        image = depthwise(scope + "/depthwise_conv2d/depthwise", image, block % 2 == 0 ? 3 : 5);
        image = activate(scope + "/depthwise", image);
        image = excite(scope, image, std::max(m_channels / 4, 8U));
        image = convolve(scope + "/conv2d_1/Conv2D", image, 1, m_channels);
        image = normalise(scope + "/tpu_batch_normalization_2", image);
        if (m_graph.at(input).shape == m_graph.at(image).shape) {
            image = m_graph.inPlace(scope + "/add", "Add", OpKind::Aligned, {image, input});
        }
        return image;
    }

    void head(TensorIndex image) {
        m_graph.at("efficientnet_model.py", "call", 731);
        image = convolve("optimized/model/head/conv2d/Conv2D", image, 1, m_channels * 4);
        image = activate("optimized/model/head", image);
        const TensorIndex mean = m_graph.op("optimized/model/head/Mean", "Mean", OpKind::Reduce, {image},
                                            {m_model.batch, m_channels * 4});
        const TensorIndex logits = m_graph.linear("optimized/model/head/dense", mean, m_model.vocabulary);
        TensorIndex result = logits;
        if (m_model.training) {
            const TensorIndex likely = m_graph.op("optimized/loss/Softmax", "Softmax", OpKind::Softmax,
                                                  {logits}, {m_model.batch, m_model.vocabulary});
            result = m_graph.op("optimized/loss/Mean", "Mean", OpKind::Reduce, {likely}, {1});
        }
        m_graph.add({"OutfeedEnqueue", "OutfeedEnqueue", OpKind::HostStore, {result}, {}, {}, {}});
    }

    const ModelPreset& m_model;
    GraphWriter m_graph;
    uint32_t m_side;
    uint32_t m_channels;
};

} // namespace

ModelGraph makeCnn(const ModelPreset& model) {
    return Cnn(model).write();
}

} // namespace tileline
