"""Rows do not change: every strategy under every rule set makes what was recorded; see `recorded.py`."""

import pytest
import recorded

RECORDS = recorded.recorded()


def test_everything_is_recorded():
    assert [record[:3] for record in RECORDS] == list(recorded.wanted())


@pytest.mark.slow
@pytest.mark.parametrize("rules", list(dict.fromkeys(record.rules for record in RECORDS)))
def test_rows_are_as_recorded(rules):
    changed = [
        record.strategy
        for record in RECORDS
        if record.rules == rules and recorded.digest(rules, record.strategy, record.deals) != record.sha256
    ]
    assert changed == []
