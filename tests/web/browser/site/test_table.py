"""The tests of the table, over the folder of `fitl site`: the page is the same, and so must be what it does."""

from tests.web.browser.test_table import *  # noqa: F403
