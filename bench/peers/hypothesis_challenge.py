"""The public shrinking challenge on Hypothesis: share of seeds that reach the smallest case, and mean runs of the law after
the first failure, as suite `shrinking` measures them for the tools in Rust.

    python3 -m venv venv && venv/bin/pip install hypothesis && venv/bin/python bench/peers/hypothesis_challenge.py [SEEDS]
"""

import sys

import hypothesis
from hypothesis import HealthCheck, Phase, Verbosity, assume, given, seed, settings
from hypothesis import strategies as st

INTEGERS = st.integers(-(2**31), 2**31 - 1)
SHORT = st.integers(-(2**15), 2**15 - 1)
NUMBERS = st.tuples(st.integers(1, 1000), st.integers(1, 1000))


def wrapped(number):
    """A number of 16 bits."""
    return (number + 2**15) % 2**16 - 2**15


def bound5(lists):
    assume(all(wrapped_sum(one) < 256 for one in lists))
    return wrapped_sum([number for one in lists for number in one]) < 5 * 256


def wrapped_sum(numbers):
    total = 0
    for number in numbers:
        total = wrapped(total + number)
    return total


def deletion(drawn):
    numbers, number = drawn
    rest = list(numbers)
    rest.remove(number)
    return number not in rest


def coupling(numbers):
    assume(all(number < len(numbers) for number in numbers))
    return not any(number != index and numbers[number] == index for index, number in enumerate(numbers))


def difference(is_wrong):
    return lambda pair: pair[0] < 10 or not is_wrong(abs(pair[0] - pair[1]))


def is_least_bound5(lists):
    return sorted(lists) == [[], [], [], [-(2**15)], [-1]]


CASES = {
    "bound5": (st.tuples(*[st.lists(SHORT, max_size=10)] * 5), bound5, is_least_bound5),
    "large_union_list": (
        st.lists(st.lists(INTEGERS)),
        lambda lists: len({number for one in lists for number in one}) <= 4,
        lambda lists: len(lists) == 1 and sorted(lists[0]) in ([-2, -1, 0, 1, 2], [0, 1, 2, 3, 4]),
    ),
    "reverse": (st.lists(INTEGERS), lambda numbers: numbers == numbers[::-1], lambda numbers: numbers in ([0, 1], [1, 0], [0, -1], [-1, 0])),
    "lengthlist": (
        st.integers(1, 100).flatmap(lambda length: st.lists(st.integers(0, 1000), min_size=length, max_size=length)),
        lambda numbers: max(numbers) < 900,
        lambda numbers: numbers == [900],
    ),
    "coupling": (st.lists(st.integers(0, 10)), coupling, lambda numbers: numbers == [1, 0]),
    "deletion": (
        st.lists(INTEGERS, min_size=1).flatmap(lambda numbers: st.tuples(st.just(numbers), st.sampled_from(numbers))),
        deletion,
        lambda drawn: drawn == ([0, 0], 0),
    ),
    "difference_zero": (NUMBERS, difference(lambda apart: apart == 0), lambda pair: pair == (10, 10)),
    "difference_small": (NUMBERS, difference(lambda apart: 1 <= apart <= 4), lambda pair: pair == (10, 6)),
    "difference_one": (NUMBERS, difference(lambda apart: apart == 1), lambda pair: pair == (10, 9)),
}


def search(strategy, law, number):
    """Runs one search. Returns the case that is reported, and the runs of the law after the first failure."""
    runs, failures = [0], []

    @seed(number)
    @settings(max_examples=100_000, database=None, verbosity=Verbosity.quiet, deadline=None, report_multiple_bugs=False,
              phases=[Phase.generate, Phase.shrink], suppress_health_check=list(HealthCheck))
    @given(strategy)
    def run(case):
        runs[0] += 1
        if not law(case):
            failures.append((runs[0], case))
            raise AssertionError

    try:
        run()
    except AssertionError:
        pass
    if not failures:
        return None, 0
    # The last failure is the case that is reported, run once more.
    return failures[-1][1], runs[0] - failures[0][0]


def main():
    seeds = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    print(f"Hypothesis {hypothesis.__version__}, Python {sys.version.split()[0]}, {seeds} seeds")
    for name, (strategy, law, is_least) in CASES.items():
        found = [search(strategy, law, number) for number in range(seeds)]
        ended = [(case, runs) for case, runs in found if case is not None]
        least = sum(is_least(case) for case, _ in ended)
        others = {repr(case)[:60] for case, _ in ended if not is_least(case)}
        mean = sum(runs for _, runs in ended) / max(1, len(ended))
        print(f"  {name:18} found {len(ended):4}  minimal {100 * least / max(1, len(ended)):5.1f} %  runs {mean:8.1f}  {sorted(others)[:3]}", flush=True)


if __name__ == "__main__":
    main()
