#include "verify/prover/box_search.hpp"

#include <tbb/enumerable_thread_specific.h>
#include <tbb/parallel_for.h>
#include <tbb/parallel_invoke.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <queue>
#include <utility>

#include "numerics/error.hpp"
#include "verify/kernel/cover_inner.hpp"
#include "verify/prover/box_worker.hpp"

namespace lemmacheck::verify::prover {
namespace {

/// Boxes of one round: a function of the boxes so far, so that the result does not depend on the number of threads.
constexpr std::size_t least_round = 8, largest_round = 1024;
/// Searches up to this many boxes run on the calling thread alone.
constexpr std::size_t serial_boxes = 512;
/// A round ends together when its tasks are small; one takes some ten microseconds.
constexpr std::size_t boxes_of_a_task = 8;
constexpr std::size_t most_worst = 16;
constexpr long search_bits = 80;
/// A claim with an inner form is tried as it is with this many boxes first.
constexpr std::size_t boxes_before_inner = 1000;

struct TreeNode {
  std::vector<kernel::CoverNode> steps;  // the last one is a cut when there are children
  std::int64_t lower = -1, upper = -1;
};

struct Pending {
  WorkBox box;
  std::size_t node = 0;
};

/// Boxes that are worked on together; what was found about each, and its halves when it was cut.
struct Round {
  std::vector<Pending> boxes;
  std::vector<WorkResult> results;
  std::vector<WorkBox> lower, upper;
};

class Search {
 public:
  Search(const numerics::Graph& graph, const kernel::BoxProblem& problem, const BoxSearchOptions& options)
      : options_(options), code_(kernel::make_box_code(graph, problem, numerics::Precision(search_bits))) {
    const std::size_t n = problem.variables.size();
    LEMMACHECK_ASSERT(problem.lower.size() == n && problem.upper.size() == n && problem.integer.size() == n);
    for (std::size_t i = 0; i < n; ++i) LEMMACHECK_ASSERT(problem.lower[i] <= problem.upper[i]);
    std::vector<std::uint8_t> strict;
    for (const kernel::Hypothesis& h : problem.hypotheses) strict.push_back(h.strict ? 1 : 0);
    worker_.emplace(code_, problem.strict, strict);
    Pending first;
    first.box.lower = problem.lower;
    first.box.upper = problem.upper;
    for (const bool b : problem.integer) first.box.integer.push_back(b ? 1 : 0);
    first.box.usable.assign(problem.hypotheses.size(), 1);
    first.box.bound = -std::numeric_limits<double>::infinity();
    tree_.emplace_back();
    add(std::move(first));
  }

  /// Goes on until `most_boxes` were looked at. True when only that was the reason to end.
  bool run(std::size_t most_boxes) {
    bool going = true;
    Round done, working;
    do {
      if (options_.stop && options_.stop()) going = false;
      // While the boxes of one round are worked on, the round before is merged and the next one chosen.
      Round next;
      const auto settle = [&] {
        going = merge(done) && going;
        done = {};  // frees what is left of it here, beside the work
        if (going) next = choose(most_boxes);
      };
      work_beside(settle, working);
      done = std::exchange(working, std::move(next));
    } while (!done.boxes.empty() || !working.boxes.empty());
    return going && !order_.empty();
  }

  std::size_t boxes() const { return found_.boxes; }

  BoxSearchResult finish() {
    found_.proved = order_.empty();
    if (found_.proved)
      write_cover();
    else
      write_worst();
    return std::move(found_);
  }

 private:
  struct Entry {
    double bound;
    std::size_t node;   // in tree_: settles equal bounds
    std::size_t index;  // in boxes_
    friend bool operator>(const Entry& a, const Entry& b) {
      return a.bound != b.bound ? a.bound > b.bound : a.node > b.node;
    }
  };

  void add(Pending pending) {
    std::size_t index = boxes_.size();
    if (free_.empty()) {
      boxes_.emplace_back();
    } else {
      index = free_.back();
      free_.pop_back();
    }
    order_.push({pending.box.bound, pending.node, index});
    boxes_[index] = std::move(pending);
  }

  std::size_t round_size() const { return std::clamp(found_.boxes / 8, least_round, largest_round); }

  Round choose(std::size_t most_boxes) {
    Round round;
    const std::size_t most = found_.boxes < most_boxes ? std::min(round_size(), most_boxes - found_.boxes) : 0;
    for (; round.boxes.size() < most && !order_.empty(); order_.pop()) {
      free_.push_back(order_.top().index);
      round.boxes.push_back(std::move(boxes_[free_.back()]));
    }
    const std::size_t count = round.boxes.size();
    round.results.resize(count);
    round.lower.resize(count);
    round.upper.resize(count);
    found_.boxes += count;
    return round;
  }

