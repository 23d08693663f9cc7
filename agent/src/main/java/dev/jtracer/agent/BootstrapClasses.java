// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent;

import java.util.List;

/**
 * The lists of the classes of the bootstrap loader that only some starts need. Names are relative to the package
 * dev.jtracer.
 */
final class BootstrapClasses {
    /** The classes that are needed for the context of requests alone; a superclass comes before its subclass. */
    static final List<String> CONTEXT = List.of(
            "bootstrap/context/AsyncRequest",
            "bootstrap/context/AsyncRequest$Entry",
            "bootstrap/context/CallTracer",
            "bootstrap/context/ContextNames",
            "bootstrap/context/ContextNames$Namer",
            "bootstrap/context/ContextTracer",
            "bootstrap/context/LibraryTypes",
            "bootstrap/context/NettyConnection",
            "bootstrap/context/NettyRead",
            "bootstrap/context/NettyTracer",
            "bootstrap/context/OpenContext",
            "bootstrap/context/OpenContext$Level",
            "bootstrap/context/PreparedTexts",
            "bootstrap/context/PreparedTexts$Entry",
            "bootstrap/context/RequestEnd",
            "bootstrap/context/RequestPath",
            "bootstrap/context/RequestReader",
            "bootstrap/context/RequestReader$Maker",
            "bootstrap/context/RequestReaders",
            "bootstrap/context/RequestReaders$None",
            "bootstrap/context/SentRequest",
            "bootstrap/context/ServedCalls",
            "bootstrap/context/ServedRequest",
            "bootstrap/context/SqlText",
            "bootstrap/context/StatementTexts",
            "bootstrap/context/StatementTexts$Text",
            "bootstrap/context/TraceIds",
            "bootstrap/context/TraceIds$Entry",
            "bootstrap/context/UndertowTracer",
            "bootstrap/context/UndertowTracer$Entry",
            "bootstrap/context/UrlCalls",
            "bootstrap/context/WeakTable");

    /** The same for the class that the contexts of logs call, which many programs have that serve no requests. */
    static final List<String> LOG = List.of("bootstrap/context/LogTracer");

    /** The same for the classes that are needed for arguments and results alone. */
    static final List<String> VALUES = List.of(
            "bootstrap/value/ObjectText",
            "bootstrap/value/ValueText",
            "bootstrap/value/ValueTexts",
            "bootstrap/value/ValueTexts$Namer",
            "bootstrap/value/ValueTracer");

    private BootstrapClasses() {}
}
