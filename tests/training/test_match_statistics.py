"""Scores, Elo, error bars and the sequential test, against figures worked out elsewhere."""

import math
import random

import pytest
from makachess.training.statistics import (
    Counts,
    bounds,
    elo,
    expected_score,
    interval,
    likelihood_ratio,
    superiority,
    verdict,
)


def independent(wins: int, draws: int, losses: int) -> Counts:
    """Games without pairs."""
    return Counts(wins, draws, losses)


@pytest.mark.parametrize(
    ("score", "difference"),
    [(0.5, 0.0), (0.64, 99.95), (0.76, 200.24), (0.9, 381.7), (10 / 11, 400.0), (0.25, -190.85)],
)
def test_elo(score, difference):
    assert elo(score) == pytest.approx(difference, abs=0.01)
    assert expected_score(elo(score)) == pytest.approx(score)


def test_elo_of_a_clean_sheet():
    assert elo(1.0) == math.inf
    assert elo(0.0) == -math.inf


def test_pairs_are_used_unless_most_are_broken():
    assert Counts(4, 0, 4, (0, 0, 4, 0, 0)).observations() == [0, 0, 4, 0, 0]
    assert Counts(4, 0, 4, (0, 0, 1, 0, 0)).observations() == [4, 0, 4]


def test_interval_of_single_games_is_that_of_agresti_and_coull():
    # 10 of 20: p = 12/24, 1.96 sqrt(0.25 / 24) = 0.2000
    low, high = interval(independent(10, 0, 10))
    assert (low, high) == pytest.approx((0.29996, 0.70004), abs=1e-4)


def test_interval_of_a_clean_sheet_is_not_a_point():
    low, high = interval(independent(60, 0, 0))
    assert 0.9 < low < 0.95
    assert high == 1.0


def test_decided_pairs_tell_more_than_balanced_ones():
    """Colours that decide games say nothing about engines: the pairs cancel that out."""
    balanced = Counts(50, 0, 50, (0, 0, 50, 0, 0))
    scattered = Counts(50, 0, 50, (25, 0, 0, 0, 25))
    assert interval(balanced)[1] - interval(balanced)[0] < 0.2
    assert interval(scattered)[1] - interval(scattered)[0] > 0.2


def test_interval_covers_the_truth_in_95_of_100_matches():
    dice, covered = random.Random(3), 0
    for _ in range(400):
        results = [dice.random() < 0.7 for _ in range(100)]
        low, high = interval(independent(sum(results), 0, 100 - sum(results)))
        covered += low <= 0.7 <= high
    assert 0.92 <= covered / 400 <= 0.98


def test_superiority():
    assert superiority(Counts()) == pytest.approx(0.5)
    assert superiority(independent(40, 20, 20)) > 0.97
    assert superiority(independent(20, 20, 40)) < 0.03


def test_bounds_of_the_sequential_test():
    assert bounds() == pytest.approx((-2.944, 2.944), abs=1e-3)


def test_likelihood_ratio_agrees_with_its_normal_approximation():
    """For small differences it is N (s1 - s0) (2 mean - s0 - s1) / (2 variance)."""
    counts = independent(2000, 6000, 1900)
    s0, s1 = expected_score(0), expected_score(5)
    mean = counts.score
    second = (2000 + 6000 / 4) / counts.games
    variance = second - mean**2
    near = counts.games * (s1 - s0) * (2 * mean - s0 - s1) / (2 * variance)
    assert likelihood_ratio(counts, 0, 5) == pytest.approx(near, rel=0.01)


def test_likelihood_ratio_without_draws_is_that_of_coin_tosses():
    counts = independent(70, 0, 30)
    p0, p1 = expected_score(0), expected_score(100)
    exact = 70 * math.log(p1 / p0) + 30 * math.log((1 - p1) / (1 - p0))
    assert likelihood_ratio(counts, 0, 100) == pytest.approx(exact, abs=0.02)


def test_the_verdict_is_one_of_three():
    matches = independent(100, 100, 100), Counts(), independent(60, 0, 0)
    assert [verdict(counts, (0, 50)) for counts in matches] == [-1, 0, 1]
