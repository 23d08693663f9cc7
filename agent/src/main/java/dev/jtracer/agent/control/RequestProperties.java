// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.control;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Properties;
import java.util.Set;
import java.util.function.Consumer;
import jdk.internal.misc.Unsafe;
import jdk.internal.vm.VMSupport;
import org.jspecify.annotations.Nullable;

/**
 * The agent properties of this JVM while it is traced. A tool that reads them has its request executed first, if it
 * has left one in the {@linkplain RequestFile file} that they announce.
 */
public final class RequestProperties extends Properties {
    /* A tool could load the agent for each command. Since JDK 21 the JVM would then print four lines of warning to
     * the application's stderr each time; it would keep a record of each load for good; and with
     * -XX:-EnableDynamicAgentLoading it would refuse. The JVM's thread for attached tools, which would load the
     * agent, also reads the agent properties, without any of this. No thread waits for requests, and no socket or
     * file is there between them.
     *
     * All entries stay in the JDK's own table, so that it can be put back: it provides the defaults here, and
     * receives what the JDK's agents for JMX and debuggers set. Nothing else in the JDK uses these properties, and no
     * application can. */
    private static final long serialVersionUID = 1;

    private static final Path RANDOM = Path.of("/dev/urandom");
    private static final int SECRET_BYTES = 16;

    private final transient Properties original;
    private final transient Path directory;
    private final transient Consumer<AttachRequest> executor;
    private final transient Consumer<String> problems;
    private transient @Nullable Path file;
    private transient boolean closed;

    /** Property of the reply to the last request, which its tool reads at once and only once; it may be large. */
    private transient @Nullable String answered;

    RequestProperties(
            Properties original, Path directory, Consumer<AttachRequest> executor, Consumer<String> problems) {
        super(original);
        this.original = original;
        this.directory = directory;
        this.executor = executor;
        this.problems = problems;
    }

    /**
     * Makes this JVM's agent properties execute requests.
     *
     * @param directory where tools leave their requests; absolute and without symbolic links, which tools refuse
     * @param executor executes a request and stores its reply
     * @param problems receives a line for the user about a request that was not executed to its end
     * @return null if this JDK has other agent properties; then tools load the agent for each command
     */
    public static @Nullable RequestProperties install(
            Path directory, Consumer<AttachRequest> executor, Consumer<String> problems) {
        RequestProperties properties =
                new RequestProperties(VMSupport.getAgentProperties(), directory, executor, problems);
        return replace(properties.original, properties) ? properties : null;
    }

    /** Gives the JDK its own agent properties back. */
    public void uninstall() {
        close();
        replace(this, original);
    }

    private synchronized void close() {
        closed = true;
        original.remove(RequestFile.PROPERTY);
    }

    private static boolean replace(Properties expected, Properties properties) {
        try {
            Field field = VMSupport.class.getDeclaredField("agentProps");
            Unsafe unsafe = Unsafe.getUnsafe();
            return unsafe.compareAndSetReference(
                    unsafe.staticFieldBase(field), unsafe.staticFieldOffset(field), expected, properties);
        } catch (NoSuchFieldException otherJdk) {
            return false;
        }
    }

    /** Called when a tool reads the properties. */
    @Override
    public Set<String> stringPropertyNames() {
        AttachRequest request = null;
        try {
            request = take();
        } catch (Throwable outOfMemory) {
            // The request stays in its file, and the tool finds no reply.
        }
        if (request != null) {
            // Without the lock: a removal by another thread needs it, and this request may wait for that removal.
            execute(request);
        }
        return original.stringPropertyNames();
    }

    @Override
    public @Nullable String getProperty(String key) {
        String value = original.getProperty(key);
        if (key.equals(answered)) {
            original.remove(key);
        }
        return value;
    }

    @Override
    public synchronized @Nullable Object setProperty(String key, String value) {
        return original.setProperty(key, value);
    }

    @Override
    public synchronized @Nullable Object put(Object key, Object value) {
        return original.put(key, value);
    }

    @Override
    public synchronized @Nullable Object get(Object key) {
        return original.get(key);
    }

    @Override
    public synchronized @Nullable Object remove(Object key) {
        return original.remove(key);
    }

    private void execute(AttachRequest request) {
        try {
            answered = AttachReplies.key(request);
            executor.accept(request);
        } catch (Throwable fault) {
            try {
                problems.accept("the command '" + request.command() + "' ended early (" + fault
                        + "); look at the tracer's state by status");
            } catch (Throwable outOfMemoryAgain) {
                // The reading tool must have its properties in any case.
            }
        }
    }

    /** Returns the request that is there, and announces a file for the next one if this one's name is used up. */
    private synchronized @Nullable AttachRequest take() {
        if (closed) {
            return null;
        }
        AttachRequest request = null;
        boolean used = file == null;
        try {
            if (file != null) {
                request = RequestFile.read(file);
                used = request != null;
                if (used) {
                    Files.deleteIfExists(file); // a tool that is interrupted does not do so itself
                }
            }
        } catch (IOException | RuntimeException leftOver) {
            // What is there never becomes a request, and no tool can create its own file under that name.
            used = true;
        }
        if (used) {
            file = directory.resolve(RequestFile.name(ProcessHandle.current().pid(), secret()));
            original.setProperty(RequestFile.PROPERTY, file.toString());
        }
        return request;
    }

    /* Not by SecureRandom, which would initialise the security providers of the application. Where the file is
     * missing, as on Windows, each user has a directory for temporary files. */
    private static String secret() {
        try (InputStream random = Files.newInputStream(RANDOM)) {
            return HexFormat.of().formatHex(random.readNBytes(SECRET_BYTES));
        } catch (IOException missing) {
            return Long.toHexString(System.nanoTime());
        }
    }
}
