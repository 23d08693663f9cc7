// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.output;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The complete files of this JVM. The oldest are deleted when all together are too large. One thread changes them;
 * any may read the counts.
 */
public final class RetainedFiles {
    private final long mostBytes;
    private final Report report;
    private final Deque<Closed> files = new ArrayDeque<>();
    private long bytes;
    private final AtomicLong closed = new AtomicLong();
    private final AtomicLong deleted = new AtomicLong();

    /** @param mostBytes limit of all files together; 0 for none */
    public RetainedFiles(long mostBytes, Report report) {
        this.mostBytes = mostBytes;
        this.report = report;
    }

    /** Adds a file that is complete. */
    public void add(Path path, long size) {
        closed.incrementAndGet();
        if (mostBytes > 0) {
            try {
                files.add(new Closed(path, size, identity(path)));
                bytes += size;
            } catch (IOException e) {
                // Another program has moved it away, and keeps it.
            }
        }
    }

    /** Deletes the oldest files while they and the one being written are too large. */
    public void keepWithin(long bytesBeingWritten) {
        while (mostBytes > 0 && bytes + bytesBeingWritten > mostBytes && !files.isEmpty()) {
            Closed oldest = files.remove();
            bytes -= oldest.bytes;
            delete(oldest);
        }
    }

    private void delete(Closed file) {
        try {
            Object found = identity(file.path);
            if (file.identity == null || file.identity.equals(found)) {
                Files.delete(file.path);
                deleted.incrementAndGet();
            }
        } catch (NoSuchFileException gone) {
            // Another program has moved it away, and keeps it.
        } catch (IOException e) {
            report.say("cannot delete '" + file.path + "' (" + e + "); keep= does not count it any more, delete it");
        }
    }

    /** Returns what distinguishes a file from another of its name; null if the file system has no such key. */
    private static @Nullable Object identity(Path path) throws IOException {
        return Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
                .fileKey();
    }

    /** Returns how many files there are, if they have a limit. */
    public int size() {
        return files.size();
    }

    /** Returns how many files were completed. */
    public long closed() {
        return closed.get();
    }

    /** Returns how many of them were deleted. */
    public long deleted() {
        return deleted.get();
    }

    private record Closed(Path path, long bytes, @Nullable Object identity) {}
}
