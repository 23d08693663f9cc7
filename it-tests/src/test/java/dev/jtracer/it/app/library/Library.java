// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.app.library;

import java.util.List;

/** A library, a program that uses it, and the jars that the program needs. */
public enum Library {
    COMMONS_LANG(CommonsCallbacks.class, "org.apache.commons", org.apache.commons.lang3.StringUtils.class),
    GROOVY(GroovyScripts.class, "groovy;org.apache.groovy;org.codehaus.groovy", groovy.lang.Closure.class),
    GUAVA(
            GuavaCallbacks.class,
            "com.google",
            com.google.common.base.Splitter.class,
            com.google.common.util.concurrent.internal.InternalFutureFailureAccess.class),
    H2(H2Statements.class, "org.h2", org.h2.Driver.class),
    JACKSON(
            JacksonMapping.class,
            "com.fasterxml.jackson",
            com.fasterxml.jackson.core.JsonGenerator.class,
            com.fasterxml.jackson.annotation.JsonCreator.class,
            com.fasterxml.jackson.databind.ObjectMapper.class),
    JETTY(
            JettyRequests.class,
            "org.eclipse.jetty",
            org.eclipse.jetty.server.Server.class,
            org.eclipse.jetty.http.HttpStatus.class,
            org.eclipse.jetty.io.Content.class,
            org.eclipse.jetty.util.Callback.class,
            org.slf4j.Logger.class,
            org.slf4j.nop.NOPServiceProvider.class),
    KOTLIN_COROUTINES(
            KotlinCoroutines.class, "kotlin;kotlinx", kotlin.Unit.class, kotlinx.coroutines.CoroutineScope.class),
    LUCENE(LuceneSearch.class, "org.apache.lucene", org.apache.lucene.document.Document.class),
    NETTY(
            NettyEcho.class,
            "io.netty",
            io.netty.util.concurrent.Promise.class,
            io.netty.buffer.ByteBuf.class,
            io.netty.resolver.AddressResolver.class,
            io.netty.channel.Channel.class,
            io.netty.handler.codec.LineBasedFrameDecoder.class),
    REACTOR(
            ReactorStreams.class,
            "reactor",
            reactor.core.publisher.Flux.class,
            org.reactivestreams.Publisher.class,
            org.jspecify.annotations.Nullable.class),
    RXJAVA(
            RxStreams.class,
            "io.reactivex",
            io.reactivex.rxjava3.core.Flowable.class,
            org.reactivestreams.Publisher.class),
    SCALA(ScalaCallbacks.class, "scala", scala.Function1.class);

    private final Class<?> program;
    private final String packages;

    @SuppressWarnings("ImmutableEnumChecker") // List.of
    private final List<Class<?>> jars;

    Library(Class<?> program, String packages, Class<?>... jars) {
        this.program = program;
        this.packages = packages;
        this.jars = List.of(jars);
    }

    /** Returns the class whose main method uses the library, and prints the same at every run. */
    public Class<?> program() {
        return program;
    }

    /** Returns what to include to trace all of the library. */
    public String packages() {
        return packages;
    }

    /** Returns a class of each jar that the program needs. */
    public Class<?>[] jars() {
        return jars.toArray(new Class<?>[0]);
    }
}
