// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/timing/timeline.h"

#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

#include <ctime>

using namespace llvm;

namespace weft {

static thread_local Timeline *Current = nullptr;

/// Of this thread: what others do on the machine at the same time counts the least.
static uint64_t processorTime() {
  timespec Now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &Now);
  return uint64_t(Now.tv_sec) * 1000000000 + uint64_t(Now.tv_nsec);
}

Timeline::Timeline() : Since(processorTime()) {
  Current = this;
  Running = step("all", "other");
  Steps[Running].Runs = 1;
}

Timeline::~Timeline() {
  Current = nullptr;
}

Timeline *Timeline::current() {
  return Current;
}

size_t Timeline::step(StringRef Stage, StringRef Name) {
  const std::string Both = (Stage + "/" + Name).str();
  const auto [At, IsNew] = Numbers.try_emplace(Both, Steps.size());
  if (IsNew)
    Steps.push_back({Both});
  return At->second;
}

size_t Timeline::begin(size_t Next) {
  const size_t Before = Running;
  resume(Next);
  ++Steps[Next].Runs;
  return Before;
}

void Timeline::resume(size_t Next) {
  const uint64_t Now = processorTime();
  Steps[Running].Nanoseconds += Now - Since;
  Running = Next;
  Since = Now;
}

void Timeline::countAnalyses(PassInstrumentationCallbacks &Callbacks) {
  Callbacks.registerBeforeAnalysisCallback(
      [this](StringRef Name, Any) { Interrupted.push_back(begin(step("analysis", Name))); });
  Callbacks.registerAfterAnalysisCallback([this](StringRef, Any) { resume(Interrupted.pop_back_val()); });
}

void Timeline::print(raw_ostream &Stream) {
  resume(Running);
  uint64_t All = 0;
  for (const Step &S : Steps)
    All += S.Nanoseconds;
  Stream << "        ms      %     runs  step\n";
  auto Line = [&](uint64_t Nanoseconds, uint64_t Runs, const std::string &Name) {
    Stream << format("%10.3f %6.2f %8llu  %s\n", double(Nanoseconds) / 1e6,
                     100 * double(Nanoseconds) / double(std::max<uint64_t>(All, 1)), (unsigned long long)Runs,
                     Name.c_str());
  };
  for (const Step &S : Steps)
    if (S.Runs)
      Line(S.Nanoseconds, S.Runs, S.Name);
  Line(All, 1, "all");
}

} // namespace weft
