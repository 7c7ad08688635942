// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/debug/debugstore.h"
#include "core/profile/reading/sourceformats.h"

#include <algorithm>
#include <bit>
#include <map>
#include <utility>

namespace tileline {

namespace {

/// Errors name this place if too much text is copied from contexts to operations and variables.
constexpr Location Texts{.table = "contexts"};

/// Whether `opid`, such as "ai.graphcore.Call:1", is the type of a call operation.
bool isCall(std::string_view opid) {
    const size_t version = opid.find(':');
    const std::string_view name = opid.substr(0, version);
    const size_t dot = name.rfind('.');
    return name.substr(dot == std::string_view::npos ? 0 : dot + 1) == "Call";
}

} // namespace

ContextChains::ContextChains(const DebugContexts& contexts)
    : m_contexts(contexts) {
    Nearest nothing{};
    nothing.fill(NoId);
    const auto& all = contexts.contexts;
    m_nearest.resize(all.size(), nothing);
    std::vector<bool> done(all.size(), false);
    std::vector<uint32_t> chain;
    for (uint32_t start = 0; start < all.size(); ++start) {
        const DebugContext* at = &all[start];
        while (at != nullptr && !done[static_cast<size_t>(at - all.data())]) {
            chain.push_back(static_cast<uint32_t>(at - all.data()));
            at = at->parent == 0 ? nullptr : contexts.find(at->parent);
        }
        const Nearest* above = at == nullptr ? &nothing : &m_nearest[static_cast<size_t>(at - all.data())];
        for (; !chain.empty(); chain.pop_back()) {
            inherit(chain.back(), *above);
            above = &m_nearest[chain.back()];
            done[chain.back()] = true;
        }
    }
}

void ContextChains::inherit(uint32_t position, const Nearest& above) {
    const DebugContext& context = m_contexts.contexts[position];
    Nearest nearest = above;
    const auto mark = [&](Kind kind, bool is) { nearest[kind] = is ? position : nearest[kind]; };
    const ContextLayer layer = context.layer;
    const bool poptorch = layer == ContextLayer::Poptorch;
    const bool onnx = layer == ContextLayer::Onnx;
    const bool xla = layer == ContextLayer::XlaOp;
    const bool strong = layer == ContextLayer::Popart || layer == ContextLayer::HloInstruction;
    mark(StrongOperation, strong && !context.discard);
    mark(WeakOperation, (poptorch || onnx || xla) && !context.discard);
    const bool named = !context.operationName.empty();
    mark(PoptorchName, poptorch && named);
    mark(OnnxName, onnx && named);
    mark(XlaName, xla && named);
    const bool located = !context.location.file.empty();
    mark(PoptorchLocation, poptorch && located);
    mark(AnyLocation, located);
    mark(StandIn, (layer == ContextLayer::Poplibs || layer == ContextLayer::Poplar) && !context.discard &&
                      !context.name.empty());
    mark(Typed, !context.debug.elementType.empty());
    m_nearest[position] = nearest;
}

uint32_t ContextChains::operationOf(uint64_t id) const {
    const DebugContext* context = m_contexts.find(id);
    if (context == nullptr) {
        return NoId;
    }
    const Nearest& nearest = m_nearest[static_cast<size_t>(context - m_contexts.contexts.data())];
    if (m_standIns) {
        return nearest[StandIn];
    }
    return nearest[StrongOperation] != NoId ? nearest[StrongOperation] : nearest[WeakOperation];
}

std::string ContextChains::nameOf(uint32_t position) const {
    if (m_standIns) {
        return m_contexts.contexts[position].name;
    }
    const Nearest& nearest = m_nearest[position];
    for (const Kind kind : {PoptorchName, OnnxName, XlaName}) {
        if (nearest[kind] != NoId) {
            return m_contexts.contexts[nearest[kind]].operationName;
        }
    }
    return isCall(m_contexts.contexts[position].operationType) ? "Call" : "";
}

std::string ContextChains::elementTypeOf(uint64_t id) const {
    const DebugContext* const context = m_contexts.find(id);
    const uint32_t typed =
        context ? m_nearest[static_cast<size_t>(context - m_contexts.contexts.data())][Typed] : NoId;
    return typed == NoId ? std::string() : m_contexts.contexts[typed].debug.elementType;
}

std::optional<SourceLocation> ContextChains::locationOf(uint32_t position) const {
    const Nearest& nearest = m_nearest[position];
    const uint32_t at = nearest[PoptorchLocation] != NoId ? nearest[PoptorchLocation] : nearest[AnyLocation];
    return at == NoId ? std::nullopt : std::optional(m_contexts.contexts[at].location);
}

namespace {

/// Maximum number of visits to programs in a walk, and maximum length of the list of operations. For each
/// Call program, the walk visits all programs of the called function again.
constexpr uint64_t MaxVisits = 100'000'000;
constexpr size_t MaxOccurrences = 4'000'000;
/// Number of visits between two checks of the stop token.
constexpr uint64_t VisitsBetweenPolls = 10'000;

/// An operation under construction.
struct FoundOperation {
    uint32_t context = 0; ///< position of the operation's context in DebugContexts::contexts
    uint32_t uid = 0;
    std::vector<ProgramIndex> programs;
};

class OperationWalk {
public:
    OperationWalk(const Profile& profile, const DebugContexts& contexts, const ContextChains& chains)
        : m_profile(profile)
        , m_contexts(contexts)
        , m_operationOf(profile.programs.size(), NoId)
        , m_seen(profile.programs.size(), false) {
        for (size_t i = 0; i < profile.programs.size(); ++i) {
            if (const auto& context = profile.programs[i].debugContext) {
                m_operationOf[i] = chains.operationOf(*context);
            }
        }
    }

