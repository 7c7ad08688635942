// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/generate/lowering.h"

#include "app/generate/generatorrandom.h"
#include "app/generate/programtemplates.h"

#include <algorithm>
#include <map>
#include <set>

namespace tileline {

namespace {

/// The minimum number of bytes on each tile that a tensor is spread over.
constexpr uint32_t MinWeightBytes = 16;
constexpr uint32_t MinBytes = 128;
/// The maximum share of the tiles, per mille, for a large weight or an embedding table. The share for
/// activations comes from the preset. It is reduced for each variable by up to ShareVariation.
constexpr uint32_t WeightShare = 1000;
constexpr uint32_t TableShare = 620;
constexpr uint32_t ShareVariation = 80;
/// The number of variables that one copy from or to the host moves.
constexpr size_t VariablesPerStreamCopy = 24;
/// How many different sizes vertices of one name have; the size depends on the shape of the data.
constexpr uint32_t SizeVariants = 3;
constexpr uint64_t BatchesPerRun = 16;
/// One in this many operations runs conditionally, and one in this many exchanges has a message.
constexpr size_t OpsPerBranch = 7;
constexpr uint32_t ExchangesPerMessage = 3;
/// With a real profile's memory layout, temporary variables take this per cent of their usual bytes.
constexpr uint32_t LaidOutTemporaries = 30;

class Lowering {
public:
    Lowering(const ModelGraph& graph, const ModelPreset& model, uint64_t seed, ContextWriter& contexts)
        : m_graph(graph)
        , m_model(model)
        , m_contexts(contexts)
        , m_random(seed) {}

    ProfilePlan run() && {
        findTables();
        findIpus();
        for (const GraphTensor& tensor : m_graph.tensors) {
            m_variableOf.push_back(isStorage(tensor) ? placeTensor(tensor)
                                                     : m_variableOf[tensor.storage.index()]);
        }
        m_ipu = 0;
        const uint32_t fromHost = addProgram("Sequence", "WeightsFromHost", ContextWriter::Root, 12);
        streamCopies(fromHost, "Load");
        const uint32_t main = addProgram("Sequence", "main", ContextWriter::Root, 16);
        m_plan.roots = {fromHost, main};
        addChild(main, step(addProgram("Sync", "Sync", ContextWriter::Root, 8)));
        lowerOps(main);
        if (m_model.training) {
            const uint32_t toHost = addProgram("Sequence", "WeightsToHost", ContextWriter::Root, 12);
            streamCopies(toHost, "Save");
            m_plan.roots.push_back(toHost);
        }
        closeScratch();
        return std::move(m_plan);
    }

private:
    using ListedOperations = std::vector<std::pair<uint32_t, std::string>>; ///< uids and names

    /// The programs and scratch variables of an outlined function.
    struct Body {
        uint32_t sequence = 0;
        std::vector<uint32_t> steps;   ///< its programs, in order
        std::vector<uint32_t> scratch; ///< scratch variables; only for a function with one operation
        OperationContexts contexts;
        ListedOperations listed; ///< what a call adds to the list of operations
        uint32_t function = 0;   ///< position in ProfilePlan::functions
    };

    /// Finds the embedding tables. They are spread over only some of the tiles, which makes these fuller.
    void findTables() {
        m_isTable.resize(m_graph.tensors.size());
        for (const GraphOp& op : m_graph.ops) {
            if (op.kind == OpKind::Gather && op.inputs.size() == 2) {
                m_isTable[op.inputs.back().index()] = true;
            }
        }
    }

