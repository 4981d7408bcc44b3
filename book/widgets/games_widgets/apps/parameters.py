"""The controls of a game's parameters, made from the description of each parameter.

The name of a parameter is its name in the address, too. So an app with these controls need not
repeat the range, the options or the label of a parameter.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, TypeVar

from games.parameters import Choice, Game, Integer, Kind, Probability
from games_widgets.apps.controls import Dropdown, IntSlider
from games_widgets.apps.simulation import Settings

__all__ = ["GameSettings", "control"]

GameT = TypeVar("GameT", bound=Game)


class GameSettings(Settings[GameT]):
    """The controls that choose the parameters of a game.

    Args:
        game: the game at first.
        kinds: the description of each parameter that has a control. An app may bound a parameter
            more narrowly than the game does (`games.parameters.Integer.restrict`).
    """

    def __init__(self, game: GameT, kinds: Mapping[str, Kind]) -> None:
        controls = {name: control(kind, getattr(game, name)) for name, kind in kinds.items()}
        super().__init__(type(game), **controls)
        self.kinds, self._game = kinds, game

    @property
    def setup(self) -> GameT:
        """The game that the controls ask for; the same object until they change."""
        values = {
            name: kind.from_setting(self.controls[name].value) for name, kind in self.kinds.items()
        }
        game: GameT = replace(self._game, **values)  # type: ignore[type-var]
        if game != self._game:  # an equal game keeps the results that it has worked out
            self._game = game
        return self._game


def control(kind: Kind, value: Any) -> IntSlider | Dropdown:
    """Return the control of a parameter.

    Args:
        kind: its description.
        value: a valid value, which the control shows at first.
    """
    setting = kind.to_setting(value)
    if isinstance(kind, Integer):
        return IntSlider(setting, kind.low, kind.high, description=kind.label)
    if isinstance(kind, Probability):
        return IntSlider(setting, 0, kind.parts, description=kind.label)
    if isinstance(kind, Choice):
        return Dropdown(value=setting, options=kind.options, description=kind.label)
    raise TypeError(f"kind is {kind!r}, but has no control")
