"""A test from a table of calls that must raise an error."""

import re

import pytest


def refused(*cases):
    """Return a test that each call raises an error with this text in its message.

    A case is a call, the error if it is not ValueError, and a text or a regular expression. The
    memory of each call is limited by `bounded`, in case a bound of the package is missing.
    """

    @pytest.mark.usefixtures("bounded")
    @pytest.mark.parametrize("case", cases)
    def test(case):
        call, error, message = case if len(case) == 3 else (case[0], ValueError, case[1])
        with pytest.raises(error) as error_info:
            call()
        text = str(error_info.value)
        assert message.search(text) if isinstance(message, re.Pattern) else message in text

    return test