    /// Places operations on one IPU after another, and each tensor where the first operation uses it.
    void findIpus() {
        m_ipuOf.resize(m_graph.tensors.size());
        std::vector<bool> found(m_graph.tensors.size());
        const auto place = [&](const std::vector<TensorIndex>& tensors, uint32_t ipu) {
            for (const TensorIndex tensor : tensors) {
                const size_t storage = m_graph.tensors[tensor.index()].storage.index();
                m_ipuOf[storage] = found[storage] ? m_ipuOf[storage] : ipu;
                found[storage] = true;
            }
        };
        for (size_t i = 0; i < m_graph.ops.size(); ++i) {
            place(m_graph.ops[i].inputs, ipuOf(i));
            place(m_graph.ops[i].outputs, ipuOf(i));
        }
    }

    uint32_t ipuOf(size_t op) const {
        return static_cast<uint32_t>(op * m_model.traits.ipus / m_graph.ops.size());
    }

    bool isStorage(const GraphTensor& tensor) const {
        return &m_graph.tensors[tensor.storage.index()] == &tensor;
    }

    static bool alwaysLive(TensorRole role) {
        return role == TensorRole::Weight || role == TensorRole::OptimizerState;
    }

    uint32_t placeTensor(const GraphTensor& tensor) {
        const bool always = alwaysLive(tensor.role);
        const bool table = m_isTable[static_cast<size_t>(&tensor - m_graph.tensors.data())];
        const uint32_t share = table ? TableShare : always ? WeightShare : m_model.tileShare;
        m_ipu = m_ipuOf[static_cast<size_t>(&tensor - m_graph.tensors.data())];
        ProfilePlan::Variable variable{tensor.name,
                                       shapeText(tensor.shape),
                                       elementTypeName(tensor.type),
                                       tensor.bytes(),
                                       always,
                                       0,
                                       spread(tensor.bytes(), tensor.role, share),
                                       {}};
        if (tensor.role == TensorRole::Weight && m_model.architecture != Architecture::Cnn) {
            variable.context = m_contexts.tensor(tensor).operation;
        }
        return addVariable(std::move(variable));
    }

    uint32_t addVariable(ProfilePlan::Variable variable) {
        m_plan.variables.push_back(std::move(variable));
        return static_cast<uint32_t>(m_plan.variables.size() - 1);
    }

    /// The tiles for `bytes` bytes: nearly all tiles for weights, some of them for activations. Small tensors
    /// begin at the first tiles, as in Poplar's linear mapping, which makes these tiles fuller.
    TileSpread spread(uint64_t bytes, TensorRole role, uint32_t perMille) {
        const uint32_t tiles = m_model.tiles;
        const uint32_t minimum = role == TensorRole::Weight ? MinWeightBytes : MinBytes;
        const uint64_t wanted = (bytes + minimum - 1) / minimum;
        const uint32_t share = perMille - m_random.below(ShareVariation);
        const uint64_t maximum = std::max<uint64_t>(1, uint64_t{tiles} * share / 1000);
        const auto count = static_cast<uint32_t>(std::clamp<uint64_t>(wanted, 1, maximum));
        const bool linear = count < tiles / 4;
        return {linear ? m_random.below(tiles / 8 + 1) : m_random.below(tiles), count, m_ipu};
    }

    uint32_t addProgram(std::string_view type, std::string name, uint64_t context, uint32_t controlBytes) {
        ProfilePlan::Program program;
        program.type = type;
        program.name = std::move(name);
        program.context = context;
        program.tiles = {0, m_model.tiles, m_ipu};
        program.controlBytes = controlBytes;
        m_plan.programs.push_back(std::move(program));
        return static_cast<uint32_t>(m_plan.programs.size() - 1);
    }

    void addChild(uint32_t parent, uint32_t child) { m_plan.programs[parent].children.push_back(child); }

    /// Runs a program in a new liveness step.
    uint32_t step(uint32_t program) {
        touch(m_plan.programs[program].variables);
        m_plan.steps.push_back(program);
        return program;
    }

