// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/generate/transformergraph.h"

#include "app/generate/graphwriter.h"

#include <algorithm>

namespace tileline {

namespace {

constexpr uint32_t HeadWidth = 64;

/// Writes the network. Each part that would be a module in the Python source has its own function.
class Transformer {
public:
    explicit Transformer(const ModelPreset& model)
        : m_model(model)
        , m_bert(model.architecture == Architecture::Bert)
        , m_heads(std::max(model.hidden / HeadWidth, 1U))
        , m_states{model.batch, model.sequence, model.hidden}
        , m_graph(model.training || model.traits.tileLayout ? ElementType::Half : ElementType::Float)
        , m_layerNorm(m_graph.function("LayerNorm", "LayerNormalization", OpKind::Normalise))
        , m_gelu(m_graph.function("Gelu", "Gelu", OpKind::Elementwise)) {}

    ModelGraph write() && {
        loadInputs();
        TensorIndex states = m_bert ? bertEmbeddings() : gptEmbeddings();
        for (uint32_t layer = 0; layer < m_model.layers; ++layer) {
            states = m_model.traits.layerFunction && layer > 0 ? callLayer(layer, states)
                                                               : writeLayer(layer, states);
        }
        head(states);
        return std::move(m_graph).take();
    }

private:
    TensorIndex writeLayer(uint32_t layer, TensorIndex input) {
        return m_bert ? bertLayer(layer, input) : gptLayer(layer, input);
    }

    /// Calls the function that all layers share, with the weights of this layer. The function's operations
    /// have the names of layer 1.
    TensorIndex callLayer(uint32_t layer, TensorIndex input) {
        if (layer == 1) {
            m_layer = m_graph.function("Layer", "Layer", OpKind::MatMul);
            const TensorIndex argument =
                m_graph.tensor("Layer/input", m_states, TensorRole::Activation, m_graph.precision());
            const size_t first = m_graph.graph().ops.size();
            writeLayer(layer, argument);
            m_layerWeights = m_graph.outline(m_layer, first);
        }
        std::vector<TensorIndex> inputs{input};
        for (const TensorIndex weight : m_layerWeights) {
            const GraphTensor like = m_graph.at(weight);
            std::string name = like.name;
            const size_t number = name.find(".1.");
            name.replace(number == std::string::npos ? 0 : number + 1, number == std::string::npos ? 0 : 1,
                         std::to_string(layer));
            inputs.push_back(m_graph.weight(name, like.shape));
        }
        return m_graph.call(m_layer, "Layer/" + std::to_string(layer) + ":0", inputs, m_states);
    }

    /// "encoder/layer.3/", or "decoder/layer.0/" in the second of two stacks.
    std::string layerScope(const std::string& stack, const std::string& module, uint32_t layer) const {
        const uint32_t first = m_model.traits.twoStacks ? (m_model.layers + 1) / 2 : m_model.layers;
        return (layer < first ? stack : std::string("decoder/")) + module +
               std::to_string(layer < first ? layer : layer - first) + "/";
    }

    std::string file() const { return m_bert ? "modeling_bert.py" : "modeling_gpt2.py"; }

    TensorIndex load(const std::string& name, Shape shape, ElementType type) {
        const TensorIndex tensor = m_graph.tensor(name, std::move(shape), TensorRole::Stream, type);
        m_graph.add({{}, "HostLoad", OpKind::HostLoad, {}, {tensor}, {}, {}});
        return tensor;
    }

    TensorIndex constant(const std::string& name, Shape shape) {
        const TensorIndex tensor =
            m_graph.tensor(name, std::move(shape), TensorRole::Constant, ElementType::Int);
        m_graph.add({{}, {}, OpKind::TensorCopy, {}, {tensor}, {}, {}});
        return tensor;
    }

    void loadInputs() {
        m_positions = constant("position_ids", {1, m_model.sequence});
        m_segments = constant("token_type_ids", {1, m_model.sequence});
        m_tokens = load("input_ids", {m_model.batch, m_model.sequence}, ElementType::Int);
        m_graph.at("run.py", "forward", 61);
        const TensorIndex given = load("attention_mask", {m_model.batch, m_model.sequence}, ElementType::Int);
        const std::string scope = m_bert ? "bert" : "transformer";
        const Shape shape{m_model.batch, 1, 1, m_model.sequence};
        const TensorIndex inverse = m_graph.op(scope + "/Sub", "Sub", OpKind::Elementwise, {given}, shape);
        m_mask = m_graph.inPlace(scope + "/Mul", "Mul", OpKind::Elementwise, {inverse});
    }

