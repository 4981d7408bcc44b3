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
HIGHLIGHTED = ".oe-is-highlighted"
NODE = ".oe-node"
KEEP = ".oe-keep"  # dice that may be kept, in the lattice
PLANS = ".oe-plans"
FIELD = ".oe-place"  # a field of a board
ROW = ".oe-row"  # a row of the editor of chains
WRONG = ".oe-is-wrong"

LINKED = ".oe-linked"  # a part that belongs to the one under the pointer
PAIR_CELL = ".oe-pair-cell"
STAGE_PLACE = ".oe-stage-place"  # the words of a stage
HIDDEN = "oe-is-hidden"  # a control that is not shown; a class, without a dot

# A live page, and what ?present=1 makes of it

STATUS = ".live-status"  # the line below an app that says how far Python is
STILL = ".live-still"  # the stored picture of an app, before Python has started
OFFLINE_STATUS = ".live-offline-status"
TERM = ".live-term"  # the box that explains a term
EARLIER = ".answer-earlier"  # the question on an earlier chapter
ISOLATED = ".live-isolated"  # what is on a projector
BAR = ".live-bar"  # the line below it
CODE_BOARD = ".live-code"  # the QR code

# A cell that can be run

RUNNABLE = ".cell-runnable"
CHANGED = ".cell-changed"  # the reader has changed its code
STALE = ".cell-stale"  # its output belongs to other code
CELL_TOOLS = ".cell-tools"  # its buttons
CELL_NOTE = ".cell-note"  # the line that says what it does
CELL_ERROR = ".cell-error"

# The page of all results

RESULTS = ".oe-results"

# The title of a chapter is on the drawing of its game. These are classes, without a dot.

HEAD_CLASS = "oe-head"
GAME_CLASS = "oe-game-"  # and the name of the game
