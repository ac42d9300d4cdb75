// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_TIMING_TIMELINE_H
#define WEFT_COMPILER_TIMING_TIMELINE_H

// Where a compilation's processor time goes, for weftc --time: steps by stage and name, in the order in which they
// first ran. One step is running at any moment, and all that is done counts as its time until the next one begins.

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/IR/PassInstrumentation.h"
#include "llvm/IR/PassManager.h"

#include <cstdint>
#include <string>

namespace weft {

/// Of one thread: what is made while it is there on its thread is timed.
class Timeline {
public:
  Timeline();
  ~Timeline();
  Timeline(const Timeline &) = delete;
  Timeline &operator=(const Timeline &) = delete;

  /// This thread's; null where nothing is timed, which is everywhere but in weftc.
  static Timeline *current();

  /// The number of a step that may be begun.
  size_t step(llvm::StringRef Stage, llvm::StringRef Name);
  /// Begins a step; returns the one that was running.
  size_t begin(size_t Step);
  /// Goes on with a step that another one has interrupted.
  void resume(size_t Step);
  /// Has analyses counted as steps of their own, not as those of the passes that ask for them.
  void countAnalyses(llvm::PassInstrumentationCallbacks &Callbacks);
  /// Ends the running step.
  void print(llvm::raw_ostream &Stream);

private:
  struct Step {
    std::string Name;
    uint64_t Runs = 0, Nanoseconds = 0;
  };
  llvm::SmallVector<Step, 0> Steps;
  llvm::StringMap<size_t> Numbers;          ///< of steps by their names
  llvm::SmallVector<size_t, 4> Interrupted; ///< by analyses
  size_t Running = 0;
  uint64_t Since; ///< when it began or went on
};

/// A step that lasts as long as the scope, but for steps that begin in it.
class TimedStep {
  size_t Before = 0;

public:
  TimedStep(llvm::StringRef Stage, llvm::StringRef Name) {
    if (Timeline *Times = Timeline::current())
      Before = Times->begin(Times->step(Stage, Name));
  }
  ~TimedStep() {
    if (Timeline *Times = Timeline::current())
      Times->resume(Before);
  }
  TimedStep(const TimedStep &) = delete;
  TimedStep &operator=(const TimedStep &) = delete;
};

/// Stands before a pass in a manager of any kind where there is a timeline.
struct BeginStep : llvm::PassInfoMixin<BeginStep> {
  size_t Step;
  BeginStep(llvm::StringRef Stage, llvm::StringRef Name) : Step(Timeline::current()->step(Stage, Name)) {}
  template <typename Unit, typename Manager, typename... More>
  llvm::PreservedAnalyses run(Unit &, Manager &, More &&...) {
    Timeline::current()->begin(Step);
    return llvm::PreservedAnalyses::all();
  }
};

} // namespace weft

#endif
