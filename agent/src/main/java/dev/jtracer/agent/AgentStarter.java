// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent;

import dev.jtracer.agent.config.AgentOptions;
import dev.jtracer.agent.config.AgentOptions.FileOptions;
import dev.jtracer.agent.config.AgentOptions.SwitchOptions;
import dev.jtracer.agent.config.AgentOptions.TaskPolicy;
import dev.jtracer.agent.config.AgentOptions.WeavingOptions;
import dev.jtracer.agent.config.AgentOptionsParser;
import dev.jtracer.agent.config.AgentOrigin;
import dev.jtracer.agent.config.OptionException;
import dev.jtracer.agent.config.SampleShare;
import dev.jtracer.agent.config.ShellWord;
import dev.jtracer.agent.config.ToggleSignals;
import dev.jtracer.agent.config.TracerVersion;
import dev.jtracer.agent.control.AgentCommands;
import dev.jtracer.agent.control.ApplicationCalls;
import dev.jtracer.agent.control.AttachReplies;
import dev.jtracer.agent.control.AttachRequest;
import dev.jtracer.agent.control.LateMBean;
import dev.jtracer.agent.control.Reply;
import dev.jtracer.agent.control.RequestProperties;
import dev.jtracer.agent.control.SignalToggle;
import dev.jtracer.agent.control.Tracing;
import dev.jtracer.agent.drain.MethodJournal;
import dev.jtracer.agent.drain.ProcessId;
import dev.jtracer.agent.filter.MethodFilter;
import dev.jtracer.agent.output.Report;
import dev.jtracer.agent.session.Session;
import dev.jtracer.agent.session.TraceMaker;
import dev.jtracer.agent.thread.TracerThreads;
import dev.jtracer.agent.weave.IncludeHint;
import dev.jtracer.agent.weave.RetransformBatches;
import dev.jtracer.agent.weave.WeaveCounters;
import dev.jtracer.agent.weave.WeaveSettings;
import dev.jtracer.agent.weave.Weaver;
import dev.jtracer.agent.weave.code.MethodTable;
import dev.jtracer.agent.weave.context.ContextWeaver;
import dev.jtracer.bootstrap.AgentDoor;
import dev.jtracer.bootstrap.task.TaskTracer;
import dev.jtracer.engine.event.StringTable;
import dev.jtracer.engine.event.TraceLimits;
import dev.jtracer.engine.text.CountText;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Composition root of the agent. Called through {@link AgentDoor}, one call at a time. */
public final class AgentStarter implements AgentDoor.Agent {
    static {
        AgentDoor.agent(new AgentStarter());
    }

    /** Delay of the definition of a recording's classes, if no recording starts at once. */
    private static final long CLASSES_DELAY_NANOS = 1_000_000_000;

    private final AttachReplies replies = AttachReplies.ofThisJvm();

    /** Executor of the commands of tools that attach; null while there is no tracer. */
    private @Nullable AgentCommands commands;

    /** Removal of the tracer; null while there is none. */
    private @Nullable TracerRemoval removal;

    private AgentStarter() {}

    @Override
    public void enter(String arguments, Object instrumentation, Path jar, boolean attached, long sinceNanos) {
        if (attached) {
            attach(arguments, (Instrumentation) instrumentation, jar, sinceNanos);
            return;
        }
        Report report = Report.ofStderr();
        TracerThreads threads = new TracerThreads(report);
        report.writeBy(threads);
        try {
            AgentOptions options = AgentOptionsParser.ofThisJvm().parse(arguments);
            AgentOrigin origin = AgentOrigin.of(jar);
            if (isChosen(options.switches().sample())) {
                run(options, (Instrumentation) instrumentation, jar, origin, threads, report, sinceNanos);
            } else if (!options.stderr().quiet() && origin != AgentOrigin.ENVIRONMENT) {
                report.say("this JVM is not recorded: it is not among the sample="
                        + options.switches().sample() + "; omit sample= to record it");
            }
        } catch (OptionException e) {
            report.say("tracing is off: " + e.getMessage());
        }
        report.flush(); // what this start says comes before what the program does
    }

    private static boolean isChosen(SampleShare sample) {
        return !sample.dropsAny() || sample.chooses(new SplittableRandom().nextLong());
    }

    private synchronized void attach(String arguments, Instrumentation instrumentation, Path jar, long sinceNanos) {
        AttachRequest request = AttachRequest.parse(arguments);
        answer(request, attach(request, instrumentation, jar, sinceNanos));
    }

    /** Executes a request for a running tracer that came without an attach. */
    private synchronized void execute(AttachRequest request) {
        AgentCommands present = commands;
        if (present != null) {
            answer(request, present.execute(request, replies));
        }
    }

    private void answer(AttachRequest request, Reply reply) {
        replies.reply(request, reply, Report.ofStderr());
        if (removal != null && removal.isComplete()) {
            removal.closeLoader();
        } else if (commands != null) {
            replies.announce();
        }
    }

