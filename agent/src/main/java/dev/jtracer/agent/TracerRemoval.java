// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent;

import dev.jtracer.agent.control.ApplicationCalls;
import dev.jtracer.agent.control.AttachReplies;
import dev.jtracer.agent.control.LateMBean;
import dev.jtracer.agent.control.Reply;
import dev.jtracer.agent.control.RequestProperties;
import dev.jtracer.agent.control.SignalToggle;
import dev.jtracer.agent.output.Report;
import dev.jtracer.agent.session.Session;
import dev.jtracer.agent.thread.ThreadsInside;
import dev.jtracer.agent.thread.TracerThreads;
import dev.jtracer.agent.weave.RetransformBatches;
import dev.jtracer.agent.weave.Weaver;
import dev.jtracer.agent.weave.code.MethodTable;
import dev.jtracer.agent.weave.context.ContextWeaver;
import dev.jtracer.bootstrap.AgentDoor;
import dev.jtracer.bootstrap.RecordLayout;
import dev.jtracer.bootstrap.RecorderClasses;
import dev.jtracer.bootstrap.TracerSwitch;
import dev.jtracer.bootstrap.lambda.LambdaLink;
import dev.jtracer.engine.text.CountText;
import java.io.Closeable;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The removal of the tracer from the JVM. What the JVM cannot give back remains: the recorder's classes, the wrappers
 * of lambdas that the application keeps, and the way to the recorder in woven class loaders.
 */
final class TracerRemoval implements Runnable {
    /* The order: first nothing records and no switch can start a recording; then no class calls the recorder; then no
     * thread is inside of it; only then its memory goes. A step that fails is reported and does not keep the others
     * from running. */
    private static final long STEP_NANOS = TimeUnit.SECONDS.toNanos(5);
    private static final String RECORDER = "dev.jtracer.bootstrap.";

    private final Instrumentation instrumentation;
    private final Weaver weaver;
    private final @Nullable ContextWeaver context;
    private final MethodTable methods;
    private final Session tracing;
    private final TracerThreads threads;
    private final Thread exitHook;
    private final Report report;
    private final List<String> left = new ArrayList<>();
    private @Nullable RequestProperties requests;
    private @Nullable SignalToggle signal;
    private @Nullable LateMBean bean;
    private boolean recordsValues;
    private boolean begun;
    private boolean threadsEnded;
    private volatile boolean complete;

    TracerRemoval(
            Instrumentation instrumentation,
            Weaver weaver,
            @Nullable ContextWeaver context,
            MethodTable methods,
            Session tracing,
            TracerThreads threads,
            Thread exitHook,
            Report report) {
        this.instrumentation = instrumentation;
        this.weaver = weaver;
        this.context = context;
        this.methods = methods;
        this.tracing = tracing;
        this.threads = threads;
        this.exitHook = exitHook;
        this.report = report;
    }

    void requests(@Nullable RequestProperties installed) {
        requests = installed;
    }

    /** Notes that the recorder for arguments and results is connected. Without it, its classes may not exist. */
    void recordsValues() {
        recordsValues = true;
    }

    void signal(SignalToggle installed) {
        signal = installed;
    }

    void bean(LateMBean started) {
        bean = started;
    }

    /** Removes the tracer on a thread of its own, for callers that are the application. */
    @Override
    public void run() {
        threads.createOutside("jtracer-detach", () -> {
                    report.say(remove().text());
                    report.flush();
                    // Not while the JVM ends: the exit needs classes that are not loaded yet.
                    if (complete) {
                        closeLoader();
                    }
                })
                .start();
    }

    /** Removes the tracer. Returns one line for the user. Once it is {@linkplain #isComplete complete},
     * {@link #closeLoader} must follow. */
    synchronized Reply remove() {
        if (begun) {
            return Reply.done("the tracer is being removed already");
        }
        try {
            Runtime.getRuntime().removeShutdownHook(exitHook);
        } catch (IllegalStateException ending) {
            return Reply.declined("the JVM is ending, and the tracer with it");
        }
        begun = true;
        step("recording", tracing::close);
        // Also if the stop failed: what follows relies on it.
        step("switch", () -> TracerSwitch.set(false));
        step("switches", this::removeSwitches);
        LambdaLink.maker(null);
        if (recordsValues) {
            ValueConnection.end();
        }
        step("woven classes", this::restoreClasses);
        step("threads", this::endThreads);
        step("memory", this::releaseMemory);
        AgentDoor.agent(null);
        complete = true;
        return Reply.done(
                left.isEmpty()
                        ? "the tracer has left this JVM; attach it again at any time"
                        : "the tracer has left this JVM, but for " + String.join(", ", left));
    }

    boolean isComplete() {
        return complete;
    }

    private void removeSwitches() throws Exception {
        AttachReplies.ofThisJvm().withdraw();
        if (requests != null) {
            requests.uninstall();
        }
        if (signal != null) {
            signal.uninstall();
        }
        ApplicationCalls.forget(instrumentation);
    }

    private void restoreClasses() {
        if (context != null) {
            context.remove(instrumentation);
        }
        RetransformBatches batches = new RetransformBatches(instrumentation, weaver);
        batches.restore(deadline());
        instrumentation.removeTransformer(weaver);
        AgentDoor.keep(new AgentDoor.KeptNames(methods.classNames(), withoutTexts(methods.names())));
        if (batches.failed() > 0) {
            left.add(CountText.plain(batches.failed(), "class") + " that the JVM did not restore");
        }
    }

    /**
     * Returns names without the texts of arguments and results: no lambda has their ids, and the next recordings must
     * not.
     */
    private static String[] withoutTexts(String[] names) {
        for (int i = 0; i < names.length; i++) {
            if (names[i].indexOf(RecordLayout.SITE_SEPARATOR) == 0) {
                names[i] = "";
            }
        }
        return names;
    }

    private void endThreads() throws Exception {
        String running = threads.end(deadline());
        if (running != null) {
            left.add("thread '" + running + "', which is still busy");
        }
        if (bean != null) {
            bean.unregister();
        }
        threadsEnded = running == null;
        if (threadsEnded) {
            threads.destroyGroup();
        }
    }

    private void releaseMemory() {
        int inside = new ThreadsInside(RECORDER).awaitLeft(deadline());
        if (!threadsEnded) {
            left.add("the recorder's memory, which that thread may be using");
            return;
        }
        // Also while a thread may be inside: its store goes to memory that stays mapped, and no tracer reads it.
        RecorderClasses.reset();
        if (inside > 0) {
            left.add("the recorder's memory, which " + CountText.plain(inside, "thread") + " may be using");
            return;
        }
        tracing.unmap();
    }

    private void step(String what, Step step) {
        try {
            step.run();
        } catch (Throwable failure) {
            left.add(what + " (" + failure + ")");
        }
    }

    private static long deadline() {
        return System.nanoTime() + STEP_NANOS;
    }

    /** Closes the loader of the agent's classes, which releases its jar. It can load no further class. */
    void closeLoader() {
        try {
            ClassLoader own = TracerRemoval.class.getClassLoader();
            if (own instanceof Closeable loader) {
                loader.close();
            }
        } catch (IOException e) {
            report.say("cannot close the tracer's jar (" + e + ")");
        }
    }

    private interface Step {
        void run() throws Exception;
    }
}