    /// Makes the variables live in the current step.
    void touch(const std::vector<uint32_t>& variables) {
        const StepIndex now{static_cast<uint32_t>(m_plan.steps.size())};
        for (const uint32_t variable : variables) {
            ProfilePlan::Variable& v = m_plan.variables[variable];
            if (v.alwaysLive) {
                continue;
            }
            const bool dead = m_callStart && m_scratch.contains(variable) && !v.live.empty() &&
                              v.live.back().end <= *m_callStart;
            if (v.live.empty() || dead) {
                v.live.push_back({now, now.next()});
            }
            v.live.back().end = now.next();
        }
    }

    /// Makes the scratch variables of a function live for this call; between calls, they are dead.
    void reopen(const Body& body) {
        const StepIndex now{static_cast<uint32_t>(m_plan.steps.size())};
        for (const uint32_t variable : body.scratch) {
            std::vector<StepInterval>& live = m_plan.variables[variable].live;
            if (!live.empty() && live.back().end < now) {
                live.push_back({now, now.next()});
            }
        }
    }

    /// A weight that no operation reads is live all the same. Other variables without a program are treated
    /// as optimised away.
    void closeScratch() {
        for (ProfilePlan::Variable& variable : m_plan.variables) {
            if (variable.live.empty() && !variable.alwaysLive) {
                variable.live.push_back({{0}, {1}});
            }
        }
    }

    void streamCopies(uint32_t parent, const std::string& direction) {
        std::vector<uint32_t> chunk;
        for (uint32_t variable = 0; variable < m_plan.variables.size(); ++variable) {
            if (m_plan.variables[variable].alwaysLive) {
                chunk.push_back(variable);
            }
            const bool last = variable + 1 == m_plan.variables.size();
            if (chunk.size() == VariablesPerStreamCopy || (last && !chunk.empty())) {
                const uint32_t copy =
                    addProgram("StreamCopyMid", direction + "Weights", ContextWriter::Root, 20);
                m_plan.programs[copy].variables = std::exchange(chunk, {});
                addChild(parent, step(copy));
            }
        }
    }

    void lowerOps(uint32_t main) {
        const uint32_t repeat = addProgram("Repeat", "main/Repeat", ContextWriter::Root, 24);
        const uint32_t batch = addProgram("Sequence", "main/Repeat/Batch", ContextWriter::Root, 8);
        for (size_t i = 0; i < m_graph.ops.size(); ++i) {
            const GraphOp& op = m_graph.ops[i];
            m_ipu = ipuOf(i);
            addChild(op.kind == OpKind::TensorCopy ? main : batch, lowerAny(op));
        }
        if (m_model.traits.branches) {
            m_plan.programs[repeat].repeatCount = BatchesPerRun;
            addChild(batch, lowerWhile());
        }
        addChild(repeat, batch);
        addChild(main, repeat);
    }

    uint32_t lowerAny(const GraphOp& op) {
        const OperationContexts contexts =
            op.kind == OpKind::TensorCopy ? m_contexts.tensor(m_graph.tensors[op.outputs.front().index()])
                                          : m_contexts.operation(op);
        return op.function ? lowerCall(op, contexts) : lowerOp(op, contexts);
    }

    /// A loop without a constant count, which belongs to no operation: a condition and a body.
    uint32_t lowerWhile() {
        const uint32_t loop = addProgram("RepeatWhile", "main/While", ContextWriter::Root, 20);
        for (const char* part : {"/Condition", "/Body"}) {
            const uint32_t sequence =
                addProgram("Sequence", std::string("main/While") + part, ContextWriter::Root, 8);
            const uint32_t flag = addVariable({"main/While/flag" + std::string(part),
                                               shapeText({1}),
                                               "INT",
                                               MinBytes,
                                               false,
                                               0,
                                               spread(MinBytes, TensorRole::Activation, WeightShare),
                                               {}});
            const uint32_t exchange =
                addProgram("DoExchange", "main/While/Broadcast", ContextWriter::Root, 16);
            m_plan.programs[exchange].variables = {flag};
            m_plan.programs[exchange].codeBytes = MinBytes;
            addChild(sequence, step(exchange));
            addChild(loop, sequence);
        }
        return loop;
    }

