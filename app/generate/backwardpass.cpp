// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/generate/backwardpass.h"

#include "app/generate/graphwriter.h"

#include <map>
#include <optional>

namespace tileline {

namespace {

class BackwardPass {
public:
    BackwardPass(ModelGraph forward, const ModelPreset& model, uint32_t replicas)
        : m_forwardOps(forward.ops)
        , m_graph(std::move(forward), ElementType::Half)
        , m_tensorFlow(model.architecture == Architecture::Cnn)
        , m_recomputed(model.traits.recomputed)
        , m_names(model.traits.gradientNames)
        , m_replicas(replicas)
        , m_gradient(m_graph.graph().tensors.size()) {
        markDifferentiable();
    }

    ModelGraph write() && {
        for (size_t i = m_forwardOps.size(); i-- > 0;) {
            const GraphOp& op = m_forwardOps[i];
            if (!op.outputs.empty() && m_differentiable[op.outputs.front().index()]) {
                m_graph.at(op.source);
                if (m_recomputed) {
                    runAgain(op);
                }
                differentiate(op);
            }
        }
        return std::move(m_graph).take();
    }

private:
    void markDifferentiable() {
        m_differentiable.resize(m_gradient.size());
        for (size_t i = 0; i < m_gradient.size(); ++i) {
            m_differentiable[i] = m_graph.graph().tensors[i].role == TensorRole::Weight;
        }
        m_uses.resize(m_gradient.size());
        for (const GraphOp& op : m_forwardOps) {
            for (const TensorIndex input : op.inputs) {
                ++m_uses[input.index()];
                for (const TensorIndex output : op.outputs) {
                    if (m_differentiable[input.index()]) {
                        m_differentiable[output.index()] = true;
                    }
                }
            }
        }
        m_usesLeft = m_uses;
    }

    void differentiate(const GraphOp& op) {
        switch (op.kind) {
        case OpKind::Elementwise:
            return op.inputs.size() == 2 ? differentiateBias(op) : differentiateUnary(op);
        case OpKind::Aligned:
            return op.type == "Add" ? differentiateSum(op)
                                    : write(op, {upstream(op), op.inputs[0], op.inputs[1]});
        case OpKind::Softmax:
            return write(op, {upstream(op), op.outputs.front()});
        case OpKind::Rearrange:
            return write(op, {upstream(op)});
        case OpKind::Reduce:
            return write(op, {op.inputs.front()});
        default:
            return write(op, withInputs(op));
        }
    }

    /// Like PopART's explicit recomputation, except that the gradient still reads the first result.
    void runAgain(GraphOp op) {
        for (TensorIndex& output : op.outputs) {
            const GraphTensor first = m_graph.at(output);
            output = m_graph.tensor(first.name + "__re__t" + std::to_string(output.value), first.shape,
                                    TensorRole::Activation, first.type);
        }
        m_graph.add(std::move(op));
    }

    TensorIndex upstream(const GraphOp& op) const {
        return m_gradient[op.outputs.front().index()].value_or(op.outputs.front());
    }

    std::vector<TensorIndex> withInputs(const GraphOp& op) const {
        std::vector<TensorIndex> inputs{upstream(op)};
        inputs.insert(inputs.end(), op.inputs.begin(), op.inputs.end());
        return inputs;
    }

    /// For a sum with a bias: the bias's gradient is the output's gradient, summed over the samples. The
    /// other input's gradient equals the output's gradient.
    void differentiateBias(const GraphOp& op) {
        addGradient(op.inputs[0], upstream(op));
        const TensorIndex bias = op.inputs[1];
        const TensorIndex gradient = gradientTensor(bias);
        m_graph.add(
            {gradientName(op), "ReduceSum", OpKind::Reduce, {upstream(op)}, {gradient}, {}, op.source});
        update(op, bias, gradient);
    }

    void differentiateSum(const GraphOp& op) {
        const TensorIndex gradient = upstream(op);
        for (const TensorIndex input : op.inputs) {
            if (m_differentiable[input.index()]) {
                addGradient(input, gradient);
            }
        }
    }

    void differentiateUnary(const GraphOp& op) {
        const bool changedInPlace =
            m_graph.at(op.outputs.front()).storage == m_graph.at(op.inputs.front()).storage;
        if (changedInPlace) {
            const TensorIndex gradient = upstream(op);
            addGradient(op.inputs.front(),
                        m_graph.inPlace(gradientName(op), op.type + "Grad", OpKind::Elementwise, {gradient}));
        } else {
            write(op, {upstream(op), op.inputs.front()});
        }
    }