    TensorIndex gather(const std::string& name, uint32_t entries, TensorIndex indices) {
        const TensorIndex table = m_graph.weight(moduleName(name) + ".weight", {entries, m_model.hidden});
        m_words = name.ends_with("word_embeddings") || name.ends_with("wte") ? table : m_words;
        return m_graph.op(name + "/Gather", "Gather", OpKind::Gather, {indices, table}, m_states);
    }

    TensorIndex bertEmbeddings() {
        m_graph.at(file(), "BertEmbeddings.forward", 214);
        const std::string scope = "bert/embeddings/";
        const TensorIndex words = gather(scope + "word_embeddings", m_model.vocabulary, m_tokens);
        const TensorIndex places = gather(scope + "position_embeddings", 512, m_positions);
        const TensorIndex segments = gather(scope + "token_type_embeddings", 8, m_segments);
        const TensorIndex sum = m_graph.inPlace(scope + "Add", "Add", OpKind::Aligned, {words, segments});
        const TensorIndex all = m_graph.inPlace(scope + "Add_1", "Add", OpKind::Aligned, {sum, places});
        return normalise(scope + "LayerNorm", all);
    }

    TensorIndex gptEmbeddings() {
        m_graph.at(file(), "GPT2Model.forward", 871);
        const TensorIndex words = gather("transformer/wte", m_model.vocabulary, m_tokens);
        const TensorIndex places = gather("transformer/wpe", 1024, m_positions);
        return m_graph.inPlace("transformer/Add", "Add", OpKind::Aligned, {words, places});
    }

    std::vector<TensorIndex> normInputs(const std::string& name, TensorIndex input) {
        return {input, m_graph.weight(moduleName(name) + ".weight", {m_model.hidden}),
                m_graph.weight(moduleName(name) + ".bias", {m_model.hidden})};
    }

    TensorIndex normalise(const std::string& name, TensorIndex input) {
        return m_graph.op(name + "/GroupNormalization", "GroupNormalization", OpKind::Normalise,
                          normInputs(name, input), m_states);
    }

    TensorIndex callNormalise(const std::string& name, TensorIndex input) {
        return m_graph.call(m_layerNorm, name + "/LayerNormalization:0", normInputs(name, input), m_states);
    }

    /// The attention of `scope` (.../attention or .../attn), without the projection of its output.
    TensorIndex attend(const std::string& scope, const std::string& projection, TensorIndex input) {
        const uint32_t tokens = m_model.sequence;
        const Shape scoresShape{m_model.batch, m_heads, tokens, tokens};
        const TensorIndex qkv = m_graph.linear(scope + projection, input, 3 * m_model.hidden);
        const TensorIndex keys =
            m_graph.unnamed(scope + "/Transpose:0", "Transpose", OpKind::Rearrange, {qkv},
                            {m_model.batch, m_heads, m_model.hidden / m_heads, tokens});
        TensorIndex scores =
            m_graph.op(scope + "/MatMul", "MatMul", OpKind::MatMul, {qkv, keys}, scoresShape);
        scores = m_graph.inPlace(scope + "/Div", "Div", OpKind::Elementwise, {scores});
        scores = m_graph.inPlace(scope + "/Add", "Add", OpKind::Aligned, {scores, m_mask});
        const TensorIndex weights =
            m_graph.op(scope + "/Softmax", "Softmax", OpKind::Softmax, {scores}, scoresShape);
        return m_graph.op(scope + "/MatMul_1", "MatMul", OpKind::MatMul, {weights, qkv}, m_states);
    }

    TensorIndex feedForward(const std::string& widen, const std::string& narrow, const std::string& scope,
                            TensorIndex input) {
        const Shape wide{m_model.batch, m_model.sequence, 4 * m_model.hidden};
        const TensorIndex inner = m_graph.linear(widen, input, 4 * m_model.hidden);
        const TensorIndex active = m_graph.call(m_gelu, scope + "/Gelu:0", {inner}, wide);
        return m_graph.linear(narrow, active, m_model.hidden);
    }