    std::vector<uint32_t> variablesOf(const std::vector<TensorIndex>& tensors) const {
        std::vector<uint32_t> variables;
        for (const TensorIndex tensor : tensors) {
            variables.push_back(m_variableOf[tensor.index()]);
        }
        return variables;
    }

    /// The operation's variables for each bit of VariableUse.
    struct Operands {
        std::vector<uint32_t> inputs;
        std::vector<uint32_t> firstTemp;
        std::vector<uint32_t> secondTemp;
        std::vector<uint32_t> outputs;

        std::vector<uint32_t> used(uint8_t uses) const {
            std::vector<uint32_t> result;
            const auto append = [&](uint8_t use, const std::vector<uint32_t>& variables) {
                for (const uint32_t variable : variables) {
                    if ((uses & use) != 0 &&
                        std::find(result.begin(), result.end(), variable) == result.end()) {
                        result.push_back(variable);
                    }
                }
            };
            append(UsesInputs, inputs);
            append(UsesFirstTemp, firstTemp);
            append(UsesSecondTemp, secondTemp);
            append(UsesOutputs, outputs);
            return result;
        }
    };

    std::vector<uint32_t> addTemp(const std::string& name, const std::vector<uint32_t>& like,
                                  uint32_t percent) {
        if (percent == 0 || like.empty()) {
            return {};
        }
        percent = m_model.traits.tileLayout ? percent * LaidOutTemporaries / 100 : percent;
        const ProfilePlan::Variable& model = m_plan.variables[like.front()];
        const uint64_t bytes = std::max<uint64_t>(8, model.bytes * percent / 100 / 8 * 8);
        const std::string shape = shapeText({static_cast<uint32_t>(bytes / 4)});
        return {addVariable({name,
                             shape,
                             "FLOAT",
                             bytes,
                             false,
                             0,
                             spread(bytes, TensorRole::Activation, m_model.tileShare),
                             {}})};
    }

    Operands operandsOf(const GraphOp& op, const std::string& name, uint64_t context) {
        Operands operands{variablesOf(op.inputs), {}, {}, variablesOf(op.outputs)};
        const OpTemplate& shape = opTemplate(op.kind);
        operands.firstTemp = addTemp(name + "/arranged", operands.inputs, shape.firstTempPercent);
        const std::vector<uint32_t>& made = operands.outputs.empty() ? operands.inputs : operands.outputs;
        operands.secondTemp = addTemp(name + "/partials", made, shape.secondTempPercent);
        for (const auto* variables : {&operands.firstTemp, &operands.secondTemp, &operands.outputs}) {
            for (const uint32_t variable : *variables) {
                uint64_t& owner = m_plan.variables[variable].context;
                owner = owner == 0 ? context : owner;
            }
        }
        return operands;
    }

    uint32_t lowerOp(const GraphOp& op, const OperationContexts& contexts) {
        const std::string name = displayName(op);
        const Operands operands = operandsOf(op, name, contexts.operation);
        const uint32_t sequence = addProgram("Sequence", name, contexts.programs.front(), 8);
        std::vector<uint32_t> programs{sequence};
        uint32_t parent = sequence;
        const auto addStep = [&](const StepTemplate& part) {
            const uint32_t program = addStepProgram(part, op, name, contexts, operands);
            addChild(parent, step(program));
            programs.push_back(program);
        };
        if (readsOtherIpu(operands)) {
            addStep({"GlobalExchange", "/GlobalExchange", UsesInputs, 0, {}});
        }
        // One alternative does the work; the others leave the output undefined.
        const bool branches = m_model.traits.branches && m_plan.operations.size() % OpsPerBranch == 0;
        const auto addAlternative = [&](uint32_t choice, const char* suffix) {
            parent = addProgram("Sequence", name + suffix, contexts.programs.front(), 8);
            addChild(choice, parent);
            programs.push_back(parent);
        };
        uint32_t choice = 0;
        if (branches) {
            choice = addProgram("OnEveryTileSwitch", name + "/Switch", contexts.programs.front(), 16);
            addChild(sequence, choice);
            programs.push_back(choice);
            addAlternative(choice, "/True");
        }
        for (const StepTemplate& part : opTemplate(op.kind).steps) {
            addStep(part);
        }
        const size_t others = !branches ? 0 : m_plan.operations.size() % (2 * OpsPerBranch) == 0 ? 1 : 3;
        for (size_t i = 0; i < others; ++i) {
            addAlternative(choice, "/Otherwise");
            addStep({"WriteUndef", "/WriteUndef", 0, 0, {}});
        }
        addOperation(contexts, op.source, std::move(programs));
        return sequence;
    }