    Outcome<Done> run(const std::stop_token& stop) {
        const auto& roots = m_profile.rootPrograms;
        m_pending.assign(roots.rbegin(), roots.rend());
        while (!m_pending.empty()) {
            if (++m_visits % VisitsBetweenPolls == 0 && stop.stop_requested()) {
                return Cancelled{};
            }
            if (m_visits > MaxVisits || occurrences.size() > MaxOccurrences) {
                return errorAt(ErrorCode::TooLarge, "program, column children",
                               "a program tree of at most " + std::to_string(MaxVisits) + " programs and " +
                                   std::to_string(MaxOccurrences) + " operations, counted anew for each call",
                               "more");
            }
            const ProgramIndex program = m_pending.back();
            m_pending.pop_back();
            visit(program);
            const auto children = m_profile.programChildren[program.index()];
            m_pending.insert(m_pending.end(), children.rbegin(), children.rend());
        }
        setUids();
        return Done{};
    }

    std::map<uint64_t, FoundOperation> operations;  ///< by context id, in ascending order
    std::vector<const FoundOperation*> occurrences; ///< the list of operations

private:
    void visit(ProgramIndex program) {
        if (m_profile.programs[program.index()].kind == ProgramKind::Call) {
            m_current = nullptr;
        }
        const uint32_t context = m_operationOf[program.index()];
        if (context == NoId) {
            return;
        }
        if (m_current == nullptr || m_current->context != context) {
            m_current = &operations[m_contexts.contexts[context].id];
            m_current->context = context;
            occurrences.push_back(m_current);
        }
        if (!m_seen[program.index()]) {
            m_seen[program.index()] = true;
            m_current->programs.push_back(program);
        }
    }
    void setUids() {
        const bool fit = operations.empty() || operations.rbegin()->first < NoId;
        uint32_t number = 0;
        for (auto& [id, found] : operations) {
            found.uid = fit ? static_cast<uint32_t>(id) : number++;
        }
    }

    const Profile& m_profile;
    const DebugContexts& m_contexts;
    std::vector<uint32_t> m_operationOf; ///< by program: position of its operation's context
    std::vector<bool> m_seen;
    std::vector<ProgramIndex> m_pending;
    FoundOperation* m_current = nullptr; ///< operation of the last program that has one; null after a Call
    uint64_t m_visits = 0;
};

/// By program: the interval from its first to its last liveness step; empty if the program never runs.
std::vector<StepInterval> stepsByProgram(const Profile& profile) {
    std::vector<StepInterval> steps(profile.programs.size());
    for (uint32_t step = 0; step < profile.stepCount(); ++step) {
        StepInterval& ofProgram = steps[profile.stepProgram[step].index()];
        ofProgram = {ofProgram.empty() ? StepIndex{step} : ofProgram.start, {step + 1}};
    }
    return steps;
}

void setSteps(OperationDetail& detail, const std::vector<ProgramIndex>& programs,
              const std::vector<StepInterval>& steps) {
    for (const ProgramIndex program : programs) {
        if (const StepInterval& ofProgram = steps[program.index()]; !ofProgram.empty()) {
            const StepIndex last{ofProgram.end.value - 1};
            detail.firstStep = std::min(detail.firstStep.value_or(ofProgram.start), ofProgram.start);
            detail.lastStep = std::max(detail.lastStep.value_or(last), last);
        }
    }
}

/// A set of rows of Profile::lowered, with one bit for each row. Adding a row takes constant time. Reading
/// the set takes time in proportion to its number of rows plus 1/4096 of the number of all rows.
class RowSet {
public:
    explicit RowSet(size_t rows)
        : m_words(rows / Bits + 1)
        , m_usedWords(m_words.size() / Bits + 1) {}

