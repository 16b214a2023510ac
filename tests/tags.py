"""What a page consists of: its tags, its text, and where it points."""

from __future__ import annotations

from collections import Counter
from html.parser import HTMLParser


class Tags(HTMLParser):
    """The tags of some HTML, its text, its ids, and the addresses outside of it."""

    def __init__(self, text):
        super().__init__()
        self.tags, self.text, self.outward, self.ids = Counter(), "", [], []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.tags[tag] += 1
        for name, value in attrs:
            if name.endswith(("href", "src")) and not value.startswith("#"):
                self.outward.append(value)
            if name == "id":
                self.ids.append(value)

    def handle_data(self, data):
        self.text += data

    def assert_stands_alone(self):
        """Nothing is loaded, nothing runs, and each id is there once."""
        assert not self.tags.keys() & {"script", "iframe", "link", "img", "object"}
        assert self.outward == []
        assert len(self.ids) == len(set(self.ids))
