// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.recording;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;

/** A file's channel whose operations may fail. A failing write has written half of its bytes. */
public final class FailingChannel extends FileChannel {
    private final FileChannel file;
    private final Disk disk;

    /** A choice of the operations that fail. */
    @FunctionalInterface
    public interface Disk {
        void operate() throws IOException;
    }

    public FailingChannel(FileChannel file, Disk disk) {
        this.file = file;
        this.disk = disk;
    }

    @Override
    public int write(ByteBuffer source, long position) throws IOException {
        try {
            disk.operate();
        } catch (IOException e) {
            file.write(source.duplicate().limit(source.position() + source.remaining() / 2), position);
            throw e;
        }
        return file.write(source, position);
    }

    @Override
    public int read(ByteBuffer target, long position) throws IOException {
        disk.operate();
        return file.read(target, position);
    }

    @Override
    public FileChannel truncate(long size) throws IOException {
        disk.operate();
        file.truncate(size);
        return this;
    }

    @Override
    public long size() throws IOException {
        return file.size();
    }

    @Override
    protected void implCloseChannel() throws IOException {
        file.close();
        disk.operate();
    }

    @Override
    public int read(ByteBuffer target) {
        throw new UnsupportedOperationException();
    }

    @Override
    public long read(ByteBuffer[] targets, int offset, int length) {
        throw new UnsupportedOperationException();
    }

    @Override
    public int write(ByteBuffer source) {
        throw new UnsupportedOperationException();
    }

    @Override
    public long write(ByteBuffer[] sources, int offset, int length) {
        throw new UnsupportedOperationException();
    }

    @Override
    public long position() {
        throw new UnsupportedOperationException();
    }

    @Override
    public FileChannel position(long position) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void force(boolean metaData) {
        throw new UnsupportedOperationException();
    }

    @Override
    public long transferTo(long position, long count, WritableByteChannel target) {
        throw new UnsupportedOperationException();
    }

    @Override
    public long transferFrom(ReadableByteChannel source, long position, long count) {
        throw new UnsupportedOperationException();
    }

    @Override
    public MappedByteBuffer map(MapMode mode, long position, long size) {
        throw new UnsupportedOperationException();
    }

    @Override
    public FileLock lock(long position, long size, boolean shared) {
        throw new UnsupportedOperationException();
    }

    @Override
    public FileLock tryLock(long position, long size, boolean shared) {
        throw new UnsupportedOperationException();
    }
}