    private Reply attach(AttachRequest request, Instrumentation instrumentation, Path jar, long sinceNanos) {
        if (commands != null) {
            return commands.execute(request, replies);
        }
        if (!request.command().isEmpty()) {
            return Reply.declined("this JVM is not traced; use attach with include=PACKAGE first");
        }
        try {
            AgentOptions options = AgentOptionsParser.ofThisJvm().parse(request.options());
            Report report = Report.ofStderr();
            TracerThreads threads = new TracerThreads(report);
            report.writeBy(threads);
            return run(options, instrumentation, jar, AgentOrigin.ATTACH, threads, report, sinceNanos);
        } catch (OptionException e) {
            return Reply.declined(e.getMessage());
        }
    }

    private Reply run(
            AgentOptions options,
            Instrumentation instrumentation,
            Path jar,
            AgentOrigin origin,
            TracerThreads threads,
            Report report,
            long sinceNanos)
            throws OptionException {
        WeavingOptions weaving = options.weaving();
        boolean records = options.switches().start();
        boolean follows = weaving.callbacks().tasks() != TaskPolicy.OFF;
        SampleWeaving sample = new SampleWeaving(threads, follows);
        sample.start();
        recordingClasses(threads, records);
        FileOptions files = options.files();
        MethodFilter filter = WeaverAssembly.filter(weaving);
        WeaveSettings settings = WeaverAssembly.settings(weaving);
        WeaveCounters counters = new WeaveCounters();
        TraceLimits limits = new TraceLimits(files.segmentBytes(), files.depth(), files.minNanos());
        IncludeHint hint = new IncludeHint(
                instrumentation, filter, weaving.include(), counters, origin == AgentOrigin.ENVIRONMENT);
        StringTable names = new StringTable();
        MethodJournal journal = new MethodJournal(names);
        Session tracing = new Session(
                options,
                threads,
                version(jar),
                names,
                journal,
                counters,
                new TraceMaker(threads, limits, jar, hint, report),
                origin,
                report);
        Thread exitHook = threads.create("jtracer-exit", new Runnable() {
            @Override
            public void run() {
                tracing.exit();
                report.flush();
            }
        });
        addShutdownHook(exitHook);
        FirstStart start = new FirstStart(threads, tracing);
        if (records) {
            start.start();
        }
        StartClasses.awaitWeaving();
        MethodTable methods = WeaverAssembly.methods(journal);
        Weaver weaver =
                new Weaver(filter, methods, settings, counters, report, new LateRedefinition(instrumentation, threads));
        WeaverAssembly.connectRecorder(weaving, methods);
        ContextWeaver context = WeaverAssembly.context(weaving.context(), threads, counters, report);
        if (!sample.worked()) {
            throw new OptionException(
                    "the weaver does not work in this JVM; please report this line with java -version");
        }
        TracerRemoval present =
                new TracerRemoval(instrumentation, weaver, context, methods, tracing, threads, exitHook, report);
        if (!weaving.args().isEmpty()) {
            present.recordsValues();
        }
        takeCommands(present, tracing, report);
        if (weaving.budget() > 0) {
            weaver.keepLambdas();
        }
        instrumentation.addTransformer(weaver, true);
        if (context != null) {
            context.install(instrumentation, methods);
        }
        boolean attached = origin == AgentOrigin.ATTACH;
        String signal = openSwitches(
                options.switches(),
                threads,
                tracing,
                present,
                new ApplicationCalls(tracing, present, new MeasuredCalls(methods, context), jar),
                instrumentation,
                attached,
                report);
        replies.announce();
        RetransformBatches batches = new RetransformBatches(instrumentation, weaver);
        if (weaving.budget() > 0) {
            tracing.weaving(new RetransformBatches(instrumentation, weaver)::drop);
        }
        if (attached) {
            // Once for both: a list of 22,000 classes takes 10 ms.
            Class<?>[] loaded = instrumentation.getAllLoadedClasses();
            batches.run(loaded);
            if (context != null) {
                context.weaveLoaded(instrumentation, loaded);
            }
        } else if (follows) {
            batches.runTaskClasses();
        }
        if (batches.includedLoops()) {
            TaskTracer.threadsFromBefore(threads.newestId());
        }
        Reply started = records ? start.await() : Reply.done(ready(weaving.include(), counters, jar, signal));
        counters.started(sinceNanos);
        // quiet= suppresses good news only: a recording that did not start is always reported.
        // A JVM that got the agent from the environment may load no included class; then it prints nothing.
        if (!started.isDone() || !options.stderr().quiet() && origin != AgentOrigin.ENVIRONMENT) {
            report.say(started.text());
        }
        return started;
    }

