// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.importer.container;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of gzip data of any number of members (RFC 1952). A truncated stream ends normally, so that the data before are
 * not lost; {@link #cutOff} reports it. Behind damage, the stream continues with the next member that can be unpacked; {@link
 * #damages} reports it. Data after the last member are ignored, as by gzip itself.
 */
public final class GzipStream extends InputStream {
    /* Not java.util.zip.GZIPInputStream, which takes a level of the stack for each empty member, and ends after the first
     * member if the underlying stream reports no available bytes. */
    static final int MAGIC_1 = 0x1f;
    static final int MAGIC_2 = 0x8b;
    static final int DEFLATED = 8;

    private static final int HEADER_CHECKSUM = 2;
    private static final int EXTRA_FIELD = 4;
    private static final int FILE_NAME = 8;
    private static final int COMMENT = 16;
    private static final int RESERVED_FLAGS = 0xe0;
    private static final int HEADER_BYTES = 10;
    private static final int BUFFER_BYTES = 1 << 16;
    private static final int MAX_DAMAGES = 100;

    private final InputStream packed;
    private final Inflater inflater = new Inflater(true);
    private final CRC32 checksum = new CRC32();
    private final byte[] buffer = new byte[BUFFER_BYTES];
    private final List<String> damages = new ArrayList<>();
    /** Offset in the packed data of the first byte in the buffer. */
    private long base;

    private int position;
    private int limit;
    /** Offset of the current member. */
    private long memberStart;

    private boolean inMember;
    private boolean ended;
    private boolean cutOff;
    private boolean anyUnpacked;
    /** The damage behind which nothing has been unpacked so far; null if there is none. */
    private @Nullable String damage;

    private long damageStart;

    /**
     * Creates a stream of the content of packed data, which {@link #close} closes.
     *
     * <p>Reading throws {@link ZipException} at damaged data from which nothing can be unpacked; the message is for the user.
     */
    public GzipStream(InputStream packed) {
        this.packed = packed;
    }

    /** Returns whether data begin like gzip data. */
    public static boolean isGzip(byte[] start) {
        return start.length >= 2 && (start[0] & 0xff) == MAGIC_1 && (start[1] & 0xff) == MAGIC_2;
    }

    /** Returns whether the data ended in the middle; known when their end has been read. */
    public boolean cutOff() {
        return cutOff;
    }

    /** Returns the damage found so far, each with its offset in the packed data and what followed; a hundred at most. */
    public List<String> damages() {
        return List.copyOf(damages);
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        while (!ended) {
            try {
                int read = inMember ? inflate(into, offset, length) : 0;
                if (read > 0) {
                    return read;
                }
                if (!inMember && !beginMember()) {
                    ended = true;
                }
            } catch (EOFException e) {
                cutOff = true;
                ended = true;
            } catch (DataFormatException e) {
                resumeBehind(e.getMessage() == null ? "its content is not packed" : e.getMessage());
            }
        }
        reportLostEnd();
        return -1;
    }

    private int inflate(byte[] into, int offset, int length) throws IOException, DataFormatException {
        long before = inflater.getBytesWritten();
        DataFormatException failure = null;
        try {
            inflater.inflate(into, offset, length);
        } catch (DataFormatException e) {
            failure = e;
        }
        // What was unpacked before the failure is delivered; the next call fails again.
        int read = (int) (inflater.getBytesWritten() - before);
        checksum.update(into, offset, read);
        if (read > 0) {
            anyUnpacked = true;
            reportResumed();
            return read;
        }
        if (failure != null) {
            throw failure;
        }
        // Fetches and checks only after all unpacked bytes are delivered, because both may fail and must not lose them.
        endOrFeed();
        return 0;
    }

    private void endOrFeed() throws IOException, DataFormatException {
        if (inflater.finished()) {
            position = limit - inflater.getRemaining();
            endMember();
        } else if (inflater.needsDictionary()) {
            throw new DataFormatException("it needs a dictionary");
        } else {
            fill();
            inflater.setInput(buffer, 0, limit);
        }
    }

    /** Moves to the next member behind damage, or to the end. */
    private void resumeBehind(String how) throws IOException {
        if (inMember) {
            position = limit - inflater.getRemaining();
        }
        if (damage == null) {
            damage = how;
            damageStart = base + position;
        }
        if (inMember) {
            // Damaged data may be unpacked as nonsense far into the next member before that is noticed.
            position = (int) Math.max(memberStart + 1 - base, 0);
        }
        inMember = false;
        if (!findMember()) {
            ended = true;
        }
    }

    /** Moves to the next bytes that look like the header of a member. Returns false if there are none. */
    private boolean findMember() throws IOException {
        while (buffered(HEADER_BYTES)) {
            for (; limit - position >= HEADER_BYTES; position++) {
                if ((buffer[position] & 0xff) == MAGIC_1
                        && (buffer[position + 1] & 0xff) == MAGIC_2
                        && buffer[position + 2] == DEFLATED
                        && (buffer[position + 3] & RESERVED_FLAGS) == 0) {
                    return true;
                }
            }
        }
        position = limit;
        return false;
    }

    /** Fills the buffer until it has this number of unread bytes. Returns false if there are fewer. */
    private boolean buffered(int count) throws IOException {
        while (limit - position < count) {
            System.arraycopy(buffer, position, buffer, 0, limit - position);
            base += position;
            limit -= position;
            position = 0;
            int read = packed.read(buffer, limit, BUFFER_BYTES - limit);
            if (read <= 0) {
                return false;
            }
            limit += read;
        }
        return true;
    }

    private void reportResumed() {
        if (damage != null) {
            report(damage + "; the next part that could be unpacked begins at byte " + memberStart);
        }
    }

    private void reportLostEnd() throws ZipException {
        if (damage == null) {
            return;
        }
        if (!anyUnpacked) {
            throw new ZipException("damaged gzip data, " + damage);
        }
        long lost = base + limit - damageStart;
        report(lost > 0 ? damage + "; the " + lost + " bytes behind it are lost" : damage);
    }

    private void report(String what) {
        if (damages.size() < MAX_DAMAGES) {
            damages.add("damaged gzip data before byte " + damageStart + ", " + what);
        }
        damage = null;
    }

    private boolean beginMember() throws IOException, DataFormatException {
        boolean more = position < limit || filled();
        memberStart = base + position;
        if (!more || nextByte() != MAGIC_1 || nextByte() != MAGIC_2) {
            return false; // the end, or padding or other data after the last member
        }
        if (nextByte() != DEFLATED) {
            throw new DataFormatException("it is packed by an unknown method");
        }
        skipHeader(nextByte());
        inflater.reset();
        inflater.setInput(buffer, position, limit - position);
        checksum.reset();
        inMember = true;
        return true;
    }

    private void skipHeader(int flags) throws IOException {
        skip(6);
        if ((flags & EXTRA_FIELD) != 0) {
            skip(nextByte() | nextByte() << 8);
        }
        skipText(flags & FILE_NAME);
        skipText(flags & COMMENT);
        if ((flags & HEADER_CHECKSUM) != 0) {
            skip(2);
        }
    }

    private void endMember() throws IOException, DataFormatException {
        inMember = false;
        long expected = nextInt();
        long length = nextInt();
        if (expected != checksum.getValue() || length != (inflater.getBytesWritten() & 0xffff_ffffL)) {
            throw new DataFormatException("its checksum does not fit");
        }
    }

    private long nextInt() throws IOException {
        return (nextByte() | nextByte() << 8 | nextByte() << 16 | (long) nextByte() << 24) & 0xffff_ffffL;
    }

    private void skip(int count) throws IOException {
        for (int i = 0; i < count; i++) {
            nextByte();
        }
    }

    private void skipText(int present) throws IOException {
        if (present != 0) {
            int next;
            do {
                next = nextByte();
            } while (next != 0);
        }
    }

    private int nextByte() throws IOException {
        if (position == limit) {
            fill();
        }
        return buffer[position++] & 0xff;
    }

    private void fill() throws IOException {
        if (!filled()) {
            throw new EOFException();
        }
    }

    private boolean filled() throws IOException {
        base += limit;
        position = 0;
        limit = 0;
        limit = Math.max(0, packed.read(buffer, 0, BUFFER_BYTES));
        return limit > 0;
    }

    @Override
    public void close() throws IOException {
        inflater.end();
        packed.close();
    }
}
