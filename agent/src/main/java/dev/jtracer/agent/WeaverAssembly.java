// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent;

import dev.jtracer.agent.config.AgentOptions.CallbackOptions;
import dev.jtracer.agent.config.AgentOptions.CallbackPolicy;
import dev.jtracer.agent.config.AgentOptions.WeavingOptions;
import dev.jtracer.agent.config.OptionException;
import dev.jtracer.agent.drain.MethodJournal;
import dev.jtracer.agent.filter.CallbackFilter;
import dev.jtracer.agent.filter.MethodFilter;
import dev.jtracer.agent.output.Report;
import dev.jtracer.agent.thread.TracerThreads;
import dev.jtracer.agent.weave.WeaveCounters;
import dev.jtracer.agent.weave.WeaveSettings;
import dev.jtracer.agent.weave.callback.WrapperWriter;
import dev.jtracer.agent.weave.code.MethodTable;
import dev.jtracer.agent.weave.context.ContextPreparation;
import dev.jtracer.agent.weave.context.ContextWeaver;
import dev.jtracer.bootstrap.AgentDoor;
import dev.jtracer.bootstrap.CallbackRuns;
import dev.jtracer.bootstrap.ChunkPool;
import dev.jtracer.bootstrap.RecorderClasses;
import dev.jtracer.bootstrap.lambda.LambdaLink;
import dev.jtracer.bootstrap.sample.CallSample;
import dev.jtracer.bootstrap.task.TaskTracer;
import java.util.List;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** Creates the parts of the agent that weave, and prepares the recorder, which woven code calls. */
final class WeaverAssembly {
    private WeaverAssembly() {}

    /** Returns the filter of the options include= and exclude=. */
    static MethodFilter filter(WeavingOptions options) throws OptionException {
        MethodFilter filter = MethodFilter.parse(options.include(), options.exclude());
        return options.showsProxies() ? filter.showingProxies() : filter;
    }

    /** Returns what the options say about callbacks, arguments and kinds of methods. */
    static WeaveSettings settings(WeavingOptions options) throws OptionException {
        CallbackOptions callbacks = options.callbacks();
        return new WeaveSettings(
                options.accessors(),
                options.clinit(),
                callbacks.policy(),
                callbacks.boundary(),
                callbacks.tasks(),
                CallbackFilter.parse(callbacks.include(), callbacks.exclude(), callbacks.types(), callbacks.exact()),
                options.args().isEmpty() ? null : MethodFilter.ofMethods("args", options.args()),
                options.sampledCalls().dropsAny());
    }

    /** Creates the table of woven methods. A predecessor's methods keep their ids, which its lambdas still use. */
    static MethodTable methods(MethodJournal journal) {
        AgentDoor.KeptNames kept = AgentDoor.kept();
        return new MethodTable(
                new MethodTable.Listener() {
                    @Override
                    public void registered(int firstId, String[] names) {
                        journal.registered(firstId, names);
                    }
                },
                kept.classNames,
                kept.names);
    }

    /** Prepares the recorder for all that woven code may call. */
    static void connectRecorder(WeavingOptions options, MethodTable methods) {
        RecorderClasses.initialize();
        // Without an id, waits are only counted.
        ChunkPool.INSTANCE.waitName(methods.registerCall("jtracer", "jtracer waits for a buffer"));
        if (options.sampledCalls().dropsAny()) {
            CallSample.begin(options.sampledCalls().oneOf());
        }
        CallbackOptions callbacks = options.callbacks();
        if (callbacks.policy() != CallbackPolicy.OFF) {
            LambdaLink.maker(new WrapperWriter());
            CallbackRuns.limit(callbacks.mostRuns());
            TaskTracer.initialize();
        }
        if (!options.args().isEmpty()) {
            BootstrapDefinition.defineValues();
            ValueConnection.begin(methods, options.argsToString());
        }
    }

    /** Creates the weaver of requests and statements; null if the option context= names none. */
    static @Nullable ContextWeaver context(
            List<String> context, TracerThreads threads, WeaveCounters counters, Report report) {
        if (context.isEmpty()) {
            return null;
        }
        ContextPreparation preparation = new ContextPreparation(
                new Executor() {
                    @Override
                    public void execute(Runnable work) {
                        threads.create("jtracer-context", work).start();
                    }
                },
                new Runnable() {
                    @Override
                    public void run() {
                        BootstrapDefinition.defineContext();
                    }
                },
                report);
        Runnable logDefinition = new Runnable() {
            @Override
            public void run() {
                BootstrapDefinition.defineLog();
            }
        };
        return new ContextWeaver(
                context.contains("http"),
                context.contains("jdbc"),
                context.contains("log") ? logDefinition : null,
                preparation,
                counters);
    }
}
