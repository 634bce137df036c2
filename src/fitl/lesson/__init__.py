"""The printed tutorial as a guided lesson: its script as data, and the lesson built by playing it."""

from fitl.lesson.course import SCENARIO, lesson

__all__ = ["SCENARIO", "lesson"]
