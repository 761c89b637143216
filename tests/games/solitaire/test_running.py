"""Golf as data for the simulator: plans, runs and the public API."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import polars as pl
import pytest
from generators import lay, seeded

import golfsim
from golfsim.datasets.format import MANIFEST
from golfsim.datasets.manifest import load_manifest
from golfsim.errors import DatasetError, OptionError, StrategyError
from golfsim.games.solitaire.deals.boards import format_board
from golfsim.games.solitaire.deals.naming import parse_source
from golfsim.games.solitaire.deals.sources import SeededSource
from golfsim.games.solitaire.game import Game
from golfsim.games.solitaire.outcome import COLUMNS
from golfsim.games.solitaire.planning import PlayDeals, make_plan
from golfsim.games.solitaire.rules import PRESETS, Rules
from golfsim.games.solitaire.strategies.registry import BUILT_IN
from golfsim.results.find import find_deals
from golfsim.simulate.naming import slug

PLUG_INS = """
def good(view):
    return view.plays[0]

def bad(view):
    raise ValueError("no idea")
"""


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "mine.py"
    path.write_text(PLUG_INS)
    return path


def plan(rules="classic", strategies=("greedy",), source="seeded", seed=7, deals=10, first=None, out=None):
    return make_plan([Rules.parse(rules)], strategies, parse_source(source, seed), deals, first, out)


def test_what_is_public():
    for name in golfsim.__all__:
        assert getattr(golfsim, name) is not None
    assert dir(golfsim) == sorted(golfsim.__all__)
    assert golfsim.__version__.count(".") == 2
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        _ = golfsim.nothing


def test_rows_are_the_games(tmp_path):
    summary = golfsim.run("jokers", "first", 40, seed=7, first=100, out=tmp_path / "a", jobs=1)
    assert (summary.rows, summary.played, summary.shards, summary.written) == (40, 40, 1, 1)
    frame = golfsim.scan(tmp_path / "a").collect().sort("deal")
    assert frame["deal"].to_list() == list(range(100, 140))
    rules = Rules.parse("jokers")
    decks = SeededSource(7).decks(100, 40, rules)
    for deck, row in zip(decks.tolist(), frame.iter_rows(named=True), strict=True):
        game = Game(lay(deck, rules), rules)
        while moves := game.legal_moves():
            game.move(moves[0])
        end = game.outcome()
        assert {name: row[name] for name in ("won", "strokes", "cards_left", "stock_left", "plays", "draws")} == {
            "won": end.won, "strokes": end.strokes, "cards_left": end.cards_left, "stock_left": end.stock_left,
            "plays": end.plays, "draws": end.draws,
        }  # fmt: skip
        assert row["longest_run"] == end.longest_run


def test_the_manifest_spells_everything_out(tmp_path, file):
    golfsim.run(
        ["classic", Rules(kings="wrap", draw="when-stuck")], ["greedy", f"{file}:good"], 5, seed=3, out=tmp_path / "a"
    )
    manifest = load_manifest(tmp_path / "a" / "rules=_/strategy=_" / MANIFEST)
    assert manifest["source"] == "seeded"
    assert manifest["game"] == "golf-solitaire"
    assert (manifest["seed"], manifest["first"], manifest["deals"]) == (3, 0, 5)
    assert [(column["name"], column["dtype"]) for column in manifest["columns"]] == [
        ("won", "bool"), ("strokes", "i8"), ("cards_left", "u8"), ("stock_left", "u8"),
        ("plays", "u8"), ("draws", "u8"), ("longest_run", "u8"),
    ]  # fmt: skip
    assert {"python", "golfsim", "numba", "numpy", "polars", "pysol-cards"} <= set(manifest["versions"])
    groups = manifest["groups"]
    assert [group["path"] for group in groups] == [
        "rules=classic/strategy=greedy",
        "rules=classic/strategy=mine.py+good",
        "rules=classic+kings-wrap+draw-when-stuck/strategy=greedy",
        "rules=classic+kings-wrap+draw-when-stuck/strategy=mine.py+good",
    ]
    assert groups[2]["rules_options"] == Rules(kings="wrap", draw="when-stuck").spelled_out()
    assert groups[1]["strategy"] == "mine.py:good"
    assert groups[1]["file"] == "mine.py"
    assert len(groups[1]["sha256"]) == 64
    assert all(not group["sees_stock"] and not group["stochastic"] for group in groups)


def test_run_takes_single_names_and_lists(tmp_path):
    one = golfsim.run(Rules(), "greedy", 5, out=tmp_path / "one")
    many = golfsim.run(["classic"], ["greedy"], 5, out=tmp_path / "many")
    assert one.rows == many.rows == 5
    assert one.manifest.read_bytes() == many.manifest.read_bytes()
    table = golfsim.win_table(tmp_path / "one")
    assert table.height == 1
    assert table["deals"].to_list() == [5]


def test_resume_and_refusal(tmp_path):
    out = tmp_path / "a"
    golfsim.run("classic", "greedy", 5, seed=3, out=out)
    assert golfsim.run("classic", "greedy", 5, seed=3, out=out).played == 0
    assert golfsim.run("classic", "greedy", 5, seed=3, out=out, resume=False).played == 5
    with pytest.raises(DatasetError) as caught:
        golfsim.run("classic", "greedy", 5, seed=4, out=out)
    assert str(caught.value).startswith("seed: 4 here, 3 in ")


def test_a_run_elsewhere(tmp_path):
    golfsim.run("classic", "greedy", 50, out=tmp_path / "here")
    with ThreadPoolExecutor(1) as pool:
        golfsim.run("classic", "greedy", 50, out=tmp_path / "there", executor=pool)
    for name in ("rules=_/strategy=_/_manifest.parquet", "rules=classic/strategy=greedy/part-000000.parquet"):
        assert (tmp_path / "here" / name).read_bytes() == (tmp_path / "there" / name).read_bytes()


def test_one_broken_and_one_good_strategy(tmp_path, file):
    out = tmp_path / "a"
    with pytest.raises(StrategyError) as caught:
        golfsim.run("classic", [f"{file}:bad", "greedy"], 6, out=out, jobs=1)
    text = str(caught.value)
    assert "mine.py:bad: deal 0, move " in text
    assert "ValueError: no idea" in text
    assert len(text.splitlines()) == 1
    assert pl.scan_parquet(out / "rules=classic/strategy=greedy/*.parquet").collect().height == 6


def test_default_places_differ_with_the_run():
    places = [
        plan(),
        plan(seed=8),
        plan(deals=11),
        plan(first=1),
        plan(rules="relaxed"),
        plan(strategies=("guide",)),
        plan(strategies=("greedy", "guide")),
        plan(source="pysol"),
    ]
    names = [one.out for one in places]
    assert len(set(names)) == len(names)
    assert plan().out == names[0]
    assert str(names[0]).startswith("results/seeded-seed7-from0-10deals-")


def test_a_folder_name_for_every_spec():
    assert slug("solver:objective=win,max-states=5") == "solver+objective-win+max-states-5"
    assert slug("classic+kings=wrap") == "classic+kings-wrap"
    every = [*PRESETS, "classic+kings=wrap+draw=when-stuck", "a/b.py:c:few=3,many=4", *BUILT_IN]
    slugs = [slug(spec) for spec in every]
    assert len(set(slugs)) == len(every)
    for name in slugs:
        assert set(name).isdisjoint('/\\:*?"<>|=, '), name


def test_first_deals():
    assert plan().first == 0
    assert plan(source="pysol").first == 1
    assert plan(first=2**64 - 10).first == 2**64 - 10
    assert make_plan([Rules()], ["greedy"], parse_source("seeded", 0)).deals == 100_000


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"deals": 0}, "deals 0: expected 1 to 18446744073709551616 from first 0 with source seeded"),
        ({"deals": -5}, "deals -5: expected 1 to 18446744073709551616 from first 0 with source seeded"),
        ({"first": -1}, "first -1: expected 0 to 18446744073709551615 with source seeded"),
        ({"first": 2**64 - 9}, "deals 10: expected 1 to 9 from first 18446744073709551607 with source seeded"),
        ({"source": "pysol", "first": 0}, "first 0: expected 1 to 18446744073709551615 with source pysol"),
        ({"strategies": ()}, "nothing to play: expected at least one of rules and of strategies"),
        ({"strategies": ("greedy", "greedy")}, "rules=classic/strategy=greedy is asked for twice; each pair can be "
         "simulated once"),
        ({"source": "pysol", "rules": "jokers"}, "rules jokers: PySolFC has no such deals; expected 7x5, 17x3 or "
         "13x4 columns and no jokers"),
        ({"source": "nowhere"}, "unknown source 'nowhere': expected seeded, pysol, pysol-ms, a "
         "file of boards or of names of deals, or - for standard input"),
        ({"seed": -1}, "seed -1: expected 0 to 2**64 - 1"),
    ],
)  # fmt: skip
def test_messages(options, message):
    with pytest.raises(OptionError) as caught:
        plan(**options)
    assert str(caught.value) == message


def test_files_of_boards(tmp_path):
    deals = [lay(deck.tolist(), Rules()) for deck in seeded(Rules(), 3)]
    path = tmp_path / "three.txt"
    path.write_text("\n".join(map(format_board, deals)))
    whole = make_plan([Rules()], ["greedy"], parse_source(str(path), 0))
    assert (whole.first, whole.deals) == (0, 3)
    assert make_plan([Rules()], ["greedy"], parse_source(str(path), 0), first=1).deals == 2
    for first, count, said in (
        (0, 4, "deals 4: expected 1 to 3 from first 0"),
        (3, None, "first 3: expected 0 to 2"),
        (-1, 1, "first -1: expected 0 to 2"),
        (1, 3, "deals 3: expected 1 to 2 from first 1"),
    ):
        with pytest.raises(OptionError) as caught:
            make_plan([Rules()], ["greedy"], parse_source(str(path), 0), count, first)
        assert str(caught.value) == f"{said} with {path}"
    golfsim.run("classic", "greedy", source=str(path), out=tmp_path / "a")
    frame = golfsim.scan(tmp_path / "a").collect().sort("deal")
    assert frame["deal"].to_list() == [0, 1, 2]
    two = golfsim.run(["classic", "empty-start"], "greedy", source=str(path), out=tmp_path / "b")
    assert two.rows == 6


@pytest.mark.slow
def test_unknown_results_are_null():
    columns = PlayDeals(SeededSource(7), Rules(), "solver:max-states=1")(0, 5)
    assert list(columns) == [field.name for field in COLUMNS]
    for field in COLUMNS:
        assert isinstance(columns[field.name], np.ma.MaskedArray)
        assert columns[field.name].mask.any()


def test_columns_have_the_types_of_the_schema():
    columns = PlayDeals(SeededSource(7), Rules(), "greedy")(3, 4)
    types = {"bool": np.bool_, "i8": np.int8, "u8": np.uint8}
    for field in COLUMNS:
        assert columns[field.name].dtype == types[field.dtype]
        assert columns[field.name].shape == (4,)
        assert not isinstance(columns[field.name], np.ma.MaskedArray)


def test_a_broken_plug_in_spoils_no_other_run(tmp_path):
    (tmp_path / "broken.py").write_text("raise ValueError('spoilt')")
    with pytest.raises(StrategyError, match=r"broken\.py, line 1: ValueError: spoilt"):
        golfsim.run("classic", [f"{tmp_path}/broken.py:x", "greedy"], 50, out=tmp_path / "a")
    assert golfsim.win_table(tmp_path / "a")["deals"].to_list() == [50]
    with pytest.raises(StrategyError, match=r"broken\.py, line 1: ValueError: spoilt"):
        golfsim.run("classic", [f"{tmp_path}/broken.py:x"], 50, out=tmp_path / "b")
    assert not (tmp_path / "b").exists()


def test_a_part_of_another_run_is_not_counted(tmp_path):
    for seed in (0, 8):
        golfsim.run("classic", "greedy", 30, seed=seed, out=tmp_path / str(seed))
    part = "rules=classic/strategy=greedy/part-000000.parquet"
    (tmp_path / "0" / part).write_bytes((tmp_path / "8" / part).read_bytes())
    with pytest.raises(
        DatasetError, match=r"part-000000\.parquet: foreign, it is from another run: config.seed is 8 there, 0 here"
    ):
        golfsim.win_table(tmp_path / "0")


@pytest.mark.slow
def test_whoever_proves_only_wins_says_nothing_of_strokes(tmp_path):
    """A column filled for won deals only has a mean that is nobody's."""
    golfsim.run("putt-putt", ["solver:objective=win", "greedy"], 40, seed=7, out=tmp_path / "a")
    rows = golfsim.scan(tmp_path / "a").collect()
    proved = rows.filter(pl.col("strategy") != "greedy")
    assert 0 < proved["won"].sum() < 40
    assert proved["strokes"].null_count() == 40
    won = proved.filter("won")
    assert won["cards_left"].to_list() == [0] * won.height
    assert won["plays"].to_list() == [35] * won.height
    assert (won["draws"] + won["stock_left"]).to_list() == [16] * won.height
    assert proved.filter(~pl.col("won"))["cards_left"].null_count() == 40 - won.height
    found = find_deals(tmp_path / "a", "won", strategy="solver:objective=win")
    assert found.height == won.height
    assert found["strokes"].null_count() == won.height
    for row in golfsim.win_table(tmp_path / "a").rows(named=True):
        assert (row["mean_strokes"] is None) == (row["strategy"] != "greedy")
        assert row["wins"] == rows.filter(pl.col("strategy") == row["strategy"])["won"].sum()