    bool readsOtherIpu(const Operands& operands) const {
        return std::any_of(operands.inputs.begin(), operands.inputs.end(),
                           [&](uint32_t variable) { return m_plan.variables[variable].tiles.ipu != m_ipu; });
    }

    /// Lowers a call: a copy of the arguments, then the function, whose result is the output. The copy is a
    /// child of the call itself, unless whole layers are functions.
    uint32_t lowerCall(const GraphOp& op, const OperationContexts& contexts) {
        const bool separate = m_model.traits.layerFunction;
        const Operands operands{variablesOf(op.inputs), {}, {}, variablesOf(op.outputs)};
        const std::string name = "Call";
        std::vector<uint32_t> programs;
        if (separate) {
            programs.push_back(addProgram("Sequence", name + "/Sequence", contexts.programs.front(), 8));
        }
        const uint32_t call = addProgram("Call", name, contexts.programs.front(), 12);
        const StepTemplate copyIn{"DoExchange", "/CopyIn", UsesInputs | UsesOutputs, 90, {}};
        const uint32_t copy = addStepProgram(copyIn, op, name, contexts, operands);
        const uint32_t parent = separate ? programs.front() : call;
        addChild(parent, step(copy));
        programs.insert(programs.end(), {separate ? copy : call, separate ? call : copy});
        addOperation(contexts, op.source, std::move(programs));
        if (separate) {
            addChild(parent, call);
            m_plan.operationList.push_back(m_plan.operationList.back()); // listed again where the call begins
        }
        runBody(*op.function, operands, call);
        return parent;
    }

    void runBody(FunctionIndex function, const Operands& operands, uint32_t call) {
        const StepIndex begin{static_cast<uint32_t>(m_plan.steps.size())};
        const auto found = m_bodies.find(function);
        const bool isNew = found == m_bodies.end();
        const bool whole = !m_graph.functions[function.index()].ops.empty();
        if (isNew && whole) {
            touch(operands.outputs);
        }
        const Body& body = !isNew  ? found->second
                           : whole ? makeWholeBody(function)
                                   : makeBody(function, operands);
        addChild(call, body.sequence);
        if (m_model.traits.layerFunction) {
            m_plan.programs[call].function = body.function;
        }
        if (!isNew || !whole) {
            const auto outer = std::exchange(m_callStart, m_callStart ? m_callStart : begin);
            reopen(body);
            for (const uint32_t program : body.steps) {
                touch(operands.outputs);
                step(program);
            }
            m_callStart = outer;
            m_plan.operationList.insert(m_plan.operationList.end(), body.listed.begin(), body.listed.end());
        }
        for (const uint32_t output : operands.outputs) {
            ProfilePlan::Variable& variable = m_plan.variables[output];
            if (!variable.live.empty()) {
                variable.live.back().end = {static_cast<uint32_t>(m_plan.steps.size())};
            }
        }
    }

