// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.jfr;

import dev.jtracer.engine.event.Args;
import dev.jtracer.engine.event.Phase;
import dev.jtracer.engine.event.TraceWords;
import dev.jtracer.engine.importer.EventBuilder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import jdk.jfr.EventType;
import jdk.jfr.Timespan;
import jdk.jfr.Timestamp;
import jdk.jfr.ValueDescriptor;
import jdk.jfr.consumer.RecordedClass;
import jdk.jfr.consumer.RecordedClassLoader;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordedObject;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordedThread;
import org.jspecify.annotations.Nullable;

/** The conversion of the events of a type: with a duration to spans, others to instants, but for those named here. */
final class JfrEventKind {
    private static final String JDK = "jdk.";
    private static final Set<String> SAMPLES =
            Set.of("jdk.ExecutionSample", "jdk.NativeMethodSample", "jdk.CPUTimeSample");
    /** In some JDKs they have a duration, which is that of creating their stack. */
    private static final Set<String> INSTANTS = Set.of("jdk.JavaExceptionThrow", "jdk.JavaErrorThrow");

    private static final Set<String> COUNTERS = Set.of(
            "jdk.CPULoad",
            "jdk.ThreadCPULoad",
            "jdk.GCHeapSummary",
            "jdk.JavaThreadStatistics",
            "jdk.ClassLoadingStatistics",
            "jdk.ExceptionStatistics",
            "jdk.ResidentSetSize",
            "jdk.PhysicalMemory",
            "jdk.ThreadContextSwitchRate",
            "jdk.ThreadAllocationStatistics",
            "jdk.DirectBufferStatistics");
    private static final String SETTING = "jdk.ActiveSetting";
    /** Lists of settings, properties and modules, and data that the JVM repeats at each chunk's end. */
    private static final Set<String> UNSUPPORTED = Set.of(
            "jdk.ActiveRecording",
            "jdk.InitialSystemProperty",
            "jdk.InitialEnvironmentVariable",
            "jdk.InitialSecurityProperty",
            "jdk.SystemProcess",
            "jdk.NativeLibrary",
            "jdk.ModuleExport",
            "jdk.ModuleRequire",
            "jdk.ThreadDump",
            "jdk.ClassLoaderStatistics",
            "jdk.OldObjectSample",
            "jdk.BooleanFlag",
            "jdk.IntFlag",
            "jdk.LongFlag",
            "jdk.UnsignedIntFlag",
            "jdk.UnsignedLongFlag",
            "jdk.DoubleFlag",
            "jdk.StringFlag",
            "jdk.CompilerPhase",
            "jdk.GCPhaseParallel");
    /** Members with few values that make the name of an event of the JDK more specific. */
    private static final List<String> NAMING =
            List.of("monitorClass", "parkedClass", "thrownClass", "operation", "gcName");

    private static final Duration LONGEST = Duration.ofDays(100 * 365);
    /** Members that are not copied to the arguments. */
    private static final Set<String> NOT_COPIED = Set.of("startTime", "duration", "eventThread", "stackTrace");

    private final String type;
    private final @Nullable Phase phase;
    private final String label;
    private final int category;
    private final List<ValueDescriptor> fields = new ArrayList<>();
    private final String threadField;
    private final @Nullable String namingField;

    JfrEventKind(EventType eventType, EventBuilder feed) {
        type = eventType.getName();
        phase = phase(eventType);
        label = eventType.getLabel() == null ? type : eventType.getLabel();
        boolean jdk = type.startsWith(JDK);
        category = feed.symbol(category(type));
        String naming = null;
        String thread = "";
        for (ValueDescriptor field : eventType.getFields()) {
            String name = field.getName();
            if (!NOT_COPIED.contains(name)) {
                fields.add(field);
            }
            if (jdk && naming == null && (NAMING.contains(name) || name.equals("name") && type.startsWith("jdk.GC"))) {
                naming = name;
            }
            if (name.equals("sampledThread") || name.equals("eventThread")) {
                thread = name;
            }
        }
        namingField = naming;
        threadField = thread;
    }

    static boolean isSample(String type) {
        return SAMPLES.contains(type);
    }

    /** Returns the category of the events of a type: {@code jfr.} and the type, without {@code jdk.}. */
    static String category(String type) {
        return "jfr." + (type.startsWith(JDK) ? type.substring(JDK.length()) : type);
    }

