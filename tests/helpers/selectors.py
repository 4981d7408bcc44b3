"""The CSS selectors of parts of a page that have no role, label or text.

Tests find other parts by their role, label or text. A class for a single test is in that test.
"""

# An app

APP = ".oe-app"
SURFACE = ".oe-surface"  # all of an app but its settings
TITLE = ".oe-title"
HEADER = ".oe-header"  # the title and the buttons beside it
CONTROLS = ".oe-controls"
PRESETS = ".oe-presets"
SUMMARY = ".oe-summary"  # the sentence above the picture
PROGRESS = ".oe-progress"
PICTURE = ".oe-picture"
BUTTON = ".oe-button"

# A scene

STAGE = ".oe-stage"
STAGE_BUTTONS = ".oe-stage-buttons"
STAGE_STRIP = ".oe-stage-strip"  # all stages, for paper
SCRUBBER = ".oe-scrubber"
BEHIND = ".oe-folded-part"  # a part that is folded with the settings

# Parts of pictures

LABEL = ".oe-label"
HEADLINES = ".oe-headlines"  # the numbers in large letters
KEY_FIGURE = ".oe-key-figure"  # the state of a game, or the chance to win it
TALLY = ".oe-tally"
FACTS = ".oe-facts"
ODDS = ".oe-odds"  # a part that shows odds
FLAG = ".oe-flag"  # the label of a mark in a chart
CELLS = ".oe-cells"  # a table of shaded numbers
BARS = ".oe-bars"  # a table with bars
LINE = ".oe-line"
COLUMNS = ".oe-columns"
DOTS = ".oe-dots"
BEST = ".oe-is-best"
LIT = ".oe-is-highlighted"
NODE = ".oe-node"
KEEP = ".oe-keep"  # dice that may be kept, in the lattice
PLANS = ".oe-plans"
FIELD = ".oe-place"  # a field of a board
ROW = ".oe-row"  # a row of the editor of chains
WRONG = ".oe-is-wrong"

# The page of all results

RESULTS = ".oe-results"

# The title of a chapter is on the drawing of its game. These are classes, without a dot.

HEAD_CLASS = "oe-head"
GAME_CLASS = "oe-game-"  # and the name of the game
