// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.weave;

import dev.jtracer.agent.config.AgentOptions.CallbackPolicy;
import dev.jtracer.agent.config.AgentOptions.TaskPolicy;
import dev.jtracer.agent.config.OptionException;
import dev.jtracer.agent.filter.CallbackFilter;
import dev.jtracer.agent.filter.MethodFilter;
import dev.jtracer.agent.weave.code.MethodTable;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.commons.ClassRemapper;
import net.bytebuddy.jar.asm.commons.Remapper;
import org.jspecify.annotations.Nullable;

/** A class loader that weaves its classes when it defines them, with a recorder of its own that keeps the calls. */
final class WovenClasses extends ClassLoader {
    static final String RECORDER = "dev.jtracer.bootstrap.MethodTracer";

    private static final String RECORDER_PACKAGE = "dev.jtracer.bootstrap.";
    private static final String HERE = "dev/jtracer/agent/weave/";

    final WeaveCounters counters = new WeaveCounters();
    final List<String> problems = new ArrayList<>();
    final MethodTable table;
    final Weaver weaver;
    private final Map<String, byte[]> classFiles = new HashMap<>();
    private @Nullable ClassLoader resources;

    private WovenClasses(WeaveSettings settings, MethodTable table, String include) {
        super(ClassLoader.getPlatformClassLoader());
        this.table = table;
        try {
            this.weaver = new Weaver(
                    MethodFilter.parse(List.of(include), List.of()), table, settings, counters, problems::add, null);
        } catch (OptionException e) {
            throw new IllegalArgumentException(e);
        }
    }

    /** Returns settings without the calls at the boundary, without tasks and without overrides for callbacks. */
    static WeaveSettings settings(boolean accessors, boolean clinit, CallbackPolicy callbacks) {
        return new WeaveSettings(accessors, clinit, callbacks, false, TaskPolicy.OFF, CallbackFilter.NONE, null, false);
    }

    static WovenClasses including(String include) {
        return including(include, settings(false, false, CallbackPolicy.OFF));
    }

    static WovenClasses including(String include, WeaveSettings settings) {
        return new WovenClasses(settings, new MethodTable((firstId, names) -> {}), include);
    }

    static WovenClasses including(String include, MethodTable table) {
        return new WovenClasses(settings(false, false, CallbackPolicy.OFF), table, include);
    }

    /** Makes this loader define a class file itself. */
    WovenClasses with(String name, byte[] classFile) {
        classFiles.put(name, classFile);
        return this;
    }

    /** Makes this loader define classes of this package, as {@code com.acme.NAME}, with their nested classes. */
    WovenClasses with(Class<?>... types) {
        for (Class<?> type : types) {
            byte[] classFile = renamedClassFile(type);
            with(new ClassReader(classFile).getClassName().replace('/', '.'), classFile);
            with(type.getDeclaredClasses());
        }
        return this;
    }

    /** Makes this loader define all classes of a jar itself, and find its other files. */
    WovenClasses withJar(Path jar) throws IOException {
        resources = new URLClassLoader(new URL[] {jar.toUri().toURL()}, null);
        classFilesOf(jar).forEach(this::with);
        return this;
    }

    /** Returns the class files of a jar by class name, without those for later Java versions. */
    static Map<String, byte[]> classFilesOf(Path jar) throws IOException {
        Map<String, byte[]> classFiles = new LinkedHashMap<>();
        try (ZipFile zip = new ZipFile(jar.toFile())) {
            for (ZipEntry entry : Collections.list(zip.entries())) {
                String path = entry.getName();
                if (path.endsWith(".class") && !path.startsWith("META-INF/") && !path.endsWith("module-info.class")) {
                    String name = path.substring(0, path.length() - ".class".length());
                    classFiles.put(
                            name.replace('/', '.'), zip.getInputStream(entry).readAllBytes());
                }
            }
        }
        return classFiles;
    }

    /** Calls a static method without parameters and returns the calls that were recorded meanwhile, as a tree. */
    String callsOf(String className, String method) throws Exception {
        List<Integer> calls = record();
        try {
            call(className, method);
        } catch (InvocationTargetException e) {
            return tree(calls) + "threw " + e.getCause();
        }
        return tree(calls);
    }

