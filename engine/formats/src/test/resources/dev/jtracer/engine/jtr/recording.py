# SPDX-License-Identifier: Apache-2.0
"""Prints the names and records of a recording. Written from the Javadoc of RecordingFormat alone."""
import struct
import sys

MAGIC = b"JTREC004"
TYPES = b"HNTLGUCWE"
NO_OUTLINE = 0xFFFF
WITHOUT_PASSES = 0x8000


def crc_table():
    table = []
    for value in range(256):
        for _ in range(8):
            value = value >> 1 ^ (0x82F63B78 if value & 1 else 0)
        table.append(value)
    return table


TABLE = crc_table()


def crc32c(data):
    crc = 0xFFFFFFFF
    for byte in data:
        crc = TABLE[(crc ^ byte) & 0xFF] ^ crc >> 8
    return crc ^ 0xFFFFFFFF


class Cursor:
    def __init__(self, data):
        self.data = data
        self.at = 0

    def byte(self):
        self.at += 1
        return self.data[self.at - 1]

    def varint(self):
        value = shift = 0
        while True:
            byte = self.byte()
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return value

    def signed(self):
        value = self.varint()
        return value >> 1 ^ -(value & 1)

    def string(self):
        length = self.varint()
        self.at += length
        return self.data[self.at - length : self.at].decode("utf-8")


def frames(file):
    """Yields the type and payload of each whole frame; finds the next one behind damage."""
    at = len(MAGIC)
    damaged_from = None
    while at + 9 <= len(file):
        kind, length, check = struct.unpack_from("<BII", file, at)
        end = at + 9 + length
        if kind in TYPES and end <= len(file) and crc32c(file[at : at + 5] + file[at + 9 : end]) == check:
            if damaged_from is not None:
                print("damaged", damaged_from, at)
                damaged_from = None
            yield chr(kind), file[at + 9 : end]
            at = end
        else:
            damaged_from = at if damaged_from is None else damaged_from
            at += 1
    if damaged_from is not None or at < len(file):
        print("torn", at if damaged_from is None else damaged_from)


def records(cursor, count, nanos, open_calls):
    """Yields code or sub-code, number or method, and time of each record."""
    of_pass = False
    for _ in range(count):
        step = cursor.varint()
        code = step & 3
        nanos += step >> 2
        if code == 0:
            method = cursor.varint()
            if not of_pass:
                open_calls.append((0, nanos, method))
            of_pass = False
            yield 0, nanos, method
        elif code < 3:
            yield code, nanos, open_calls.pop()[2]
        else:
            sub = cursor.byte()
            number = cursor.varint()
            of_pass = sub == 3
            if sub == 2:
                open_calls.clear()
            if sub < 2:
                yield sub + 1, nanos, number
            else:
                yield "thread" if sub == 2 else f"link {sub}", None, number


def chunk(cursor):
    _, _, _, count, _, _, thread = (cursor.varint() for _ in range(7))
    base = cursor.signed()
    print("thread", thread)
    open_calls, border = [], []
    for what, nanos, number in records(cursor, count, base, open_calls):
        print(*(value for value in (what, nanos, number) if value is not None))
        if what in (1, 2):
            border.append((what, nanos, number))
    length, count, check = struct.unpack("<HHI", cursor.data[-8:])
    start = b"C" + struct.pack("<I", len(cursor.data))
    assert crc32c(start + cursor.data[:-4][:96] + cursor.data[-8 - length : -4]) == check, "the outline has a check"
    if count != NO_OUTLINE:
        assert cursor.at + length + 8 == len(cursor.data), "the outline is behind the records"
        outlined = records(cursor, count & ~WITHOUT_PASSES, base, [])
        outline = [record for record in outlined if record[1] is not None]
        assert all(call in border + open_calls for call in outline), "the outline repeats records"
        assert outline[len(outline) - len(open_calls) :] == open_calls, "the calls that end later are in the outline"


def main(path):
    with open(path, "rb") as recording:
        file = recording.read()
    assert file.startswith(MAGIC), "no recording"
    for kind, payload in frames(file):
        cursor = Cursor(payload)
        if kind == "N":
            first = cursor.varint()
            for number in range(first, first + cursor.varint()):
                print("name", number, cursor.string())
        elif kind == "T":
            print("named", cursor.varint(), cursor.varint(), cursor.string())
        elif kind == "C":
            chunk(cursor)
        elif kind == "E":
            print("end", cursor.signed())


main(sys.argv[1])
