// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/profiletext.h"

#include "core/base/errortext.h"
#include "core/profile/profilebuilder.h"
#include "core/profile/tileline/profilewriter.h"

#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <stdexcept>
#include <tuple>

namespace tileline::test {

namespace {

using Words = std::vector<std::string>;

/// The JSON that a writer makes from the fields.
std::string jsonOf(const OperationDebug& debug) {
    nlohmann::json json{{"opid", debug.opid}, {"inputs", debug.inputs}, {"outputs", debug.outputs}};
    if (debug.instanceId) {
        json["instanceId"] = *debug.instanceId;
    }
    if (debug.tensorId) {
        json["tensorId"] = *debug.tensorId;
    }
    return json.dump();
}

/// A statement: its keyword, the words directly after the keyword, and the words after each option.
struct Statement {
    std::string line;
    std::string keyword;
    Words words;
    std::map<std::string, Words> options;

    [[noreturn]] void fail(const std::string& why) const { throw std::runtime_error(why + " in: " + line); }
    const std::string& word(size_t i) const {
        if (i >= words.size()) {
            fail("a word is missing");
        }
        return words[i];
    }
    Words option(const std::string& name) const {
        const auto found = options.find(name);
        return found == options.end() ? Words() : found->second;
    }
    std::optional<std::string> single(const std::string& name) const {
        const Words found = option(name);
        return found.empty() ? std::nullopt : std::optional(found.front());
    }
    uint32_t number(const std::string& text) const {
        size_t used = 0;
        const unsigned long value = text.empty() ? 0 : std::stoul(text, &used);
        if (text.empty() || used != text.size()) {
            fail("no number: " + text);
        }
        return static_cast<uint32_t>(value);
    }
    std::vector<uint32_t> numbers(const Words& texts) const {
        std::vector<uint32_t> values;
        for (const std::string& text : texts) {
            values.push_back(number(text));
        }
        return values;
    }
    /// "3-5" as 3, 5.
    std::pair<uint32_t, uint32_t> range(const std::string& text) const {
        const size_t dash = text.find('-');
        if (dash == std::string::npos) {
            fail("no range: " + text);
        }
        return {number(text.substr(0, dash)), number(text.substr(dash + 1))};
    }
};

Statement parseStatement(const std::string& line) {
    static const std::set<std::string> options{
        "per-ipu", "class",  "bytes",  "cs",       "control", "code", "vars",    "children", "programs",
        "steps",   "inputs", "tensor", "instance", "outputs", "opid", "balance", "cycles"};
    Statement statement;
    statement.line = line;
    std::istringstream words(line.substr(0, line.find('#')));
    words >> statement.keyword;
    Words* into = &statement.words;
    for (std::string word; words >> word;) {
        if (options.contains(word)) {
            into = &statement.options[word];
        } else {
            into->push_back(word);
        }
    }
    return statement;
}

/// Passes the statements to a ProfileBuilder in the order that the builder requires.
class TextProfileMaker {
public:
    explicit TextProfileMaker(std::string_view text) {
        std::istringstream lines{std::string(text)};
        for (std::string line; std::getline(lines, line);) {
            Statement statement = parseStatement(line);
            if (!statement.keyword.empty()) {
                m_statements[statement.keyword].push_back(std::move(statement));
            }
        }
    }

    ProfilePtr make() {
        each("tiles", [this](const Statement& s) { target(s); });
        each("code", [this](const Statement& s) {
            check(s, m_builder.addVertexCode(s.word(0), byTile(s, tail(s, 1))));
        });
        each("vertex", [this](const Statement& s) { vertex(s); });
        each("cs", [this](const Statement& s) { computeSet(s); });
        numberPrograms();
        each("steps", [this](const Statement& s) { steps(s); });
        each("class", [this](const Statement& s) { liveClass(s); });
        variables();
        each("program", [this](const Statement& s) { program(s); });
        each("root", [this](const Statement& s) { m_builder.addRootProgram(id(s, m_programs, s.word(0))); });
        each("op", [this](const Statement& s) { operation(s); });
        each("again", [this](const Statement& s) { again(s); });
        each("estimated", [this](const Statement& s) {
            check(s, m_builder.addEstimatedCycles(id(s, m_programs, s.word(0)), 0, byTile(s, tail(s, 1))));
        });
        each("ran", [this](const Statement& s) { executionStep(s); });
        auto profile = m_builder.finish();
        if (!profile) {
            throw std::runtime_error(describe(profile.failure().error()));
        }
        return *profile;
    }

private:
    using Ids = std::map<std::string, uint32_t>;

