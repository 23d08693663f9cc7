// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.weave.context;

import dev.jtracer.agent.weave.WeaveCounters;
import dev.jtracer.agent.weave.code.MethodTable;
import dev.jtracer.bootstrap.context.ContextTracer;
import dev.jtracer.bootstrap.context.LogTracer;
import dev.jtracer.bootstrap.context.RequestReader;
import java.util.function.ToIntFunction;

/** The connection of the recorder for requests and statements with the agent. Its classes must be defined before. */
record ContextConnection(MethodTable table) implements ToIntFunction<String> {
    /** Connects, and loads and initialises all classes that weaving and woven methods need. */
    static void begin(MethodTable table) {
        ContextConnection names = new ContextConnection(table);
        names.applyAsInt("[statement]SQL (text dropped)");
        ContextTracer.initialize();
        RequestReaderWriter readers = new RequestReaderWriter();
        RequestReaderWriter.classFile("WarmUp", RequestReader.JDK_SERVER);
        ContextClass sample = ContextClass.read(ContextClass.sample(), new ContextMethods(true, true));
        if (sample != null) {
            sample.weave(new WeaveCounters());
        }
        ContextTracer.connect(names, readers);
        LogTracer.prepared();
    }

    static void end() {
        ContextTracer.connect(null, null);
    }

    @Override
    public int applyAsInt(String name) {
        return table.registerCall("request context", name);
    }
}