    /// The programs of a function with one operation. The first call creates them for its own operands.
    const Body& makeBody(FunctionIndex function, const Operands& like) {
        const GraphFunction& callee = m_graph.functions[function.index()];
        Body body;
        body.contexts = m_contexts.functionBody(callee);
        GraphOp op;
        op.type = callee.type;
        op.kind = callee.kind;
        const std::string name = "Call/" + callee.name;
        Operands scratch;
        scratch.inputs = addTemp(name + "/argument", like.inputs, 50);
        scratch.firstTemp = addTemp(name + "/arranged", like.inputs, opTemplate(op.kind).firstTempPercent);
        scratch.outputs = addTemp(name + "/result", like.outputs, 50);
        body.scratch = scratch.used(UsesInputs | UsesFirstTemp | UsesOutputs);
        m_scratch.insert(body.scratch.begin(), body.scratch.end());
        body.sequence = addProgram("Sequence", name, body.contexts.programs.front(), 8);
        std::vector<uint32_t> programs{body.sequence};
        for (const StepTemplate& part : opTemplate(op.kind).steps) {
            const uint32_t program = addStepProgram(part, op, name, body.contexts, scratch);
            addChild(body.sequence, program);
            body.steps.push_back(program);
            programs.push_back(program);
        }
        const auto uid = static_cast<uint32_t>(body.contexts.operation);
        m_plan.operations.push_back({uid, body.contexts.debug, {}, std::move(programs)});
        body.listed = {{uid, body.contexts.listedName}};
        return keepBody(function, std::move(body));
    }

    /// The programs of a function with several operations. Creating them also runs them for the first time.
    const Body& makeWholeBody(FunctionIndex function) {
        const GraphFunction& callee = m_graph.functions[function.index()];
        Body body;
        body.contexts = m_contexts.functionBody(callee);
        body.sequence = addProgram("Sequence", "Call/" + callee.name, body.contexts.programs.front(), 8);
        const auto uid = static_cast<uint32_t>(body.contexts.operation);
        const auto firstStep = static_cast<std::ptrdiff_t>(m_plan.steps.size());
        const auto firstListed = static_cast<std::ptrdiff_t>(m_plan.operationList.size());
        std::vector<bool> isOuter;
        for (const ProfilePlan::Variable& variable : m_plan.variables) {
            isOuter.push_back(variable.alwaysLive || !variable.live.empty());
        }
        m_plan.operations.push_back({uid, body.contexts.debug, {}, {body.sequence}});
        m_plan.operationList.emplace_back(uid, body.contexts.listedName);
        for (const GraphOp& op : callee.ops) {
            addChild(body.sequence, lowerAny(op));
        }
        body.steps.assign(m_plan.steps.begin() + firstStep, m_plan.steps.end());
        body.listed.assign(m_plan.operationList.begin() + firstListed, m_plan.operationList.end());
        isOuter.resize(m_plan.variables.size());
        for (const uint32_t program : body.steps) {
            for (const uint32_t variable : m_plan.programs[program].variables) {
                if (!isOuter[variable]) {
                    m_scratch.insert(variable);
                }
            }
        }
        return keepBody(function, std::move(body));
    }

    const Body& keepBody(FunctionIndex function, Body body) {
        body.function = static_cast<uint32_t>(m_plan.functions.size());
        m_plan.functions.push_back(body.sequence);
        return m_bodies.emplace(function, std::move(body)).first->second;
    }

    static std::string displayName(const GraphOp& op) {
        if (!op.name.empty()) {
            return op.name;
        }
        return op.kind == OpKind::TensorCopy ? "Tensor" : "Anonymous";
    }

    void addOperation(const OperationContexts& contexts, const SourceLocation& location,
                      std::vector<uint32_t> programs) {
        const auto uid = static_cast<uint32_t>(contexts.operation);
        m_plan.operations.push_back({uid, contexts.debug, location, std::move(programs)});
        m_plan.operationList.emplace_back(uid, contexts.listedName);
    }