    template <class Visit>
    void each(const std::string& keyword, const Visit& visit) {
        for (const Statement& statement : m_statements[keyword]) {
            visit(statement);
        }
    }
    static void check(const Statement& statement, const Result<Done>& done) {
        if (!done) {
            statement.fail(describe(done.failure()));
        }
    }
    static uint32_t id(const Statement& statement, const Ids& ids, const std::string& name) {
        const auto found = ids.find(name);
        if (found == ids.end()) {
            statement.fail("nothing is called " + name);
        }
        return found->second;
    }
    static std::vector<uint32_t> ids(const Statement& statement, const Ids& ids, const Words& names) {
        std::vector<uint32_t> result;
        for (const std::string& name : names) {
            result.push_back(id(statement, ids, name));
        }
        return result;
    }
    /// The number of a name. A new name gets the next number.
    static uint32_t numberOf(Ids& ids, const std::string& name) {
        return ids.emplace(name, static_cast<uint32_t>(ids.size())).first->second;
    }
    static Words tail(const Statement& statement, size_t from) {
        return {statement.words.begin() + static_cast<ptrdiff_t>(std::min(from, statement.words.size())),
                statement.words.end()};
    }
    ByTile byTile(const Statement& statement, const Words& words) {
        return m_builder.storeByTile(statement.numbers(words));
    }

    void target(const Statement& s) {
        Target target;
        target.numTiles = s.number(s.word(0));
        target.tilesPerIpu = s.number(s.single("per-ipu").value_or(s.word(0)));
        check(s, m_builder.setTarget(target));
    }
    void vertex(const Statement& s) {
        const uint32_t type = numberOf(m_vertexTypes, s.word(0));
        check(s, m_builder.addVertexType(type, s.word(1), s.number(s.word(2))));
    }
    void computeSet(const Statement& s) {
        const bool known = m_computeSets.contains(s.word(0));
        const uint32_t set = numberOf(m_computeSets, s.word(0));
        if (!known) {
            check(s, m_builder.addComputeSet(set, s.word(0)));
        }
        check(s, m_builder.addVertices(set, id(s, m_vertexTypes, s.word(1)), byTile(s, tail(s, 2))));
    }
    void numberPrograms() {
        each("program", [this](const Statement& s) { numberOf(m_programs, s.word(0)); });
    }
    void steps(const Statement& s) {
        for (const std::string& name : s.words) {
            check(s, m_builder.addStep(id(s, m_programs, name), 0));
        }
    }
    void liveClass(const Statement& s) {
        std::vector<uint32_t> intervals;
        for (const std::string& word : tail(s, 1)) {
            const auto [start, end] = s.range(word);
            intervals.insert(intervals.end(), {start, end});
        }
        check(s, m_builder.addEquivalenceClass(numberOf(m_classes, s.word(0)), intervals));
    }

    /// The lowered variables of one tile, as columns.
    struct Tile {
        std::vector<uint32_t> id;
        std::vector<uint32_t> bytes;
        std::vector<uint32_t> liveClass;
        std::vector<uint32_t> variable;
    };
    void variables() {
        std::map<uint32_t, Tile> tiles;
        each("var", [&](const Statement& s) {
            Variable variable;
            variable.id = static_cast<uint32_t>(m_lowered.size());
            variable.name = s.word(0);
            auto& lowered = m_lowered[variable.name];
            const uint32_t liveClass = id(s, m_classes, s.single("class").value_or(""));
            const auto bytes = s.numbers(s.option("bytes"));
            for (uint32_t tile = 0; tile < bytes.size(); ++tile) {
                if (bytes[tile] > 0) {
                    Tile& columns = tiles[tile];
                    columns.id.push_back(m_nextLowered);
                    columns.bytes.push_back(bytes[tile]);
                    columns.liveClass.push_back(liveClass);
                    columns.variable.push_back(variable.id);
                    lowered.push_back(m_nextLowered++);
                }
            }
            check(s, m_builder.addVariable(std::move(variable)));
        });
        for (const auto& [tile, columns] : tiles) {
            check(m_statements["var"].front(),
                  m_builder.addLoweredVariables(
                      {tile}, {columns.id, columns.bytes, columns.liveClass, columns.variable}));
        }
    }
    std::vector<uint32_t> loweredIds(const Statement& s) const {
        std::vector<uint32_t> result;
        for (const std::string& name : s.option("vars")) {
            const auto found = m_lowered.find(name);
            if (found == m_lowered.end()) {
                s.fail("no variable " + name);
            }
            result.insert(result.end(), found->second.begin(), found->second.end());
        }
        return result;
    }

