// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it;

import static dev.jtracer.it.harness.TraceAssert.assertSameBehaviour;
import static dev.jtracer.it.harness.TraceAssert.assertTotalsMatch;
import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.it.app.kinds.AllKindsOfMethods;
import dev.jtracer.it.harness.JvmCommand;
import dev.jtracer.it.harness.JvmResult;
import dev.jtracer.it.harness.Jvms;
import dev.jtracer.it.harness.StrictTrace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class AllKindsIT {
    @RegisterExtension
    final Jvms jvms = new Jvms();

    @Test
    void everyKindOfMethod_isTracedOnce() {
        JvmCommand kinds = jvms.app(AllKindsOfMethods.class)
                .jvm("-Xverify:all")
                .agent("include=dev.jtracer.it.app.kinds,clinit=off,accessors=off");

        JvmResult traced = kinds.run();

        assertSameBehaviour(traced, kinds.runUntraced());
        StrictTrace trace = traced.trace();
        // A constructor's record begins after its super constructor has returned, so the two are siblings.
        assertThat(trace.tree("main").replace("dev.jtracer.it.app.kinds.", "")).isEqualTo("""
                        AllKindsOfMethods.main
                          AllKindsOfMethods.<init>
                          AllKindsOfMethods.instance
                          AllKindsOfMethods.guarded
                          AllKindsOfMethods.varargs
                          AllKindsOfMethods.bridged
                            Words.count
                          AllKindsOfMethods.main$lambda:34 callback
                          AllKindsOfMethods.main$lambda:36 callback
                            AllKindsOfMethods.instance
                          Square.<init>
                          Shape.describe
                            Square.area
                            Shape.size
                              Square.area
                          Shape.unit
                            Square.<init>
                          Square.area
                          Square.<init>
                          Square.scaled
                            Square.<init>
                          Square.toString
                          Level.<init>
                          Level$1.<init>
                          Level.<init>
                          Level$2.<init>
                          Level$1.next
                            Level.valueOf
                              Level.values
                          AllKindsOfMethods$Inner.<init>
                          AllKindsOfMethods$Inner.sum
                          AllKindsOfMethods.anonymous
                            AllKindsOfMethods$1.<init>
                          AllKindsOfMethods$1.get
                        """);
        assertTotalsMatch(traced, trace);
    }

    @Test
    void accessorsAndClinit_areTracedOnRequest() {
        JvmResult traced = jvms.app(AllKindsOfMethods.class)
                .jvm("-Xverify:all")
                .agent("include=dev.jtracer.it.app.kinds,clinit=on,accessors=on")
                .run();

        StrictTrace trace = traced.trace();
        assertThat(trace.count("dev.jtracer.it.app.kinds.Level.<clinit>")).isEqualTo(1);
        assertThat(trace.count("dev.jtracer.it.app.kinds.Words.<init>")).isEqualTo(1);
    }
}
