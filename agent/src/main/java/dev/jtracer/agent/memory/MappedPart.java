// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.memory;

import java.lang.ref.Reference;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import jdk.internal.misc.Unsafe;
import org.jspecify.annotations.Nullable;

/** A part of a file that is mapped into memory. Numbers have the machine's byte order; offsets are not checked. */
public final class MappedPart {
    private static final Unsafe UNSAFE = Unsafe.getUnsafe();
    private static final long BUFFER_ADDRESS = UNSAFE.objectFieldOffset(Buffer.class, "address");

    /* Always 0; no constant, so that the compilers leave the creation of an array to the JVM. */
    private static int none;

    @SuppressWarnings("UnusedVariable") // keeps the creation
    private static byte @Nullable [][] created;

    private final Object mapping;
    private final long address;
    private final long bytes;

    /** @param mapping the object whose collection ends the mapping */
    MappedPart(Object mapping, long address, long bytes) {
        this.mapping = mapping;
        this.address = address;
        this.bytes = bytes;
    }

    /** Returns the memory of a direct buffer. */
    public static MappedPart of(ByteBuffer direct) {
        return new MappedPart(direct, UNSAFE.getLong(direct, BUFFER_ADDRESS), direct.capacity());
    }

    /** Returns the address of the first byte, which is valid while this object is reachable. */
    public long address() {
        return address;
    }

    public long bytes() {
        return bytes;
    }

    public int getInt(long offset) {
        try {
            return UNSAFE.getInt(address + offset);
        } finally {
            Reference.reachabilityFence(mapping);
        }
    }

    public void putInt(long offset, int value) {
        try {
            UNSAFE.putInt(address + offset, value);
        } finally {
            Reference.reachabilityFence(mapping);
        }
    }

    /** Fails with an InternalError if a number that was stored is not there, because the file's disk has failed. */
    public void check(long offset, int stored) {
        try {
            if (UNSAFE.getIntOpaque(null, address + offset) != stored) {
                created = new byte[none][none]; // by the JVM, which throws the error that it has noted for this thread
                throw new InternalError("the mapped memory is gone");
            }
        } finally {
            Reference.reachabilityFence(mapping);
        }
    }

    /** Stores the remaining bytes of a buffer, which stays as it is. */
    public void put(long offset, ByteBuffer content) {
        // Not by Unsafe.copyMemory: the offset of an array's first byte is an int in 17 and a long in 25.
        ByteBuffer from = content.duplicate().order(ByteOrder.nativeOrder());
        long at = address + offset;
        try {
            for (; from.remaining() >= Long.BYTES; at += Long.BYTES) {
                UNSAFE.putLong(at, from.getLong());
            }
            for (; from.hasRemaining(); at++) {
                UNSAFE.putByte(at, from.get());
            }
        } finally {
            Reference.reachabilityFence(mapping);
        }
    }

    /** Stores zeroes. */
    public void clear(long offset, long length) {
        try {
            // Not by setMemory, which ends JDK 17 with a SIGBUS if the file was truncated.
            long at = address + offset;
            long end = at + length;
            for (; end - at >= Long.BYTES; at += Long.BYTES) {
                UNSAFE.putLong(at, 0);
            }
            for (; at < end; at++) {
                UNSAFE.putByte(at, (byte) 0);
            }
        } finally {
            Reference.reachabilityFence(mapping);
        }
    }
}
