"""What a log of Sixteen leaves in the warehouse: actions, hands, rounds, steps."""

from pathlib import Path

import pytest
from sixteen_logs import bonus, played, rematch_bonus
from warehouse import Warehouse


@pytest.fixture
def house(tmp_path: Path) -> Warehouse:
    return Warehouse(tmp_path)


def test_every_action_is_kept_with_pot_price_and_cap(house: Warehouse) -> None:
    house.load(bonus())
    asked = """
    select position, player, action, card, sum_before, sum_after, pot_before, call_price, stones,
        raise_cap, stack_after
    from sixteen_actions where step = 2 order by position
    """
    assert house.ask(asked) == [
        (10, "A", "take", 8, 7, 15, 6, None, 0, None, 48),
        (11, "B", "stay", None, 8, 8, 6, None, 0, None, 48),
        (12, "C", "take", 15, 1, 16, 6, None, 0, None, 48),
        (13, "A", "bet", None, 15, 15, 6, 0, 3, 3, 45),
        (14, "B", "fold", None, 8, 8, 9, 3, 0, 6, 48),
        (15, "C", "raise", None, 16, 16, 9, 3, 9, 6, 39),
        (16, "A", "call", None, 15, 15, 18, 6, 6, 12, 39),
    ]
    antes = "select player, stones, stack_after from sixteen_actions where action = 'ante'"
    assert house.ask(f"{antes} order by position") == [("A", 1, 49), ("B", 1, 49), ("C", 1, 49)]


def test_every_hand_of_every_player_is_kept(house: Warehouse) -> None:
    house.load(bonus())
    asked = """
    select player, cards, card_sum, hand_class, folded_in_step, ending, is_winner, was_shown,
        pot, ante, bets, back, won, bonus_received, bonus_paid, net, stack_before, stack_after
    from sixteen_hands order by seat
    """
    ending = ("showdown", False, True, 32)
    assert house.ask(asked) == [
        ("A", [7, 8], 15, "plain", None, *ending, -1, -14, 0, 0, 0, -14, -29, 50, 21),
        ("B", [8], 8, "plain", 2, "showdown", False, False, 32, -1, -1, 0, 0, 0, -1, -3, 50, 47),
        ("C", [1, 15], 16, "top", None, "showdown", True, True, 32,
         -1, -14, 0, 32, 15, 0, 32, 50, 82),
    ]  # fmt: skip


def test_a_hand_is_a_round_and_its_claimed_stones_are_its_claim(house: Warehouse) -> None:
    log = bonus()
    log["hands"][0]["recorded"]["stones"] = [21, 48, 81]
    house.load(log)
    assert house.ask("from rounds order by seat") == [
        ("test", 1, 1, "A", -29, -29, -29),
        ("test", 1, 2, "B", -3, -3, -2),
        ("test", 1, 3, "C", 32, 32, 31),
    ]
    assert house.ask("select player, final_score, rank, recorded_score from seats") == [
        ("A", 21, 3, 21), ("B", 47, 2, 47), ("C", 82, 1, 82)
    ]  # fmt: skip


def test_steps_are_turns_and_the_settlement_belongs_to_the_last(house: Warehouse) -> None:
    house.load(bonus())
    asked = "select turn, player, action, points, running_total from turn_facts order by turn, seat"
    assert house.ask(asked) == [
        (1, "A", "ante take bet", -2, -2),
        (1, "B", "ante take call", -2, -2),
        (1, "C", "ante take call", -2, -2),
        (2, "A", "take bet call", -9, -11),
        (2, "B", "stay fold", 0, -2),
        (2, "C", "take raise", -9, -11),
        (3, "A", "stay check call", -18, -29),
        (3, "B", "out", -1, -3),
        (3, "C", "stay bet", 43, 32),
    ]


def test_cards_that_nobody_saw_leave_no_sum(house: Warehouse) -> None:
    log = bonus()
    log["hands"][0]["steps"][0]["cards"][1] = ["B", "?"]
    del log["hands"][0]["steps"][1]["cards"][1]
    house.load(log)
    asked = "select cards, card_count, card_sum, hand_class from sixteen_hands where player = 'B'"
    assert house.ask(asked) == [([None, None], None, None, None)]
    asked = "select action, card, sum_after from sixteen_actions where player = 'B' and step = 2"
    assert house.ask(f"{asked} order by position") == [("untold", None, None), ("fold", None, None)]


def test_a_payer_who_sat_out_the_rematch_has_a_row(house: Warehouse) -> None:
    house.load(rematch_bonus(bonus_scope="whole_chain"))
    asked = "select player, cards, bonus_paid, net from sixteen_hands where hand = 2 order by seat"
    assert house.ask(asked) == [("A", [1, 15], 0, 12), ("B", [5], -3, -5), ("C", [], -1, -1)]


@pytest.mark.parametrize("seed", range(4))
def test_every_way_to_add_up_gives_the_same_stones(house: Warehouse, seed: int) -> None:
    house.load(*(played(seed * 10 + number, 2 + number % 4) | {"game_id": f"g{number}"}
                 for number in range(5)))  # fmt: skip
    different = """
    with hands as (select game_id, hand, seat, net from sixteen_hands),
    steps as (
        select game_id, round as hand, seat, sum(points) as net
        from turn_facts group by game_id, round, seat
    ),
    rounded as (select game_id, round as hand, seat, points as net from rounds where points <> 0)
    (select 1, * from (from hands except from steps))
    union all (select 2, * from (from steps except from hands))
    union all (select 3, * from (from rounded except from hands))
    """
    assert house.ask(different) == []
    paid = """
    select game_id, hand, seat from sixteen_hands as h
    join sixteen_actions using (game_id, hand, seat)
    group by game_id, hand, seat, ante, bets, net, stack_before, h.stack_after
    having sum(stones) <> -(ante + bets) or h.stack_after <> stack_before + net
    """
    assert house.ask(paid) == []
    conserved = """
    select game_id from sixteen_hands group by game_id, hand, ending
    having sum(net) <> 0 and ending in ('showdown', 'folds') and not bool_or(is_rematch)
    """
    assert house.ask(conserved) == []
