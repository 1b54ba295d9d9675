"""What is wrong with a query, and where."""

from collections.abc import Sequence

from app.content.mistakes import nearest


class QueryError(ValueError):
    """A query that cannot be read.

    `start` and `end` are the place in the query, counted in characters from 0; `allowed` is what
    may stand there, where that is a list, and `nearest` the one of them that was probably meant.
    """

    def __init__(
        self, detail: str, start: int, end: int, allowed: Sequence[str] = (), got: str = ""
    ) -> None:
        self.start = start
        self.end = end
        self.allowed = tuple(allowed)
        spelled = {word.casefold(): word for word in allowed}
        self.nearest = spelled.get(nearest(got.casefold(), spelled) or "")
        if self.nearest is not None:
            detail = f"{detail.removesuffix('.')}; did you mean {self.nearest}?"
        self.detail = detail
        super().__init__(detail)
