"""Reads a QR code as a camera's software does, from the standard (ISO/IEC 18004) and not from our encoder."""

from functools import reduce

FORMAT_MASK = 0b101010000010010
MASKS = (
    lambda i, j: (i + j) % 2,
    lambda i, j: i % 2,
    lambda i, j: j % 3,
    lambda i, j: (i + j) % 3,
    lambda i, j: (i // 2 + j // 3) % 2,
    lambda i, j: i * j % 2 + i * j % 3,
    lambda i, j: (i * j % 2 + i * j % 3) % 2,
    lambda i, j: ((i + j) % 2 + i * j % 3) % 2,
)  # i: row, j: column; 0 turns a module over
# Level M by version: bytes in all, blocks, bytes of correction in each block (table 9 of the standard).
LEVEL_M = {
    1: (26, 1, 10),
    2: (44, 1, 16),
    3: (70, 1, 26),
    4: (100, 2, 18),
    5: (134, 2, 24),
    6: (172, 4, 16),
    7: (196, 4, 18),
    8: (242, 4, 22),
    9: (292, 5, 22),
    10: (346, 5, 26),
    11: (404, 5, 30),
    12: (466, 8, 22),
    13: (532, 9, 22),
    14: (581, 9, 24),
    15: (655, 10, 24),
}
ALIGNMENT = {
    1: (),
    2: (6, 18),
    3: (6, 22),
    4: (6, 26),
    5: (6, 30),
    6: (6, 34),
    7: (6, 22, 38),
    8: (6, 24, 42),
    9: (6, 26, 46),
    10: (6, 28, 50),
    11: (6, 30, 54),
    12: (6, 32, 58),
    13: (6, 34, 62),
    14: (6, 26, 46, 66),
    15: (6, 26, 48, 70),
}


def multiply(a: int, b: int) -> int:
    """In the field of 256 elements."""
    product = 0
    while b:
        if b & 1:
            product ^= a
        a = a << 1 ^ (0x11D if a & 0x80 else 0)
        b >>= 1
    return product


def is_whole(block: list[int], correction: int) -> bool:
    """Is there no error in a block? Then it is zero at every root of the generator."""
    root = 1
    for _ in range(correction):
        if reduce(lambda sum_, byte, root=root: multiply(sum_, root) ^ byte, block, 0):  # type: ignore[misc]
            return False
        root = multiply(root, 2)
    return True


def function_modules(version: int, size: int) -> set[tuple[int, int]]:
    """Those that carry no data."""
    found = {(6, n) for n in range(size)} | {(n, 6) for n in range(size)}
    found |= {(i, j) for i in range(9) for j in range(9)}
    found |= {(i, j) for i in range(9) for j in range(size - 8, size)}
    found |= {(i, j) for i in range(size - 8, size) for j in range(9)}
    places = ALIGNMENT[version]
    for i in places:
        for j in places:
            if (i, j) not in ((6, 6), (6, places[-1]), (places[-1], 6)):
                found |= {(i + a, j + b) for a in range(-2, 3) for b in range(-2, 3)}
    if version >= 7:
        found |= {(i, j) for i in range(6) for j in range(size - 11, size - 8)}
        found |= {(j, i) for i in range(6) for j in range(size - 11, size - 8)}
    return found


def read(modules: list[list[bool]]) -> str:
    """The text of a code without errors."""
    size = len(modules)
    version = (size - 17) // 4
    one = [modules[8][j] for j in (0, 1, 2, 3, 4, 5, 7, 8)] + [modules[i][8] for i in (7, 5, 4, 3, 2, 1, 0)]
    other = [modules[size - 1 - i][8] for i in range(7)] + [modules[8][j] for j in range(size - 8, size)]
    assert one == other, "the format is told twice"
    assert modules[size - 8][8], "the dark module"
    told = int("".join(str(int(bit)) for bit in one), 2) ^ FORMAT_MASK
    level, mask = told >> 13, told >> 10 & 0b111
    assert level == 0b00, "M"
    fixed = function_modules(version, size)
    bits = []
    columns = [j for j in range(size - 1, 0, -2) if j > 6] + [5, 3, 1]
    for number, right in enumerate(columns):
        rows = range(size) if number % 2 else range(size - 1, -1, -1)
        for i in rows:
            for j in (right, right - 1):
                if (i, j) not in fixed:
                    bits.append(int(modules[i][j]) ^ (MASKS[mask](i, j) == 0))  # type: ignore[no-untyped-call]
    total, count, correction = LEVEL_M[version]
    stream = [int("".join(map(str, bits[8 * n : 8 * n + 8])), 2) for n in range(total)]
    short, longer = divmod(total - count * correction, count)
    sizes = [short] * (count - longer) + [short + 1] * longer
    blocks: list[list[int]] = [[] for _ in range(count)]
    at = 0
    for n in range(short + 1):
        for block, length in zip(blocks, sizes, strict=True):
            if n < length:
                block.append(stream[at])
                at += 1
    for _ in range(correction):
        for block in blocks:
            block.append(stream[at])
            at += 1
    assert all(is_whole(block, correction) for block in blocks)
    data = "".join(f"{byte:08b}" for block, length in zip(blocks, sizes, strict=True) for byte in block[:length])
    assert data[:4] == "0100", "bytes"
    width = 8 if version < 10 else 16
    length = int(data[4 : 4 + width], 2)
    text = data[4 + width : 4 + width + 8 * length]
    return bytes(int(text[n : n + 8], 2) for n in range(0, len(text), 8)).decode()
