"""A table of what is refused, as a test."""

import re

import pytest


def refused(*cases):
    """Return a test that each call raises an error whose message has this in it.

    A case is a call, the error unless it is ValueError, and a text or an expression for it. Where a
    bound is broken the call has no more memory than `bounded` gives.
    """

    @pytest.mark.usefixtures("bounded")
    @pytest.mark.parametrize("case", cases)
    def test(case):
        call, error, message = case if len(case) == 3 else (case[0], ValueError, case[1])
        with pytest.raises(error) as caught:
            call()
        text = str(caught.value)
        assert message.search(text) if isinstance(message, re.Pattern) else message in text

    return test