    /** Returns the line of a tracer that waits: what is woven, and how to start, by the signal if there is one. */
    private static String ready(List<String> include, WeaveCounters counters, Path jar, @Nullable String signal) {
        long pid = ProcessId.current();
        String names = "'" + String.join("', '", include) + "'";
        String woven = counters.classesWoven() == 0
                ? "classes of " + names + " are woven as they are loaded"
                : "woven: " + CountText.plain(counters.methodsWoven(), "method") + " in "
                        + CountText.plain(counters.classesWoven(), "loaded class") + " of " + names;
        return "not recording yet; " + woven + "; start with: "
                + (signal == null ? "" : "kill -" + signal + " " + pid + "  or: ") + "java -jar " + ShellWord.quote(jar)
                + " start " + pid;
    }

    /** Before there is anything to end: a JVM that is ending takes no hook. */
    private static void addShutdownHook(Thread hook) throws OptionException {
        try {
            Runtime.getRuntime().addShutdownHook(hook);
        } catch (IllegalStateException ending) {
            throw new OptionException("this JVM is ending; trace another one");
        }
    }

    /** Lets tools that attach send commands, from here on also without an attach. */
    private void takeCommands(TracerRemoval present, Tracing tracing, Report report) {
        removal = present;
        commands = new AgentCommands(tracing, new Supplier<>() {
            @Override
            public Reply get() {
                return present.remove();
            }
        });
        present.requests(requests(report));
    }

    /** Opens the way for requests without an attach; null without a directory for them, or in another JDK. */
    private @Nullable RequestProperties requests(Report report) {
        String directory = System.getProperty("java.io.tmpdir", "");
        if (directory.isEmpty()) {
            return null;
        }
        try {
            return RequestProperties.install(
                    Path.of(directory).toRealPath(),
                    new Consumer<>() {
                        @Override
                        public void accept(AttachRequest request) {
                            execute(request);
                        }
                    },
                    report);
        } catch (IOException | RuntimeException unusable) {
            // Tools load the agent for each command.
            return null;
        }
    }

    /**
     * Opens the ways to start and stop recordings that the options allow: a signal, calls of {@code
     * dev.jtracer.Tracer}, and JMX. Returns the signal; null if there is none.
     */
    private static @Nullable String openSwitches(
            SwitchOptions options,
            TracerThreads threads,
            Tracing tracing,
            TracerRemoval present,
            ApplicationCalls calls,
            Instrumentation instrumentation,
            boolean attached,
            Report report) {
        String signal = options.signal();
        if (signal != null) {
            String warning = ToggleSignals.warning(signal);
            if (warning != null) {
                report.say(warning);
            }
            try {
                present.signal(SignalToggle.install(signal, threads, new Runnable() {
                    @Override
                    public void run() {
                        report.say(tracing.toggle(null).text());
                    }
                }));
            } catch (OptionException e) {
                report.say(e.getMessage());
                signal = null;
            }
        }
        try {
            calls.listen(instrumentation, attached);
        } catch (ReflectiveOperationException e) {
            report.say("calls of dev.jtracer.Tracer are not heard (" + e + ")");
        }
        if (options.jmx()) {
            LateMBean bean = new LateMBean(threads, tracing, present, report);
            present.bean(bean);
            bean.start();
        }
        return signal;
    }

    /**
     * Has the classes of a recording defined by a thread of their own: now for a recording that starts, otherwise
     * when a short program has ended without them.
     */
    private static void recordingClasses(TracerThreads threads, boolean now) {
        Runnable definition = StartClasses.ofRecording();
        threads.create("jtracer-recording-classes", new Runnable() {
                    @Override
                    public void run() {
                        if (!now) {
                            LockSupport.parkNanos(this, CLASSES_DELAY_NANOS);
                        }
                        if (!threads.areEnding()) {
                            definition.run();
                        }
                    }
                })
                .start();
    }

    private static String version(Path jar) {
        try {
            return TracerVersion.of(jar);
        } catch (IOException unreadable) {
            return "of unknown version";
        }
    }

    /** The redefinition of loaded classes on behalf of a thread that is loading another class, which waits for it. */
    private record LateRedefinition(Instrumentation instrumentation, TracerThreads threads)
            implements Weaver.Redefinition {
        /* The JVM calls no transformer of an agent on a thread that is within one. So another thread retransforms the
         * class. It takes 2 to 10 ms, most of it until all threads have stopped. */
        private static final long MOST_MILLIS = 2_000;

        @Override
        public @Nullable Throwable redefine(String className) {
            AtomicReference<@Nullable Throwable> refused = new AtomicReference<>();
            Thread thread = threads.create("jtracer-redefine", new Runnable() {
                @Override
                public void run() {
                    try {
                        instrumentation.retransformClasses(Class.forName(className, false, null));
                    } catch (Throwable failure) { // UnmodifiableClassException, and any LinkageError
                        refused.set(failure);
                    }
                }
            });
            thread.start();
            TracerThreads.await(thread, MOST_MILLIS);
            return refused.get();
        }
    }
}
