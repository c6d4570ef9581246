"""What a stranger may send where text is expected, to make a parser slow, wrong or dangerous.

Each is a label and a text of about as many characters as are asked for: what is slow shows at any size, what
grows faster than its length shows in the comparison of two sizes.
"""

from collections.abc import Callable

SHAPES: dict[str, Callable[[int], str]] = {
    # --- one thing over and over ---
    "newlines": lambda n: "\n" * n,
    "carriage returns": lambda n: "\r" * n,
    "both": lambda n: "\r\n" * (n // 2),
    "spaces": lambda n: " " * n,
    "spaces and a letter": lambda n: " " * (n - 1) + "x",
    "a letter between spaces": lambda n: "x" + " " * (n - 2) + "x",
    "tabs": lambda n: "\t" * n,
    "wide spaces": lambda n: "\u3000" * n,
    "spaces and newlines": lambda n: " \n" * (n // 2),
    "line separators": lambda n: "\u2028\u2029\x85\x0b\x0c\x1c\x1d\x1e" * (n // 8),
    "letters": lambda n: "a" * n,
    "words": lambda n: "a " * (n // 2),
    "digits": lambda n: "9" * n,
    "other digits": lambda n: "٣" * n,
    "digits and a card": lambda n: "9" * (n - 6) + " Shock",
    "a signed number": lambda n: "+" + "9" * (n - 1),
    "one digit a line": lambda n: "1\n" * (n // 2),
    "digits and spaces": lambda n: "1 " * (n // 2),
    "a count and spaces": lambda n: "1" + " " * (n - 1),
    "NUL": lambda n: "\0" * n,
    "escapes": lambda n: "\x1b[2J" * (n // 4),
    "combining marks": lambda n: "a" + "\u0301" * (n - 1),
    "marks in disorder": lambda n: "a" + "\u0323\u0301" * (n // 2),
    "what grows when it is folded": lambda n: "\ufdfa" * n,
    "right to left": lambda n: "\u202e" * n,
    "letters beyond the first plane": lambda n: "😀" * n,
    # --- what patterns begin with ---
    "brackets": lambda n: "[" * n,
    "closed brackets": lambda n: "[]" * (n // 2),
    "nested brackets": lambda n: "[" * (n // 2) + "]" * (n // 2),
    "parentheses": lambda n: "(" * n,
    "nested parentheses": lambda n: "(" * (n // 2) + ")" * (n // 2),
    "printings": lambda n: "1 a" + " (M10)" * (n // 6),
    "printings and no end": lambda n: "1 a" + " (M10) 1" * (n // 8) + " (",
    "bars": lambda n: "|" * n,
    "bars and brackets": lambda n: "1 a" + "|M10|[1]" * (n // 8),
    "bars and brackets without end": lambda n: "|[" * (n // 2),
    "stars": lambda n: "1 a" + " *F*" * (n // 4),
    "stars without end": lambda n: " *" * (n // 2),
    "hats": lambda n: "1 a" + " ^x^" * (n // 4),
    "hats without end": lambda n: " ^" * (n // 2),
    "tags": lambda n: "1 a" + " [x]" * (n // 4),
    "tags without end": lambda n: " [" * (n // 2),
    "hashes": lambda n: "1 a" + " #x" * (n // 3),
    "hashes alone": lambda n: "#" * n,
    "commas": lambda n: "1 a [" + "," * (n - 6) + "]",
    "comments": lambda n: "//" * (n // 2),
    "comments after a card": lambda n: "1 a" + " //" * (n // 3),
    "titles": lambda n: "// NAME :" + " " * (n - 9),
    "titles without a colon": lambda n: "// NAME" + " " * (n - 7),
    "lines of comments": lambda n: "//x\n" * (n // 4),
    "sideboards": lambda n: "SB: " * (n // 4),
    "lines of sideboards": lambda n: "SB: 1\n" * (n // 6),
    "sections": lambda n: "[main]\n" * (n // 7),
    "sections with spaces": lambda n: "[main]" + " " * (n - 6),
    "headers": lambda n: "Deck\n" * (n // 5),
    "headers and spaces": lambda n: "Deck" + " " * (n - 5) + "x",
    "headers of forty": lambda n: ("Lands" + " " * 33 + "x\n") * (n // 40),
    "sizes": lambda n: "Lands" + " " * (n - 6) + "(",
    "arena lines without end": lambda n: "1 a (M10) " + "a " * (n // 2),
    "arena lines": lambda n: "1 a (M10) 1\n" * (n // 12),
    "xmage lines": lambda n: "1 [M10:1] a\n" * (n // 12),
    "xmage lines without end": lambda n: "1 [M10:" * (n // 7),
    "layouts": lambda n: "LAYOUT MAIN:" * (n // 12),
    "unknown cards": lambda n: "".join(f"1 Nothing {at}\n" for at in range(n // 14)),
    "misspelt cards": lambda n: "1 Lightnimg Bolz\n" * (n // 17),
    "cards": lambda n: "1 Shock\n" * (n // 8),
    "names of a length": lambda n: ("1 " + "ab" * 100 + "\n") * (n // 203),
    "quotes": lambda n: "\"'`" * (n // 3),
    "semicolons": lambda n: ";" * n,
    "backslashes": lambda n: "\\" * n,
    "percent": lambda n: "%s%n%x" * (n // 6),
    "braces": lambda n: "{" * n,
    "mana": lambda n: "{2/W}" * (n // 5),
    # --- XML ---
    "opened": lambda n: "<" * n,
    "elements without end": lambda n: "<a>" * (n // 3),
    "a deck of elements": lambda n: "<Deck>" + "<a>" * (n // 3),
    "a deck of elements beside each other": lambda n: "<Deck>" + "<a/>" * (n // 4) + "</Deck>",
    "a comment without end": lambda n: "<Deck><!--" + "-" * (n - 10),
    "comments without end": lambda n: "<!--" * (n // 4),
    "CDATA without end": lambda n: "<Deck><![CDATA[" + "]" * (n - 15),
    "an attribute without end": lambda n: '<Deck a="' + "x" * (n - 9),
    "attributes": lambda n: "<Deck " + " ".join(f'a{at}=""' for at in range(n // 9)) + "/>",
    "the same attribute": lambda n: "<Deck " + 'a="" ' * (n // 5) + "/>",
    "references": lambda n: "<Deck>" + "&#65;" * (n // 5) + "</Deck>",
    "unknown references": lambda n: "<Deck>" + "&a;" * (n // 3) + "</Deck>",
    "laughter": lambda n: (
        '<!DOCTYPE a [<!ENTITY a "ha">'
        + "".join(f'<!ENTITY {chr(98 + at)} "{f"&{chr(97 + at)};" * 10}">' for at in range(20) if 70 * at < n)
        + "]><Deck>&u;</Deck>"
    ),
    "one long entity": lambda n: (
        f'<!DOCTYPE a [<!ENTITY a "{"x" * (n // 2)}">]><Deck>{"&a;" * (n // 6)}</Deck>'
    ),
    "an entity from elsewhere": lambda n: (
        '<!DOCTYPE a [<!ENTITY a SYSTEM "file:///etc/passwd">]><Deck>&a;</Deck>' + " " * (n - 70)
    ),
    "a DTD from elsewhere": lambda n: '<!DOCTYPE Deck SYSTEM "http://127.0.0.1:1/x.dtd"><Deck/>' + " " * n,
    "a DTD without end": lambda n: "<!DOCTYPE a [" + "<!ENTITY a ''>" * (n // 14),
    "instructions": lambda n: "<?a " * (n // 4),
    "a title in pieces": lambda n: (
        "<cockatrice_deck><deckname>" + "a<b/>" * (n // 5) + "</deckname></cockatrice_deck>"
    ),
    "a title in lines": lambda n: "<cockatrice_deck><deckname>" + "a\n" * (n // 2),
    "a count without end": lambda n: f'<Deck><Cards Quantity="{"9" * n}" Name="Shock"/></Deck>',
    "a name without end": lambda n: f'<Deck><Cards Quantity="1" Name="{"x" * n}"/></Deck>',
    "lines after the XML": lambda n: "<Deck/>" + "\n1 Shock" * (n // 8),
    "XML that breaks at once": lambda n: "<\r0" + "\n1 Shock" * (n // 8),
    "another encoding": lambda n: '<?xml version="1.0" encoding="utf-16"?><Deck>' + "a" * n,
}
"""Texts of about this many characters."""

DECK_LISTS = 15_900
"""Characters that fit into a request: half its bytes, since a newline is two of them in JSON."""
NAMES = 100
CHATS = 300
COMMANDS = 300

WORDS: dict[str, Callable[[int], str]] = {
    "moves": lambda n: "move " + "a to " * (n // 5),
    "moves of many": lambda n: "move " + "a, " * (n // 3) + "to exile",
    "moves of nothing": lambda n: "move " + "," * n + " to exile",
    "numbers": lambda n: "move " + "#1, " * (n // 4) + "to exile",
    "a number": lambda n: "draw " + "9" * n,
    "a large size": lambda n: f"make a {'9' * n}/{'9' * n}",
    "sizes that nearly fit": lambda n: "make " + "1/1 " * (n // 4),
    "reveals": lambda n: "reveal " + "a to " * (n // 5),
    "attacks": lambda n: "attack " + "a with " * (n // 7),
    "creations": lambda n: "create " + "1 1/1 on " * (n // 9),
    "creations in colours": lambda n: "create " + "W " * (n // 2),
    "keywords": lambda n: "create a with " + " and " * (n // 5),
    "counters": lambda n: "+1 " + "a on " * (n // 5),
    "a judge's rulings": lambda n: "for a: " * (n // 7) + "draw",
    "a judge for me": lambda n: "for me: " * (n // 8) + "draw",
    "notes": lambda n: "note " + "a:" * (n // 2),
    "places": lambda n: "move a to exile " + "bottom at 1 " * (n // 12),
    "places and spaces": lambda n: "move a to exile at" + " 1" * (n // 2),
    "colours": lambda n: "color a as " + "white and " * (n // 10),
    "ands": lambda n: "tap " + "and " * (n // 4),
    "plans": lambda n: "lock" + " in a out b" * (n // 11),
    "a plan of many": lambda n: "lock in " + "a, and " * (n // 7),
}
"""Commands of free-form Magic and of its sideboard, beyond what `SHAPES` has."""


def deck_lists(characters: int = DECK_LISTS) -> list[tuple[str, str]]:
    """What to post as a deck list."""
    return _made(SHAPES, characters)


def names() -> list[tuple[str, str]]:
    """What to be called. Some are longer than any name may be."""
    return [*_made(SHAPES, NAMES), *PRINTED.items()]


def chats() -> list[tuple[str, str]]:
    """What to say at a table."""
    return [*_made(SHAPES, CHATS), *PRINTED.items()]


def commands(characters: int = COMMANDS) -> list[tuple[str, str]]:
    """What to type at a free-form table."""
    return [*_made(SHAPES, characters), *_made(WORDS, characters)]


def _made(shapes: dict[str, Callable[[int], str]], characters: int) -> list[tuple[str, str]]:
    return [(label, make(characters)) for label, make in shapes.items()]


PRINTED = {
    "colours of a terminal": "\x1b[31mred\x1b[0m",
    "a title of a terminal": "\x1b]0;owned\x07",
    "a question to a terminal": "\x1b[6n\x1b[c\x1bP+q544e\x1b\\",
    "clears the screen": "\x1b[2J\x1b[H",
    "eight bit controls": "\x9b31mred\x9d0;owned\x9c",
    "another line": "Ann\nfair: nobody cheated",
    "the same line": "Ann\rfair: nobody cheated",
    "back and over": "unfair\x08\x08\x08\x08\x08\x08fair  ",
    "other lines": "a\x0bb\x0cc\x85d\u2028e\u2029f",
    "right to left": "Ann\u202eria f\u202c",
    "isolates": "\u2066a\u2067b\u2068c\u2069",
    "marks of direction": "a\u200eb\u200fc\u061cd",
    "nothing to see": "\u200bA\u200cn\u2060n\ufeff\u00ad",
    "NUL": "a\0b",
    "DEL": "a\x7fb",
    "a surrogate": "a\ud800b",
    "two surrogates": "\udcff\udc9b31m",
    "tags": "a\U000e0041\U000e0042\U000e007f",
    "selectors": "a\ufe0f\U000e0100",
    "fillers": "\u3164\uffa0\u115f\u1160",
    "annotations": "\ufff9a\ufffab\ufffb",
    "not a character": "\uffff\ufdd0\U0010ffff",
    "private": "\ue000\U000f0000",
    "a tower of marks": "a" + "\u0301" * 200,
    "markup": "<script>alert(1)</script><img src=x onerror=alert(1)>",
    "markup of the terminal's table": "[bold red]x[/] [@click=app.quit]y[/] [link=https://example.org]z[/link]",
    "Markdown": "**a** `b` [c](javascript:alert(1))",
    "a format": "{0.__class__} %s %(x)s",
}
"""What must reach nobody's terminal or page as it is."""

KEPT = {
    "Latin": "Renée Ångström",
    "Greek": "Ἀθηνᾶ",
    "Arabic": "سلام",
    "Hebrew": "שָׁלוֹם",
    "Devanagari": "क्षत्रिय",
    "Thai": "กำลัง",
    "Korean": "한국어",
    "Japanese": "日本語",
    "an emoji": "🎴",
    "a family": "👩‍👩‍👧‍👦",
    "a flag": "🇨🇭",
    "a rainbow": "🏳️‍🌈",
    "a shade": "👍🏽",
    "a heart": "❤️",
    "a joiner in Persian": "می‌خواهم",
    "a joiner in Sinhala": "ශ්‍රී",
    "signs": "Fire // Ice — “7 Dwarves” & Æther…",
}
"""What has to stay as it is."""
