// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent;

import java.util.List;

/** The list of the classes of the bootstrap loader. */
final class BootstrapClasses {
    /** Names relative to the package dev.jtracer. None of the classes extends another, so they can be defined in any order. */
    static final List<String> NAMES = List.of(
            "Tracer",
            "Tracer$Measurement",
            "bootstrap/AgentDoor",
            "bootstrap/AgentDoor$Agent",
            "bootstrap/AgentDoor$KeptNames",
            "bootstrap/CallFrames",
            "bootstrap/CallbackGroups",
            "bootstrap/CallbackKinds",
            "bootstrap/CallbackRuns",
            "bootstrap/CallbackTable",
            "bootstrap/CallbackTable$Entry",
            "bootstrap/CallbackTable$Page",
            "bootstrap/CallbackTable$Slots",
            "bootstrap/CallbackTracer",
            "bootstrap/CarrierThread",
            "bootstrap/Chunk",
            "bootstrap/ChunkChain",
            "bootstrap/ChunkPool",
            "bootstrap/CurrentFrames",
            "bootstrap/FreeChunks",
            "bootstrap/LossCounters",
            "bootstrap/MethodTracer",
            "bootstrap/OpenCalls",
            "bootstrap/OpenFrames",
            "bootstrap/Passing",
            "bootstrap/Passing$Kind",
            "bootstrap/PassingNumbers",
            "bootstrap/Passings",
            "bootstrap/PendingSites",
            "bootstrap/RecordLayout",
            "bootstrap/RecorderClasses",
            "bootstrap/RecorderFailures",
            "bootstrap/Records",
            "bootstrap/SpinLock",
            "bootstrap/ThreadBuffer",
            "bootstrap/ThreadBuffers",
            "bootstrap/ThreadBuffers$Entry",
            "bootstrap/TracerSwitch",
            "bootstrap/WaitingThreads",
            "bootstrap/lambda/LambdaLink",
            "bootstrap/lambda/LambdaTransformers",
            "bootstrap/lambda/WrapperClasses",
            "bootstrap/lambda/WrapperMaker",
            "bootstrap/lambda/Wrapping",
            "bootstrap/names/VirtualNames",
            "bootstrap/names/VirtualNames$Named",
            "bootstrap/sample/CallSample",
            "bootstrap/sample/SampleFigures",
            "bootstrap/sample/SampledCalls",
            "bootstrap/sample/StackMargin",
            "bootstrap/task/PoolOfCarriers",
            "bootstrap/task/StackRoom",
            "bootstrap/task/TaskKind",
            "bootstrap/task/TaskKind$Kinds",
            "bootstrap/task/TaskTracer");

    /** The same for the classes that are needed for the context of requests alone; a superclass comes before its subclass. */
    static final List<String> CONTEXT = List.of(
            "bootstrap/context/AsyncRequest",
            "bootstrap/context/AsyncRequest$Entry",
            "bootstrap/context/CallTracer",
            "bootstrap/context/ContextNames",
            "bootstrap/context/ContextNames$Namer",
            "bootstrap/context/ContextTracer",
            "bootstrap/context/EndLinks",
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