    @Nullable
    Object call(String className, String method) throws Exception {
        Method called = loadClass(className).getDeclaredMethod(method);
        called.setAccessible(true);
        return called.invoke(null);
    }

    /** Starts to record the calls of this thread; the list grows with them. */
    @SuppressWarnings("unchecked")
    List<Integer> record() throws ReflectiveOperationException {
        return (List<Integer>) loadClass(RECORDER).getMethod("record").invoke(null);
    }

    /** Returns the calls, indented; a call that threw is marked. Fails when a closed call is not the innermost. */
    String tree(List<Integer> calls) {
        return tree(calls, table);
    }

    static String tree(List<Integer> calls, MethodTable table) {
        List<String> lines = new ArrayList<>();
        Deque<Integer> open = new ArrayDeque<>();
        Deque<Integer> lineOfOpen = new ArrayDeque<>();
        for (int call : calls) {
            int id = call >> 2;
            String name = table.names()[id - 1];
            if ((call & 3) == 0) {
                lineOfOpen.push(lines.size());
                lines.add("  ".repeat(open.size())
                        + name.substring(name.lastIndexOf('.', name.lastIndexOf('.') - 1) + 1));
                open.push(id);
            } else {
                if (open.isEmpty() || open.pop() != id) {
                    throw new AssertionError("closed out of turn: " + name + " in " + lines);
                }
                int line = lineOfOpen.pop();
                if ((call & 3) == 2) {
                    lines.set(line, lines.get(line) + " threw");
                }
            }
        }
        if (!open.isEmpty()) {
            throw new AssertionError("left open: " + open + " in " + lines);
        }
        return String.join("\n", lines) + (lines.isEmpty() ? "" : "\n");
    }

    @Override
    public @Nullable InputStream getResourceAsStream(String path) {
        byte[] classFile = path.endsWith(".class")
                ? classFiles.get(
                        path.substring(0, path.length() - ".class".length()).replace('/', '.'))
                : null;
        return classFile == null ? super.getResourceAsStream(path) : new ByteArrayInputStream(classFile);
    }

    @Override
    protected @Nullable URL findResource(String path) {
        return resources == null ? null : resources.getResource(path);
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            if (loaded != null) {
                return loaded;
            }
            if (name.equals(RECORDER)) {
                byte[] recorder = recorder();
                return defineClass(name, recorder, 0, recorder.length);
            }
            if (name.startsWith(RECORDER_PACKAGE)) {
                return WovenClasses.class.getClassLoader().loadClass(name);
            }
            byte[] classFile = classFiles.get(name);
            if (classFile == null) {
                return super.loadClass(name, resolve);
            }
            byte[] woven = weave(name, classFile);
            byte[] defined = woven == null ? classFile : woven;
            return defineClass(name, defined, 0, defined.length);
        }
    }

    /** Returns the woven class; null if the weaver leaves it unchanged. */
    byte @Nullable [] weave(String name, byte[] classFile) {
        return weaver.transform(this, name.replace('.', '/'), null, null, classFile);
    }

    static byte[] renamedClassFile(Class<?> type) {
        return renamed(classFile(type.getName()));
    }

    private static byte[] classFile(String className) {
        try (InputStream in =
                WovenClasses.class.getClassLoader().getResourceAsStream(className.replace('.', '/') + ".class")) {
            if (in == null) {
                throw new IllegalArgumentException("not on the test class path: " + className);
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static byte[] recorder() {
        return renamed(classFile(RecordedCalls.class.getName()));
    }

    /** Renames the test's classes to traced names, and the test's recorder to the name that woven code calls. */
    private static byte[] renamed(byte[] classFile) {
        Remapper names = new Remapper(Opcodes.ASM9) {
            @Override
            public String map(String internalName) {
                if (internalName.equals(HERE + "RecordedCalls")) {
                    return RECORDER.replace('.', '/');
                }
                return internalName.startsWith(HERE)
                        ? "com/acme/" + internalName.substring(HERE.length())
                        : internalName;
            }
        };
        ClassWriter writer = new ClassWriter(0);
        new ClassReader(classFile).accept(new ClassRemapper(writer, names), 0);
        return writer.toByteArray();
    }
}