  static void work(BoxWorker& worker, Round& round, std::size_t k) {
    WorkBox& box = round.boxes[k].box;
    const WorkResult& result = round.results[k];
    worker.work(box, round.results[k]);
    if (result.closed || result.stuck || result.refuted) return;
    const kernel::CoverNode& cut = result.steps.back();
    round.lower[k] = box;
    round.upper[k] = std::move(box);
    round.lower[k].upper[cut.variable] = round.upper[k].lower[cut.variable] = cut.at;
  }

  template <class Settle>
  void work_beside(const Settle& settle, Round& round) {
    const std::size_t count = round.boxes.size();
    if (!options_.parallel || found_.boxes < serial_boxes) {
      for (std::size_t k = 0; k < count; ++k) work(*worker_, round, k);
      settle();
      return;
    }
    if (!workers_) workers_.emplace(*worker_);
    tbb::this_task_arena::isolate([&] {
      tbb::parallel_invoke(settle, [&] {
        tbb::parallel_for(
            tbb::blocked_range<std::size_t>(0, count, boxes_of_a_task),
            [&](const auto& range) {
              BoxWorker& worker = workers_->local();
              for (std::size_t k = range.begin(); k < range.end(); ++k) work(worker, round, k);
            },
            tbb::simple_partitioner());
      });
    });
  }

  /// False when the search cannot succeed any more; the box that shows it is pending again then.
  bool merge(Round& round) {
    bool going = true;
    for (std::size_t k = 0; k < round.boxes.size(); ++k) going = merge(round, k) && going;
    return going;
  }

  bool merge(Round& round, std::size_t k) {
    WorkResult& result = round.results[k];
    if (!result.point.empty() && (found_.lowest_point.empty() || result.value < found_.lowest_value)) {
      found_.lowest_point = std::move(result.point);
      found_.lowest_value = result.value;
    }
    if (result.stuck || result.refuted) {
      add(std::move(round.boxes[k]));
      return false;
    }
    TreeNode& parent = tree_[round.boxes[k].node];
    parent.steps = std::move(result.steps);
    if (result.closed) return true;
    const std::size_t first = tree_.size();
    parent.lower = static_cast<std::int64_t>(first);
    parent.upper = static_cast<std::int64_t>(first + 1);
    tree_.resize(first + 2);
    add({std::move(round.lower[k]), first});
    add({std::move(round.upper[k]), first + 1});
    return true;
  }

  void write_cover() {
    std::vector<std::size_t> open{0};
    while (!open.empty()) {
      TreeNode& node = tree_[open.back()];
      open.pop_back();
      for (kernel::CoverNode& s : node.steps) found_.cover.nodes.push_back(std::move(s));
      if (node.lower < 0) continue;
      open.push_back(static_cast<std::size_t>(node.upper));
      open.push_back(static_cast<std::size_t>(node.lower));
    }
  }

  void write_worst() {
    for (; !order_.empty() && found_.worst.size() < most_worst; order_.pop()) {
      WorkBox& box = boxes_[order_.top().index].box;
      found_.worst.push_back({std::move(box.lower), std::move(box.upper)});
    }
  }

  const BoxSearchOptions& options_;
  kernel::BoxCode code_;
  std::optional<BoxWorker> worker_;
  std::optional<tbb::enumerable_thread_specific<BoxWorker>> workers_;
  std::vector<Pending> boxes_;
  std::vector<std::size_t> free_;  // unused places of boxes_
  std::vector<TreeNode> tree_;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> order_;
  BoxSearchResult found_;
};

}  // namespace

BoxSearchResult search_boxes(const numerics::Graph& graph, const kernel::BoxProblem& problem,
                             const BoxSearchOptions& options) {
  Search direct(graph, problem, options);
  const bool inner_possible = kernel::may_have_inner_claim(graph, problem.f);
  const std::size_t first = inner_possible ? std::min(options.most_boxes / 2, boxes_before_inner) : options.most_boxes;
  if (!direct.run(first) || !inner_possible) return direct.finish();

  numerics::Graph larger = graph;
  const std::optional<kernel::Hypothesis> inner = kernel::inner_claim(larger, problem);
  if (!inner) {
    direct.run(options.most_boxes);
    return direct.finish();
  }
  kernel::BoxProblem replaced = problem;
  replaced.f = inner->value;
  Search indirect(larger, replaced, options);
  indirect.run(options.most_boxes - direct.boxes());
  BoxSearchResult found = indirect.finish();
  if (!found.proved) {
    // Boxes and points of the claim itself.
    const std::size_t boxes = found.boxes;
    found = direct.finish();
    found.boxes += boxes;
    return found;
  }
  found.boxes += direct.boxes();
  found.cover.nodes.insert(found.cover.nodes.begin(), kernel::CoverNode{"inner", 0, 0, {}});
  return found;
}

}  // namespace lemmacheck::verify::prover
