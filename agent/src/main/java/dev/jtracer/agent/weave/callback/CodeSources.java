// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.weave.callback;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URL;
import java.util.Arrays;
import java.util.Enumeration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;

/**
 * The jars and directories that the classes of one loader came from. Class files are read from them without the
 * loader, which may be the application's code. Thread-safe.
 */
final class CodeSources {
    private final Set<String> locations = ConcurrentHashMap.newKeySet();
    private final List<Source> sources = new CopyOnWriteArrayList<>();
    private final boolean open;

    /** @param open whether the loader keeps its jars open, so that they may be kept open here as well */
    CodeSources(boolean open) {
        this.open = open;
    }

    /** Adds the location of a class. Returns whether it is a jar or directory that was not known. */
    boolean add(URL location) {
        // The parts of the URL instead of the URL, whose hashCode, equals and toString may call a handler of the
        // application's.
        if (!locations.add(location.getPath())) {
            return false;
        }
        Source source = source(location.getProtocol(), location.getPath());
        return source != null && sources.add(source);
    }

    /** Returns the content of a class file, or null if no source has it. */
    byte @Nullable [] read(String file) throws IOException {
        for (Source source : sources) {
            byte[] content = source.read(file);
            if (content != null) {
                return content;
            }
        }
        return null;
    }

    /** Reads {@code file:/a.jar}, {@code file:/b/} and Spring Boot's {@code jar:file:/a.jar!/BOOT-INF/classes!/}. */
    private @Nullable Source source(String protocol, String path) {
        if (protocol.equals("file")) {
            File file = file(path);
            return file.isDirectory() ? new Directory(file) : jar(file, "");
        }
        int scheme = path.indexOf(':');
        int end = path.indexOf('!');
        boolean isInJar = protocol.equals("jar")
                && scheme > 0
                && end > scheme
                && (path.startsWith("file:") || path.startsWith("nested:"));
        if (!isInJar) {
            return null;
        }
        String folder = trim(path.substring(end));
        // A jar within a jar is not read.
        return folder.endsWith(".jar")
                ? null
                : jar(file(path.substring(scheme + 1, end)), folder.isEmpty() ? "" : folder.concat("/"));
    }

    private Source jar(File file, String folder) {
        return new Jar(file, folder, open);
    }

    /** Removes {@code /} and {@code !} from both ends. */
    private static String trim(String folder) {
        int from = 0;
        int to = folder.length();
        while (from < to && "/!".indexOf(folder.charAt(from)) >= 0) {
            from++;
        }
        while (from < to && "/!".indexOf(folder.charAt(to - 1)) >= 0) {
            to--;
        }
        return folder.substring(from, to);
    }

    private static File file(String path) {
        try {
            return new File(URI.create("file:".concat(path)));
        } catch (IllegalArgumentException notEncoded) {
            return new File(path);
        }
    }

    private interface Source {
        byte @Nullable [] read(String file) throws IOException;
    }

    private record Directory(File directory) implements Source {
        @Override
        public byte @Nullable [] read(String file) throws IOException {
            File found = new File(directory, file);
            if (!found.isFile()) {
                return null;
            }
            // No channel: a channel that an interrupted thread uses closes itself.
            try (InputStream in = new FileInputStream(found)) {
                return in.readAllBytes();
            }
        }
    }

    private static final class Jar implements Source {
        private final File file;
        private final String folder;
        private final boolean open;

        /** Null until the first read. Closed once it is unreachable, by the JDK. */
        private volatile @Nullable ZipFile zip;

        /** The hash codes of the names, sorted. */
        private int @Nullable [] names;

        /**
         * @param open whether the jar stays open: to open it again for each class file takes as long as to read one.
         *     Another jar is opened for what it contains only.
         */
        Jar(File file, String folder, boolean open) {
            this.file = file;
            this.folder = folder;
            this.open = open;
        }

        @Override
        public byte @Nullable [] read(String classFile) throws IOException {
            String name = folder.concat(classFile);
            if (open) {
                return read(opened(), name);
            }
            if (Arrays.binarySearch(names(), name.hashCode()) < 0) {
                return null;
            }
            try (ZipFile closed = new ZipFile(file)) {
                return read(closed, name);
            }
        }

        private static byte @Nullable [] read(ZipFile zip, String name) throws IOException {
            ZipEntry entry = zip.getEntry(name);
            if (entry == null) {
                return null;
            }
            byte[] content = new byte[Math.toIntExact(entry.getSize())];
            try (InputStream in = zip.getInputStream(entry)) {
                in.readNBytes(content, 0, content.length);
            }
            return content;
        }

        private ZipFile opened() throws IOException {
            ZipFile opened = zip;
            if (opened == null) {
                opened = new ZipFile(file);
                zip = opened;
            }
            return opened;
        }

        private synchronized int[] names() throws IOException {
            int[] known = names;
            if (known == null) {
                names = new int[0]; // in case the jar is unreadable
                known = readNames();
                names = known;
            }
            return known;
        }

        private int[] readNames() throws IOException {
            try (ZipFile zip = new ZipFile(file)) {
                int[] hashes = new int[zip.size()];
                int count = 0;
                for (Enumeration<? extends ZipEntry> entries = zip.entries(); entries.hasMoreElements(); ) {
                    String name = entries.nextElement().getName();
                    if (name.endsWith(".class")) {
                        hashes[count++] = name.hashCode();
                    }
                }
                int[] classes = Arrays.copyOf(hashes, count);
                Arrays.sort(classes);
                return classes;
            }
        }
    }
}
