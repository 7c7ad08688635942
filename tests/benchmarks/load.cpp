// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/generate/debugwriter.h"
#include "core/explain/selfchecks.h"
#include "core/profile/reading/profileloader.h"
#include "tests/benchmarks/benchmarkmodels.h"
#include "tests/benchmarks/peakmemory.h"
#include "tests/benchmarks/percentiles.h"
#include "tests/benchmarks/registration.h"

#include <benchmark/benchmark.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <thread>

namespace tileline::benchmarks {

namespace {

/// Long enough for several runs, so that one run disturbed by another process has little effect.
constexpr double SecondsOfLoads = 2;

using Database = std::unique_ptr<sqlite3, decltype(&sqlite3_close)>;
using Statement = std::unique_ptr<sqlite3_stmt, decltype(&sqlite3_finalize)>;

Statement prepare(sqlite3* database, const std::string& sql) {
    sqlite3_stmt* statement = nullptr;
    sqlite3_prepare_v2(database, sql.c_str(), -1, &statement, nullptr);
    return {statement, &sqlite3_finalize};
}

/// Reads every value of a table as SQLite provides it, and one byte of each of its pages.
size_t readTable(sqlite3* database, const std::string& table) {
    constexpr int Page = 4096;
    const Statement rows = prepare(database, "SELECT * FROM \"" + table + "\"");
    size_t bytes = 0;
    unsigned sum = 0;
    while (sqlite3_step(rows.get()) == SQLITE_ROW) {
        for (int column = 0; column < sqlite3_column_count(rows.get()); ++column) {
            const auto* value = static_cast<const unsigned char*>(sqlite3_column_blob(rows.get(), column));
            const int length = sqlite3_column_bytes(rows.get(), column);
            for (int i = 0; i < length; i += Page) {
                sum += value[i];
            }
            bytes += static_cast<size_t>(length);
        }
    }
    benchmark::DoNotOptimize(sum);
    return bytes;
}

size_t readDatabase(const std::filesystem::path& file) {
    sqlite3* handle = nullptr;
    sqlite3_open_v2(file.c_str(), &handle, SQLITE_OPEN_READONLY, nullptr);
    const Database database(handle, &sqlite3_close);
    const Statement tables = prepare(handle, "SELECT name FROM sqlite_master WHERE type = 'table'");
    size_t bytes = 0;
    while (sqlite3_step(tables.get()) == SQLITE_ROW) {
        bytes += readTable(handle, reinterpret_cast<const char*>(sqlite3_column_text(tables.get(), 0)));
    }
    return bytes;
}

/// The reference for loading Tileline's own format: SQLite alone, with the file in the page cache.
void readBlobs(benchmark::State& state, const std::string& model) {
    const std::filesystem::path file = profileFile(profileDirectory(model));
    size_t bytes = 0;
    for (auto step : state) {
        bytes = readDatabase(file);
    }
    state.counters["blob_mb"] = static_cast<double>(bytes) / 1e6;
}

/// A second reference: the program md5sum, which reads each byte once.
void sumMd5(benchmark::State& state, const std::string& model) {
    const std::string command = "md5sum '" + profileFile(profileDirectory(model)).string() + "' >/dev/null";
    for (auto step : state) {
        if (std::system(command.c_str()) != 0) {
            state.SkipWithError("md5sum failed");
        }
    }
}

/// The reference for loading Poplar's format: SQLite's own sums over the columns of the long tables that a
/// plan needs, on one connection.
void sumColumns(benchmark::State& state, const std::string& model) {
    sqlite3* handle = nullptr;
    sqlite3_open_v2(profileFile(profileDirectory(model)).c_str(), &handle, SQLITE_OPEN_READONLY, nullptr);
    const Database database(handle, &sqlite3_close);
    for (auto step : state) {
        for (const char* sql :
             {"SELECT sum(var_id), sum(tile), sum(size_bytes), sum(equivalence_class), "
              "sum(unlowered_var_id), sum(offset), sum(category), sum(bitset), sum(name_base_id) "
              "FROM vars_info",
              "SELECT sum(id), sum(var_id) FROM exchange_regions"}) {
            const Statement sum = prepare(handle, sql);
            if (sqlite3_step(sum.get()) != SQLITE_ROW) {
                state.SkipWithError(sqlite3_errmsg(handle));
            }
        }
    }
}

/// Removes a file from the page cache.
void forget(const std::filesystem::path& path) {
    const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    ::fdatasync(file);
    ::posix_fadvise(file, 0, 0, POSIX_FADV_DONTNEED);
    ::close(file);
}

/// From the files to the estimate of the first plan that is shown.
void firstPlan(benchmark::State& state, const std::string& model, bool cold) {
    const std::filesystem::path directory = profileDirectory(model);
    for (auto step : state) {
        if (cold) {
            state.PauseTiming();
            forget(profileFile(directory));
            forget(directory / "debug.cbor");
            state.ResumeTiming();
        }
        const StageEstimatorPtr estimator =
            buildEstimator(valueOrExit(loadFrom(directory)), Setting::Pipeline);
        benchmark::DoNotOptimize(
            valueOrExit(estimator->estimate(SplitPlan(estimator->layerCount()), workers())));
    }
}

/// The longest time without progress, and the largest step of the percentage.
void progressOfLoad(benchmark::State& state, const std::string& model) {
    const auto resolved = resolveSource({profileDirectory(model)});
    if (!resolved) {
        exitWith(resolved.failure());
    }
    double stall = 0;
    double jump = 0;
    for (auto step : state) {
        auto last = std::chrono::steady_clock::now();
        double shown = 0;
        const auto look = [&](double fraction) {
            const auto now = std::chrono::steady_clock::now();
            stall = std::max(stall, std::chrono::duration<double, std::milli>(now - last).count());
            jump = std::max(jump, fraction - shown);
            last = now;
            shown = fraction;
        };
        std::mutex mutex;
        const Progress progress([&](Phase, double fraction) {
            const std::lock_guard lock(mutex);
            look(fraction);
        });
        benchmark::DoNotOptimize(valueOrExit(loadProfile(*resolved, progress)));
        look(1);
    }
    state.counters["stall_ms"] = stall;
    state.counters["jump_percent"] = jump * 100;
}

void load(benchmark::State& state, const std::string& model) {
    const std::filesystem::path directory = profileDirectory(model);
    // The first load of a process also pays for memory that the process has not used before. It is reported
    // separately.
    const auto begin = std::chrono::steady_clock::now();
    benchmark::DoNotOptimize(valueOrExit(loadFrom(directory)));
    const std::chrono::duration<double, std::milli> first = std::chrono::steady_clock::now() - begin;
    state.counters["first_ms"] = first.count();
    for (auto step : state) {
        benchmark::DoNotOptimize(valueOrExit(loadFrom(directory)));
    }
    const auto fileBytes = static_cast<double>(std::filesystem::file_size(profileFile(directory)));
    state.counters["file_mb"] = fileBytes / 1e6;
    state.counters["peak_over_file"] = static_cast<double>(peakBytesOfLoad(directory)) / fileBytes;
}

double cpuMilliseconds() {
    struct rusage usage {};
    getrusage(RUSAGE_SELF, &usage);
    const auto milliseconds = [](const timeval& time) {
        return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_usec) / 1e3;
    };
    return milliseconds(usage.ru_utime) + milliseconds(usage.ru_stime);
}

/// The self-checks, and their share of the processor time of a load and the checks.
void selfChecks(benchmark::State& state, const std::string& model) {
    const std::filesystem::path directory = profileDirectory(model);
    const double begin = cpuMilliseconds();
    const ProfilePtr profile = valueOrExit(loadFrom(directory));
    const double load = cpuMilliseconds() - begin;
    workers();
    const double loaded = cpuMilliseconds();
    for (auto step : state) {
        benchmark::DoNotOptimize(valueOrExit(runSelfChecks(*profile, workers())));
    }
    const double checks = (cpuMilliseconds() - loaded) / static_cast<double>(state.iterations());
    state.counters["share"] = checks / (load + checks);
}

/// How much a debug.cbor of 375 MB adds to the peak memory of a load: it has the model's own contexts, and
/// millions to which no program or variable refers.
void largeDebugInformation(benchmark::State& state, const std::string& model) {
    constexpr uint64_t FileBytes = 375'000'000;
    const std::filesystem::path report = profileDirectory(model);
    const std::filesystem::path directory = report.string() + "-debug";
    std::filesystem::create_directories(directory);
    std::error_code error;
    std::filesystem::remove(directory / "profile.pop", error);
    std::filesystem::create_symlink(report / "profile.pop", directory / "profile.pop");
    if (!std::filesystem::exists(directory / "debug.cbor")) {
        DebugContexts contexts = *valueOrExit(loadFrom(report))->debug;
        const uint64_t parent = contexts.contexts.front().id;
        uint64_t id = 0;
        for (const DebugContext& context : contexts.contexts) {
            id = std::max(id, context.id);
        }
        DebugContext unused;
        unused.parent = parent;
        unused.layer = ContextLayer::Poplibs;
        unused.location = {"poplin/MatMul.cpp", "poplin::matMul", 1};
        unused.debug.json = R"({"category": "var", "mappingMethod": 0, "shape": [64, 64], "type": "half"})";
        constexpr uint64_t ContextBytes = 145;
        for (uint64_t i = 0; i < FileBytes / ContextBytes; ++i) {
            unused.id = ++id;
            contexts.contexts.push_back(unused);
        }
        valueOrExit(writeDebugCbor(contexts, directory / "debug.cbor"));
    }
    for (auto step : state) {
        benchmark::DoNotOptimize(valueOrExit(loadFrom(directory)));
    }
    const auto megabytes = [](size_t bytes) { return static_cast<double>(bytes) / 1e6; };
    state.counters["debug_mb"] = megabytes(std::filesystem::file_size(directory / "debug.cbor"));
    state.counters["added_mb"] = megabytes(peakBytesOfLoad(directory)) - megabytes(peakBytesOfLoad(report));
}

/// The time from a stop request until the loader has returned and freed all memory. Requests are spread over
/// a load.
void cancelLoad(benchmark::State& state, const std::string& model) {
    constexpr int Moments = 60;
    const std::filesystem::path directory = profileDirectory(model);
    const auto begin = std::chrono::steady_clock::now();
    benchmark::DoNotOptimize(valueOrExit(loadFrom(directory)));
    const auto whole = std::chrono::steady_clock::now() - begin;
    Percentiles delays;
    for (auto step : state) {
        for (int moment = 0; moment < Moments; ++moment) {
            std::stop_source stop;
            std::jthread loader([&] { benchmark::DoNotOptimize(loadFrom(directory, stop.get_token())); });
            std::this_thread::sleep_for(whole * moment / Moments);
            delays.time([&] {
                stop.request_stop();
                loader.join();
            });
        }
    }
    delays.report(state);
}

} // namespace

void registerLoad(const std::string& model) {
    const auto add = [&](const char* name, const auto& function) {
        benchmark::RegisterBenchmark((std::string(name) + "/" + model).c_str(), function, model)
            ->Unit(benchmark::kMillisecond)
            ->MinTime(SecondsOfLoads)
            ->UseRealTime();
    };
    if (model.ends_with(AsPoplar)) {
        add("sum_columns", sumColumns);
    } else {
        add("read_blobs", readBlobs);
        add("md5", sumMd5);
    }
    add("load", load);
    add("first_plan", [](benchmark::State& state, const std::string& of) { firstPlan(state, of, false); });
    add("first_plan_cold",
        [](benchmark::State& state, const std::string& of) { firstPlan(state, of, true); });
    add("progress_of_load", progressOfLoad);
    if (model.ends_with(AsPoplar)) {
        add("self_checks", selfChecks);
        add("large_debug", largeDebugInformation);
    }
    benchmark::RegisterBenchmark(("cancel_load/" + model).c_str(), cancelLoad, model)
        ->Iterations(1)
        ->Unit(benchmark::kMillisecond);
}

} // namespace tileline::benchmarks
