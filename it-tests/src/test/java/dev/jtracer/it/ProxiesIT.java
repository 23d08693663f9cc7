// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it;

import static dev.jtracer.it.harness.TraceAssert.assertSameBehaviour;
import static dev.jtracer.it.harness.TraceAssert.assertTotalsMatch;
import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.it.app.Proxies;
import dev.jtracer.it.harness.JvmCommand;
import dev.jtracer.it.harness.JvmProcess;
import dev.jtracer.it.harness.JvmResult;
import dev.jtracer.it.harness.Jvms;
import dev.jtracer.it.harness.StrictTrace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Calls of an included interface through the JDK's proxies, and classes that frameworks generate. */
class ProxiesIT {
    private static final String NAME = Proxies.class.getName();
    /** The program's interfaces without those that stand for a library's. */
    /** The program without the types that stand for a library's. */
    private static final String INCLUDE =
            "include=" + NAME + ",exclude=" + NAME + ".Source;" + NAME + ".Audited;" + NAME + ".Handler";

    private static final String CALLS = """
            Proxies.main
              Proxies.proxy
              Proxies.call
                Proxies$Repository.find
                Proxies$Repository.get
                Proxies$Repository.describe
                  Proxies$Repository.describe
                Proxies$Repository.map
                  Proxies$Repository.map[0] callback
                Proxies$Repository.fail threw
                Proxies.proxy
                Proxies$Hidden.secret
                Proxies.proxy
                Proxies$Orders.place
            """;

    @RegisterExtension
    final Jvms jvms = new Jvms();

    @Test
    void includedInterface_namesTheCallsOfItsProxies() {
        JvmCommand app = jvms.app(Proxies.class).jvm("-Xverify:all").agent(INCLUDE);

        JvmResult traced = app.run();

        assertSameBehaviour(traced, app.runUntraced());
        StrictTrace trace = traced.trace();
        assertThat(tree(trace)).isEqualTo(CALLS);
        assertTotalsMatch(traced, trace);
    }

    @Test
    void generatedSubclass_isTracedOnRequest() {
        JvmResult traced =
                jvms.app(Proxies.class).agent(INCLUDE + ",proxies=show").run();

        assertThat(tree(traced.trace())).isEqualTo(CALLS.replace("    Proxies$Orders.place\n", """
                            Proxies$$SpringCGLIB$$0.place
                              Proxies$Orders.place
                        """));
    }

    @Test
    void methodOfTheInterface_canBeIncludedAlone() {
        JvmResult traced = jvms.app(Proxies.class)
                .agent("include=" + NAME + ".Repository#find;" + NAME + ".Repository#fail")
                .run();

        assertThat(tree(traced.trace())).isEqualTo("Proxies$Repository.find\nProxies$Repository.fail threw\n");
    }

    @Test
    void proxiesMadeBefore_areTracedAfterAnAttachAndNotAfterADetach() {
        JvmProcess app = jvms.app(Proxies.class, "wait").start();
        String pid = Long.toString(app.pid());
        app.awaitStdout("ready");

        JvmResult attached = jvms.jtracer("attach", pid, INCLUDE).run();
        app.send("repository");
        app.awaitStdout("placed");
        JvmResult detached = jvms.jtracer("detach", pid).run();
        app.send("repository");
        JvmResult result = app.awaitExit();

        assertThat(attached.exitCode()).as(attached.stderr()).isZero();
        assertThat(detached.exitCode()).as(detached.stderr()).isZero();
        assertThat(result.trace().count(NAME + "$Repository.find")).isEqualTo(1);
        assertThat(result.stdout().lines().filter(line -> line.equals("find get invoked, described [1, 2]")))
                .hasSize(2);
    }

    private static String tree(StrictTrace trace) {
        return trace.tree("main").replace("dev.jtracer.it.app.", "");
    }
}