    /// Adds one operation that makes the gradients of all inputs that have one, and adds the updates of the
    /// weights.
    void write(const GraphOp& op, std::vector<TensorIndex> inputs) {
        std::vector<TensorIndex> sources;
        std::vector<TensorIndex> gradients;
        for (const TensorIndex input : op.inputs) {
            if (m_differentiable[input.index()]) {
                sources.push_back(input);
                gradients.push_back(gradientTensor(input));
            }
        }
        std::optional<FunctionIndex> function;
        if (op.function) {
            function = gradientFunction(*op.function);
        }
        const std::string name = op.function ? std::string() : gradientName(op);
        m_graph.add({name, op.type + "Grad", op.kind, std::move(inputs), gradients, function, op.source});
        for (size_t i = 0; i < sources.size(); ++i) {
            if (m_graph.at(sources[i]).role != TensorRole::Weight) {
                addGradient(sources[i], gradients[i]);
            } else if (m_uses[sources[i].index()] == 1) {
                update(op, sources[i], gradients[i]);
            } else {
                addGradient(sources[i], gradients[i]);
                if (--m_usesLeft[sources[i].index()] == 0) {
                    update(op, sources[i], *m_gradient[sources[i].index()]);
                }
            }
        }
    }

    /// If several operations read a tensor, its gradient is the sum of their gradients.
    void addGradient(TensorIndex tensor, TensorIndex gradient) {
        std::optional<TensorIndex>& sum = m_gradient[tensor.index()];
        if (!sum) {
            sum = gradient;
            return;
        }
        const TensorIndex total = gradientTensor(tensor);
        std::string name;
        if (m_tensorFlow) {
            name = "gradients/" + m_graph.at(tensor).name + "/AddN";
        } else if (m_names == GradientNames::Residual) {
            name = m_graph.at(tensor).name;
            name = name.substr(0, name.find(':')) + "Grad/Sum";
        }
        m_graph.add({name, "Sum", OpKind::Aligned, {*sum, gradient}, {total}, {}, {}});
        sum = total;
    }

    TensorIndex gradientTensor(TensorIndex of) {
        const GraphTensor source = m_graph.at(of);
        const std::string prefix = m_tensorFlow ? "gradients/" : "Gradient___";
        return m_graph.tensor(prefix + source.name, source.shape, TensorRole::Activation, source.type);
    }

    /// The name of the forward operation with a marker. Empty if the forward operation has no name.
    std::string gradientName(const GraphOp& op) const {
        if (op.name.empty() || m_names == GradientNames::None) {
            return {};
        }
        return m_tensorFlow ? "gradients/" + op.name + "_grad" : op.name + "Grad";
    }

    FunctionIndex gradientFunction(FunctionIndex forward) {
        const auto found = m_gradientFunctions.find(forward);
        if (found != m_gradientFunctions.end()) {
            return found->second;
        }
        const GraphFunction callee = m_graph.graph().functions[forward.index()];
        const FunctionIndex made = m_graph.function(callee.name + "Grad", callee.type + "Grad", callee.kind);
        for (auto op = callee.ops.rbegin(); op != callee.ops.rend(); ++op) {
            GraphOp gradient = *op;
            gradient.name = gradientName(*op);
            gradient.type += "Grad";
            gradient.inputs.insert(gradient.inputs.end(), op->outputs.begin(), op->outputs.end());
            gradient.outputs = {gradientTensor(op->inputs.front())};
            if (op->function) {
                gradient.function = gradientFunction(*op->function);
            }
            m_graph.addTo(made, std::move(gradient));
        }
        return m_gradientFunctions.emplace(forward, made).first->second;
    }

    void update(const GraphOp& op, TensorIndex weight, TensorIndex gradient) {
        const GraphTensor& tensor = m_graph.at(weight);
        const std::string weightName = tensor.name;
        const Shape shape = tensor.shape;
        if (m_replicas > 1) {
            const std::string name = m_tensorFlow ? op.name + "/ReplicatedAllReduce" : std::string();
            m_graph.add({name, "ReplicatedAllReduce", OpKind::AllReduce, {gradient}, {}, {}, {}});
        }
        const TensorIndex first =
            m_graph.tensor("Accl1___" + weightName, shape, TensorRole::OptimizerState, ElementType::Float);
        const TensorIndex second =
            m_graph.tensor("Accl2___" + weightName, shape, TensorRole::OptimizerState, ElementType::Float);
        const std::string name = m_tensorFlow ? op.name + "/ResourceApplyAdam" : std::string();
        m_graph.add({name, "AdamVarUpdate", OpKind::Update, {gradient, weight, first, second}, {}, {}, {}});
    }

    std::vector<GraphOp> m_forwardOps;
    GraphWriter m_graph;
    bool m_tensorFlow;
    bool m_recomputed;
    GradientNames m_names;
    uint32_t m_replicas;
    std::vector<std::optional<TensorIndex>> m_gradient; ///< by forward tensor
    std::vector<bool> m_differentiable;                 ///< by forward tensor
    std::vector<uint32_t> m_uses;                       ///< by forward tensor: operations that read it
    std::vector<uint32_t> m_usesLeft;                   ///< how many of them have no gradient yet
    std::map<FunctionIndex, FunctionIndex> m_gradientFunctions;
};

} // namespace

ModelGraph addBackwardPass(ModelGraph forward, const ModelPreset& model, uint32_t replicas) {
    return BackwardPass(std::move(forward), model, replicas).write();
}

} // namespace tileline