    void add(LoweredIndex row) {
        const size_t word = row.index() / Bits;
        m_words[word] |= uint64_t{1} << row.index() % Bits;
        m_usedWords[word / Bits] |= uint64_t{1} << word % Bits;
    }
    /// Moves all rows of the set to `rows`, in ascending order.
    void moveTo(std::vector<LoweredIndex>& rows) {
        rows.clear();
        takeBits(m_usedWords, 0, m_usedWords.size(), [&](size_t word) {
            takeBits(m_words, word, word + 1,
                     [&](size_t row) { rows.push_back({static_cast<uint32_t>(row)}); });
        });
    }

private:
    static constexpr size_t Bits = 64;

    /// Calls visit(position) for each bit that is set in the words [first, end), and clears these words.
    template <class Visit>
    static void takeBits(std::vector<uint64_t>& words, size_t first, size_t end, const Visit& visit) {
        for (size_t i = first; i < end; ++i) {
            for (uint64_t word = std::exchange(words[i], 0); word != 0; word &= word - 1) {
                visit(i * Bits + static_cast<size_t>(std::countr_zero(word)));
            }
        }
    }

    std::vector<uint64_t> m_words;
    std::vector<uint64_t> m_usedWords; ///< a bit for each word of m_words, set if that word is not 0
};

/// Derives the operations of a profile that has no operation tables, and adds them to the builder. Walks the
/// program tree depth first and in order. The builder's resolve() must have been called before.
///
/// A program belongs to the operation of its debug context. Consecutive programs of one operation form one
/// element of the list of operations. Entering a Call program starts a new element, so the operations of a
/// function that is called twice are listed twice. An operation lists each of its programs once, in the order
/// of the walk. An operation's variables are those of all its programs, without duplicates, in the order of
/// the profile. The steps of an operation are the first and the last one in which any of its programs runs.
/// The uid of an operation is the id of its context; if any of these ids does not fit in 32 bits, the
/// operations are numbered instead.
///
/// `chains` tells which operation a context belongs to: an operation of a framework, or a stand-in.
///
/// Errors: NoOperations if no program has an operation; TooLarge if the walk makes more than MaxVisits visits
/// or lists more than MaxOccurrences operations.
Outcome<Done> addOperationsFromDebug(const DebugContexts& contexts, const ContextChains& chains,
                                     ProfileBuilder& builder, LoadMeter& meter) {
    const Profile& profile = builder.profile();
    OperationWalk walk(profile, contexts, chains);
    TRY(walk.run(meter.stop()));
    if (walk.occurrences.empty()) {
        return errorAt(ErrorCode::NoOperations, "program, column debug_context",
                       "programs whose debug contexts lead to operations", "none");
    }
    const auto steps = stepsByProgram(profile);
    size_t programs = 0;
    size_t variables = 0; ///< upper bound on the number of variables of all operations together
    for (const auto& [id, found] : walk.operations) {
        programs += found.programs.size();
        for (const ProgramIndex program : found.programs) {
            variables += profile.programVariables[program.index()].size();
        }
    }
    builder.reserveOperationDetails(walk.operations.size(), programs, variables);
    RowSet rows(profile.lowered.size());
    std::vector<LoweredIndex> used;
    size_t added = 0;
    for (const auto& [id, found] : walk.operations) {
        if (meter.stopRequested()) {
            return Cancelled{};
        }
        meter.advanceWork(static_cast<double>(++added) / static_cast<double>(walk.operations.size()));
        OperationDetail detail;
        detail.uid = found.uid;
        detail.debug = contexts.contexts[found.context].debug;
        setSteps(detail, found.programs, steps);
        for (const ProgramIndex program : found.programs) {
            for (const LoweredIndex row : profile.programVariables[program.index()]) {
                rows.add(row);
            }
        }
        rows.moveTo(used);
        TRY(builder.addOperationDetail(std::move(detail), found.programs, used));
    }
    for (const FoundOperation* found : walk.occurrences) {
        std::string name = chains.nameOf(found->context);
        TRY(meter.spend(name.size(), Texts));
        TRY(builder.addOperation(found->uid, std::move(name)));
    }
    return Done{};
}

/// The ids of all contexts that the profile refers to.
std::vector<uint64_t> usedContexts(const Profile& profile) {
    std::vector<uint64_t> used;
    for (const Program& program : profile.programs) {
        if (program.debugContext) {
            used.push_back(*program.debugContext);
        }
    }
    for (const Variable& variable : profile.variables) {
        if (variable.debugContext) {
            used.push_back(*variable.debugContext);
        }
        used.insert(used.end(), variable.furtherContexts.begin(), variable.furtherContexts.end());
    }
    for (const OperationDetail& detail : profile.operationDetails) {
        used.push_back(detail.uid);
    }
    return used;
}

/// Sets the location of each operation in the user's source code.
Result<Done> locateOperations(const ContextChains& chains, ProfileBuilder& builder, LoadMeter& meter) {
    const Profile& profile = builder.profile();
    for (uint32_t i = 0; i < profile.operationDetails.size(); ++i) {
        // Takes the first context to which a program of the operation leads. If there is none, takes the
        // context to which the uid of the operation leads.
        uint32_t context = NoId;
        for (const ProgramIndex program : profile.operationPrograms[i]) {
            const auto& id = profile.programs[program.index()].debugContext;
            context = context == NoId && id ? chains.operationOf(*id) : context;
        }
        context = context == NoId ? chains.operationOf(profile.operationDetails[i].uid) : context;
        if (auto location = context == NoId ? std::nullopt : chains.locationOf(context)) {
            TRY(meter.spend(location->file.size() + location->function.size(), Texts));
            builder.setLocation({i}, std::move(*location));
        }
    }
    return Done{};
}

/// Adds the operations of the frameworks or, if there are none, named programs as stand-ins. Returns the note
/// that tells the user where the operations come from.
Outcome<LoadNote::Kind> addOperations(const DebugContexts& contexts, ContextChains& chains,
                                      ProfileBuilder& builder, LoadMeter& meter) {
    auto kind = LoadNote::Kind::OperationsFromDebug;
    auto added = addOperationsFromDebug(contexts, chains, builder, meter);
    const auto none = [&added] {
        return !added && !added.failure().cancelled() &&
               added.failure().error().code == ErrorCode::NoOperations;
    };
    if (none()) {
        kind = LoadNote::Kind::OperationsFromPrograms;
        chains.useStandIns();
        added = addOperationsFromDebug(contexts, chains, builder, meter);
    }
    if (none()) {
        return LoadNote::Kind::NoOperations;
    }
    TRY(std::move(added));
    return kind;
}

/// Joins a profile with the debug contexts that it uses.
Outcome<Done> join(LoadJob& job) {
    ProfileBuilder& builder = job.builder;
    if (job.debug.truncatedAt) {
        const auto kind =
            job.operationsRead ? LoadNote::Kind::DebugTruncated : LoadNote::Kind::OperationsTruncated;
        builder.addNote({kind, 0, *job.debug.truncatedAt});
    }
    const uint64_t unknownParents = job.debug.links.unknownParents();
    auto resolved = TRY(resolveContexts(std::move(job.debug), job.meter));
    const DebugContexts& contexts = *resolved;
    ContextChains chains(contexts);
    if (!job.operationsRead) {
        const auto kind = TRY(addOperations(contexts, chains, builder, job.meter));
        builder.addNote({kind, kind == LoadNote::Kind::NoOperations ? uint64_t{1} : 0, {}});
    }
    TRY(locateOperations(chains, builder, job.meter));
    for (uint32_t i = 0; i < builder.profile().variables.size(); ++i) {
        const Variable& variable = builder.profile().variables[i];
        if (variable.elementType.empty() && variable.debugContext) {
            std::string type = chains.elementTypeOf(*variable.debugContext);
            TRY(job.meter.spend(type.size(), Texts));
            builder.setElementType({i}, std::move(type));
        }
    }
    if (contexts.contexts.empty()) {
        builder.addNote({LoadNote::Kind::DebugFromOtherProfile, 0, {}});
    }
    if (unknownParents > 0) {
        builder.addNote({LoadNote::Kind::UnknownParentContexts, unknownParents, {}});
    }
    builder.setDebug(std::move(resolved));
    return Done{};
}

} // namespace

Outcome<Done> readDebug(const SourceFile& file, LoadJob& job) {
    job.debug.wantsOperations = !job.operationsRead;
    auto done = [&]() -> Outcome<Done> {
        TRY(job.debug.links.mark(usedContexts(job.builder.profile()), job.meter.stop()));
        job.debug.linksAreKnown = true;
        job.debug.contexts.reserve(job.debug.links.usedCount());
        TRY(readSource(file, job));
        return join(job);
    }();
    return done ? std::move(done) : Outcome<Done>(std::move(done).failure().inFile(file.name()));
}

} // namespace tileline