    TensorIndex bertLayer(uint32_t layer, TensorIndex input) {
        const std::string scope = "bert/" + layerScope("encoder/", "layer.", layer);
        m_graph.at(file(), "BertSelfAttention.forward", 278);
        const TensorIndex context = attend(scope + "attention/self", "/qkv", input);
        m_graph.at(file(), "BertSelfOutput.forward", 383);
        const TensorIndex attended =
            m_graph.linear(scope + "attention/output/dense", context, m_model.hidden);
        const TensorIndex sum =
            m_graph.inPlace(scope + "attention/output/Add", "Add", OpKind::Aligned, {attended, input});
        const TensorIndex middle = callNormalise(scope + "attention/output/LayerNorm", sum);
        m_graph.at(file(), "BertLayer.feed_forward_chunk", 532);
        const TensorIndex output =
            feedForward(scope + "intermediate/dense", scope + "output/dense", scope + "intermediate", middle);
        const TensorIndex total =
            m_graph.inPlace(scope + "output/Add", "Add", OpKind::Aligned, {output, middle});
        return normalise(scope + "output/LayerNorm", total);
    }

    TensorIndex gptLayer(uint32_t layer, TensorIndex input) {
        const std::string scope = "transformer/" + layerScope("", "blocks.", layer);
        m_graph.at(file(), "GPT2Block.forward", 388);
        const TensorIndex first = normalise(scope + "ln_1", input);
        m_graph.at(file(), "GPT2Attention.forward", 303);
        const TensorIndex context = attend(scope + "attn", "/c_attn", first);
        TensorIndex sum = m_graph.linear(scope + "attn/c_proj", context, m_model.hidden);
        sum = m_graph.inPlace(scope + "Add", "Add", OpKind::Aligned, {sum, input});
        const TensorIndex second = callNormalise(scope + "ln_2", sum);
        m_graph.at(file(), "GPT2MLP.forward", 356);
        const TensorIndex output =
            feedForward(scope + "mlp/c_fc", scope + "mlp/c_proj", scope + "mlp", second);
        return m_graph.inPlace(scope + "Add_1", "Add", OpKind::Aligned, {output, sum});
    }

    void head(TensorIndex states) {
        m_graph.at(file(), m_bert ? "BertForQuestionAnswering.forward" : "GPT2LMHeadModel.forward", 1071);
        if (!m_bert) {
            states = normalise("transformer/ln_f", states);
        }
        const uint32_t width = m_bert ? 8 : std::max(m_model.vocabulary / 8, 8U);
        const std::string name = m_bert ? "qa_outputs" : "lm_head";
        const TensorIndex logits =
            m_model.traits.tiedWeights
                ? m_graph.op(name + "/MatMul", "MatMul", OpKind::MatMul, {states, m_words},
                             {m_model.batch, m_model.sequence, m_graph.at(m_words).shape.front()})
                : m_graph.linear(name, states, width);
        if (m_model.training) {
            loss(logits);
        } else {
            m_graph.add({{}, "HostStore", OpKind::HostStore, {logits}, {}, {}, {}});
        }
    }

    void loss(TensorIndex logits) {
        const TensorIndex labels = load("labels", {m_model.batch, m_model.sequence}, ElementType::Int);
        m_graph.at("run.py", "forward", 74);
        const Shape shape = m_graph.at(logits).shape;
        const TensorIndex likely =
            m_graph.op("loss/LogSoftmax", "LogSoftmax", OpKind::Softmax, {logits}, shape);
        const TensorIndex value = m_graph.op("loss/Nll", "Nll", OpKind::Reduce, {likely, labels}, {1});
        m_graph.add({{}, "HostStore", OpKind::HostStore, {value}, {}, {}, {}});
    }

    const ModelPreset& m_model;
    bool m_bert;
    uint32_t m_heads;
    Shape m_states;
    GraphWriter m_graph;
    FunctionIndex m_layerNorm;
    FunctionIndex m_gelu;
    FunctionIndex m_layer;
    std::vector<TensorIndex> m_layerWeights; ///< the arguments of the layer's function
    TensorIndex m_words;                     ///< the table of the word embedding
    TensorIndex m_tokens;
    TensorIndex m_positions;
    TensorIndex m_segments;
    TensorIndex m_mask;
};

} // namespace

ModelGraph makeTransformer(const ModelPreset& model) {
    return Transformer(model).write();
}

} // namespace tileline
