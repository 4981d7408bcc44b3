"""Work out a picture of the race that is made in slices."""


def finish_picture(work):
    """Return the picture that a generator works out, and the progress that it reported."""
    progress = []
    while True:
        try:
            progress.append(next(work))
        except StopIteration as stop:
            return stop.value, progress