    private static @Nullable Phase phase(EventType eventType) {
        String name = eventType.getName();
        if (UNSUPPORTED.contains(name) || name.equals(SETTING)) {
            return null;
        }
        if (isSample(name)) {
            return Phase.SAMPLE;
        }
        if (COUNTERS.contains(name)) {
            return Phase.COUNTER;
        }
        return eventType.getField("duration") != null && !INSTANTS.contains(name) ? Phase.COMPLETE : Phase.INSTANT;
    }

    /** Returns the phase of the events; null if they are settings or unsupported. */
    @Nullable
    Phase phase() {
        return phase;
    }

    /** Returns whether the events are settings of the recording; those of samples are facts about them. */
    boolean isSetting() {
        return type.equals(SETTING);
    }

    int category() {
        return category;
    }

    /** Returns the thread of an event; null if it names none. */
    @Nullable
    RecordedThread thread(RecordedEvent event) {
        return threadField.isEmpty() ? null : event.getThread(threadField);
    }

    /** Returns the method that was traced or sampled, or the label of the type, with its naming members. */
    String name(RecordedEvent event) {
        if (phase == Phase.SAMPLE) {
            RecordedStackTrace stack = event.getStackTrace();
            boolean known = stack != null && !stack.getFrames().isEmpty();
            return known ? frame(stack.getFrames().get(0)) : label;
        }
        if (type.equals("jdk.MethodTrace")) {
            return String.valueOf(value(event.getValue("method")));
        }
        Object naming = namingField == null ? null : value(event.getValue(namingField));
        return naming == null ? label : label + ": " + naming;
    }

    /** Returns the event's own members; for a counter its numbers. */
    Args args(RecordedEvent event) {
        Map<String, @Nullable Object> args = new LinkedHashMap<>();
        for (ValueDescriptor field : fields) {
            Object value = value(event, field);
            if (phase != Phase.COUNTER || value instanceof Number) {
                args.put(field.getName(), value);
            }
        }
        return Args.of(args);
    }

    /** Returns a stack in Chrome's format, outermost frame first. */
    static Args fields(RecordedStackTrace stack) {
        List<RecordedFrame> frames = stack.getFrames();
        List<Object> names = new ArrayList<>(frames.size());
        for (int i = frames.size() - 1; i >= 0; i--) {
            names.add(frame(frames.get(i)));
        }
        return Args.of(
                stack.isTruncated() ? Map.of("stack", names, TraceWords.CUT_STACK, true) : Map.of("stack", names));
    }

    private static String frame(RecordedFrame frame) {
        return frame.getMethod() == null ? "?" : name(frame.getMethod());
    }

    private static String name(RecordedMethod method) {
        RecordedClass type = method.getType();
        return type == null ? method.getName() : type.getName() + "." + method.getName();
    }

    private static @Nullable Object value(RecordedObject object, ValueDescriptor field) {
        String name = field.getName();
        if (field.getAnnotation(Timespan.class) != null) {
            Duration duration = object.getDuration(name);
            // The JDK represents "for ever" and "not set" by the longest and the shortest duration.
            boolean isForEver = duration.compareTo(LONGEST) > 0 || duration.compareTo(LONGEST.negated()) < 0;
            return isForEver ? null : Long.valueOf(duration.toNanos());
        }
        if (field.getAnnotation(Timestamp.class) != null) {
            return object.getInstant(name).toString();
        }
        return value(object.getValue(name));
    }

    private static @Nullable Object value(@Nullable Object value) {
        if (value instanceof Double || value instanceof Float) {
            return ((Number) value).doubleValue();
        }
        if (value instanceof Number number) {
            return number.longValue();
        }
        if (value == null || value instanceof Boolean || value instanceof String) {
            return value;
        }
        return described(value);
    }

    private static @Nullable Object described(Object value) {
        if (value instanceof RecordedClass type) {
            return type.getName();
        }
        if (value instanceof RecordedMethod method) {
            return name(method);
        }
        if (value instanceof RecordedThread thread) {
            return thread.getJavaName() == null ? thread.getOSName() : thread.getJavaName();
        }
        if (value instanceof RecordedClassLoader loader) {
            return loader.getName();
        }
        if (value instanceof RecordedObject object && !(value instanceof RecordedStackTrace)) {
            Map<String, @Nullable Object> members = new LinkedHashMap<>();
            for (ValueDescriptor field : object.getFields()) {
                Object member = object.getValue(field.getName());
                members.put(field.getName(), member instanceof RecordedObject ? null : value(member));
            }
            return members;
        }
        return value instanceof Character ? value.toString() : null;
    }
}