    uint32_t addStepProgram(const StepTemplate& part, const GraphOp& op, const std::string& name,
                            const OperationContexts& contexts, const Operands& operands) {
        const bool late = (part.uses & (UsesSecondTemp | UsesOutputs)) != 0;
        const uint64_t context = late ? contexts.programs.back() : contexts.programs.front();
        const uint32_t index =
            addProgram(part.type, name + std::string(part.suffix), context, part.codeBytes > 0 ? 24 : 40);
        ProfilePlan::Program& program = m_plan.programs[index];
        program.variables = operands.used(part.uses);
        program.codeBytes = part.codeBytes;
        if (m_model.traits.tileLayout && part.codeBytes > 0) {
            addMessage(program, context, hashText(op.type) ^ hashText(part.suffix));
        }
        if (!program.variables.empty()) {
            program.tiles = m_plan.variables[program.variables.back()].tiles;
        }
        if (!part.vertices.empty()) {
            program.computeSet = addComputeSet(part, op, program);
        }
        return index;
    }

    /// Many exchanges gather what they send in a variable of their own, which has no name. It is the same
    /// exchanges in all layers.
    void addMessage(ProfilePlan::Program& program, uint64_t context, uint64_t salt) {
        if (program.variables.empty() || mixBits(salt) % ExchangesPerMessage != 0) {
            return;
        }
        const ProfilePlan::Variable& sent = m_plan.variables[program.variables.front()];
        ProfilePlan::Variable message = sent;
        message.bytes = std::max<uint64_t>(sent.bytes / 8 / 8 * 8, 8);
        message.context = context;
        message.alwaysLive = false;
        message.live.clear();
        message.category = "message";
        message.nameless = true;
        program.variables.insert(program.variables.begin(), addVariable(std::move(message)));
    }

    uint32_t addComputeSet(const StepTemplate& part, const GraphOp& op, const ProfilePlan::Program& program) {
        ProfilePlan::ComputeSet set{program.name, {}};
        const uint64_t bytes = m_plan.variables[program.variables.back()].bytes;
        const auto variant = static_cast<uint32_t>(mixBits(bytes + hashText(op.type)) % SizeVariants);
        for (const VertexTemplate& vertex : part.vertices) {
            const std::string_view name = vertex.name.empty() ? elementwiseVertex(op.type) : vertex.name;
            set.vertices.push_back(
                {vertexType(name, vertex.size + 8 * variant), vertex.instances, program.tiles});
        }
        m_plan.computeSets.push_back(std::move(set));
        return static_cast<uint32_t>(m_plan.computeSets.size() - 1);
    }

    uint32_t vertexType(std::string_view name, uint32_t size) {
        const auto [entry, isNew] =
            m_vertexTypes.try_emplace({std::string(name), size}, static_cast<uint32_t>(m_vertexTypes.size()));
        if (isNew) {
            m_plan.vertexTypes.push_back({std::string(name), size});
        }
        return entry->second;
    }

    const ModelGraph& m_graph;
    const ModelPreset& m_model;
    ContextWriter& m_contexts;
    GeneratorRandom m_random;
    ProfilePlan m_plan;
    std::vector<bool> m_isTable;        ///< by tensor of the graph
    std::vector<uint32_t> m_variableOf; ///< by tensor of the graph
    std::map<FunctionIndex, Body> m_bodies;
    std::vector<uint32_t> m_ipuOf;        ///< by tensor of the graph that has storage
    uint32_t m_ipu = 0;                   ///< IPU of the current operation
    std::optional<StepIndex> m_callStart; ///< start of the outermost call of a function that already exists
    std::set<uint32_t> m_scratch;         ///< variables of functions, which are dead between calls
    std::map<std::pair<std::string, uint32_t>, uint32_t> m_vertexTypes;
};

} // namespace

ProfilePlan lower(const ModelGraph& graph, const ModelPreset& model, uint64_t seed, ContextWriter& contexts) {
    return Lowering(graph, model, seed, contexts).run();
}

} // namespace tileline
