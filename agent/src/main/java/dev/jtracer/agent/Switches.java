// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent;

import dev.jtracer.agent.config.AgentOptions.SwitchOptions;
import dev.jtracer.agent.config.OptionException;
import dev.jtracer.agent.config.ToggleSignals;
import dev.jtracer.agent.control.ApplicationCalls;
import dev.jtracer.agent.control.LateMBean;
import dev.jtracer.agent.control.SignalToggle;
import dev.jtracer.agent.control.Tracing;
import dev.jtracer.agent.output.Report;
import dev.jtracer.agent.thread.TracerThreads;
import java.lang.instrument.Instrumentation;
import org.jspecify.annotations.Nullable;

/** The ways to start and stop recordings: a signal, calls of {@code dev.jtracer.Tracer}, and JMX. */
final class Switches {
    private Switches() {}

    /** Opens all ways that the options allow. Returns the signal that starts and stops; null if there is none. */
    static @Nullable String open(
            SwitchOptions options,
            TracerThreads threads,
            Tracing tracing,
            TracerRemoval removal,
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
                removal.signal(SignalToggle.install(signal, threads, new Runnable() {
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
            new ApplicationCalls(tracing, removal).listen(instrumentation, attached);
        } catch (ReflectiveOperationException e) {
            report.say("calls of dev.jtracer.Tracer are not heard (" + e + ")");
        }
        if (options.jmx()) {
            LateMBean bean = new LateMBean(threads, tracing, removal, report);
            removal.bean(bean);
            bean.start();
        }
        return signal;
    }
}