    void program(const Statement& s) {
        Program program;
        program.id = id(s, m_programs, s.word(0));
        program.name = s.word(0);
        program.type = s.word(1);
        program.controlCode = byTile(s, s.option("control"));
        program.codeBytes = byTile(s, s.option("code"));
        const auto set = s.single("cs");
        check(s, m_builder.addProgram(std::move(program),
                                      set ? std::optional(id(s, m_computeSets, *set)) : std::nullopt,
                                      ids(s, m_programs, s.option("children")), loweredIds(s)));
    }
    void operation(const Statement& s) {
        OperationDetail detail;
        detail.uid = static_cast<uint32_t>(m_names.size());
        detail.debug.inputs = s.option("inputs");
        detail.debug.outputs = s.option("outputs");
        detail.debug.opid = s.single("opid").value_or("");
        detail.debug.tensorId = s.single("tensor");
        detail.debug.instanceId = s.single("instance");
        detail.debug.json = jsonOf(detail.debug);
        if (const auto window = s.single("steps")) {
            const auto [first, last] = s.range(*window);
            detail.firstStep = StepIndex{first};
            detail.lastStep = StepIndex{last};
        }
        m_names.push_back(s.word(0) == "-" ? "" : s.word(0));
        check(s, m_builder.addOperationDetail(std::move(detail), ids(s, m_programs, s.option("programs")),
                                              loweredIds(s)));
        check(s, m_builder.addOperation(static_cast<uint32_t>(m_names.size() - 1), m_names.back()));
    }
    void again(const Statement& s) {
        const uint32_t uid = s.number(s.word(0));
        check(s, m_builder.addOperation(uid, uid < m_names.size() ? m_names[uid] : ""));
    }

    void executionStep(const Statement& s) {
        if (m_nextStep == 0) {
            check(s, m_builder.addExecutionRun(0, "run"));
        }
        ExecutionStep step;
        step.step = m_nextStep++;
        std::tie(step.cyclesFrom, step.cyclesTo) = s.range(s.word(1));
        if (const auto balance = s.single("balance")) {
            step.tileBalance = std::stod(*balance);
        }
        check(s, m_builder.addExecutionStep(step, id(s, m_programs, s.word(0))));
        if (const Words cycles = s.option("cycles"); !cycles.empty()) {
            check(s, m_builder.addMeasuredCycles(step.step, step.ipu, byTile(s, cycles)));
        }
    }

    std::map<std::string, std::vector<Statement>> m_statements;
    ProfileBuilder m_builder;
    Ids m_vertexTypes;
    Ids m_computeSets;
    Ids m_classes;
    Ids m_programs;
    std::map<std::string, std::vector<uint32_t>> m_lowered;
    uint32_t m_nextLowered = 0;
    std::vector<std::string> m_names; ///< names of the operations
    uint32_t m_nextStep = 0;          ///< next step of the run
};

} // namespace

ProfilePtr profileFromText(std::string_view text) {
    return TextProfileMaker(text).make();
}

std::filesystem::path writeTemporaryProfile(const Profile& profile, const std::filesystem::path& directory) {
    const std::filesystem::path path = directory / "profile.tileline";
    if (const auto written = writeProfile(profile, path); !written) {
        throw std::runtime_error("cannot write " + path.string());
    }
    return path;
}

} // namespace tileline::test
