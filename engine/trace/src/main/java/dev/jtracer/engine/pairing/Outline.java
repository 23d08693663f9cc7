// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.pairing;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The calls of a trace that lie in several of its blocks, retained while the trace is read. A second reading that
 * needs the calls in a few windows of time takes the other blocks from here, without the calls that begin and end in
 * one of them: open calls, depths and times are those of the whole trace.
 *
 * <p>A source may fill it on another thread than its consumer's. Not safe for use by several threads at once.
 */
public final class Outline {
    /* A block costs some 100 bytes and 24 bytes a record: at most 20 MB. */
    private static final int MOST_BLOCKS = 100_000;
    private static final int MOST_RECORDS = 400_000;

    private final Map<Long, Block> blocks;
    private final @Nullable Times needed;
    private int records;

    /** A set of times. */
    @FunctionalInterface
    public interface Times {
        /** Returns whether the set has a time between two times, inclusively. */
        boolean overlap(long fromNanos, long toNanos);
    }

    /** Creates an outline to be filled by a first reading. */
    public Outline() {
        this(new HashMap<>(), null);
    }

    private Outline(Map<Long, Block> blocks, @Nullable Times needed) {
        this.blocks = blocks;
        this.needed = needed;
    }

    /** Returns this outline for a second reading, which needs the calls in some times. */
    public Outline around(Times times) {
        return new Outline(blocks, times);
    }

    /** Returns whether a first reading has added the blocks, for this second one. */
    public boolean isFilled() {
        return needed != null;
    }

    /**
     * Adds a block, unless there are too many.
     *
     * @param key identifies the block in both readings
     */
    public void add(long key, Block block) {
        if (blocks.size() < MOST_BLOCKS && records + block.records.size() <= MOST_RECORDS) {
            records += block.records.size();
            blocks.put(key, block);
        }
    }

    /** Returns the block to be passed on in place of all its records; null if they are needed, or not known. */
    public @Nullable Block inPlaceOf(long key) {
        Times times = needed;
        Block block = times == null ? null : blocks.get(key);
        return block == null || times == null || times.overlap(block.firstNanos, block.lastNanos) ? null : block;
    }

    /**
     * The ends of calls that began before a block, and the begins of those that are open after it.
     *
     * @param threadId number of its thread
     * @param virtual whether it is a virtual thread
     * @param recordsOfAll number of all records, with those that are skipped
     * @param firstNanos time of the first of all records
     * @param lastNanos time of the last of all records
     * @param records the records that are retained, not to be changed
     */
    public record Block(
            long threadId, boolean virtual, int recordsOfAll, long firstNanos, long lastNanos, OutlineRecords records) {
        public Block {
            records = records.copy();
        }
    }
}
