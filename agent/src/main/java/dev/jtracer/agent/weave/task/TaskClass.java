// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.weave.task;

import dev.jtracer.agent.config.AgentOptions.TaskPolicy;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.bytebuddy.jar.asm.Opcodes;
import org.jspecify.annotations.Nullable;

/**
 * The classes through which tasks go from one thread to another, with the methods that are woven: executors of the
 * JDK, and those of libraries that are not built on the JDK's.
 *
 * <p>Not every version of the JDK or of a library has each method. None of them is entered with a lock of a queue
 * held.
 */
@SuppressWarnings("ImmutableEnumChecker") // the lists come from List.of, and hold records of strings
public enum TaskClass {
    THREAD_POOL("java/util/concurrent/ThreadPoolExecutor", Run.LOOP, Entry.EXECUTE),
    /** The policy that a rejected task runs on the thread that passes it. Policies of the program are not known. */
    CALLER_RUNS(
            "java/util/concurrent/ThreadPoolExecutor$CallerRunsPolicy",
            Run.ofCall("rejectedExecution", Run.TASK, "run", null, 0).anywhere()),
    SCHEDULED_POOL(
            "java/util/concurrent/ScheduledThreadPoolExecutor",
            Entry.of("delayedExecute(Ljava/util/concurrent/RunnableScheduledFuture;)V", "schedule[0]")),
    FORK_JOIN_TASK(
            "java/util/concurrent/ForkJoinTask",
            Run.ofCall("doExec", "java/util/concurrent/ForkJoinTask", "exec", "trySetException", 1),
            Entry.of(Kind.PLAIN, 0, "fork()Ljava/util/concurrent/ForkJoinTask;", "fork[this]")),
    /** The second method, since 22, is for what is not called from outside of the pool; the third exists since 25. */
    FORK_JOIN_POOL(
            "java/util/concurrent/ForkJoinPool",
            Entry.of(
                    Kind.OF_POOL,
                    1,
                    "externalSubmit(" + Entry.FORK_JOIN_TASK + ")" + Entry.FORK_JOIN_TASK,
                    "submit[0]"),
            Entry.of(Kind.OF_POOL, 2, "poolSubmit(Z" + Entry.FORK_JOIN_TASK + ")" + Entry.FORK_JOIN_TASK, "submit[0]"),
            Entry.of("scheduleDelayedTask(" + Entry.DELAYED_TASK + ")" + Entry.DELAYED_TASK, "schedule[0]")),
    TIMER("java/util/Timer", Entry.of("sched(Ljava/util/TimerTask;JJ)V", "schedule[0]")),
    TIMER_THREAD("java/util/TimerThread", Run.ofCall("mainLoop", "java/util/TimerTask", "run", null, 0)),
    /** A stage that waits for a future. Whoever completes the future submits the stage as a task. */
    FUTURE(
            "java/util/concurrent/CompletableFuture",
            Entry.of(Kind.WAITING, 1, "unipush(L" + Run.STAGE + ";)V", "stage"),
            Entry.ofTwoFutures("bipush"),
            Entry.ofTwoFutures("orpush")),
    /** Passes a task after a time, in a task of its own. */
    FUTURE_DELAY("java/util/concurrent/CompletableFuture$DelayedExecutor", Entry.EXECUTE),
    FUTURE_STAGE(Run.STAGE, Run.ofThis(Run.STAGE, "tryFire", "tryFire")),
    /** {@code CompletableFuture}'s own, where the common pool has a single thread; until 24, as are the next two. */
    FUTURE_THREADS("java/util/concurrent/CompletableFuture$ThreadPerTaskExecutor", Entry.EXECUTE),
    FUTURE_SUPPLY(
            "java/util/concurrent/CompletableFuture$AsyncSupply",
            Run.ofThis("java/util/function/Supplier", "get", "postComplete")),
    FUTURE_RUN("java/util/concurrent/CompletableFuture$AsyncRun", Run.ofThis(Run.TASK, "run", "postComplete")),

    /** Its own copy of the JDK's class, since 9.0.57 and 10.0.15; a subclass of the JDK's before. */
    TOMCAT_POOL("org/apache/tomcat/util/threads/ThreadPoolExecutor", Run.LOOP, Entry.EXECUTE),
    /**
     * The task that serves what has arrived on a connection. It is passed by whatever answers the request
     * before, and goes on with the next one.
     */
    TOMCAT_CONNECTION(
            "org/apache/tomcat/util/net/AbstractEndpoint",
            Run.ofNoTask(
                    "processSocket",
                    "(Lorg/apache/tomcat/util/net/SocketWrapperBase;Lorg/apache/tomcat/util/net/SocketEvent;Z)Z")),
    JETTY_POOL(
            "org/eclipse/jetty/util/thread/QueuedThreadPool",
            Run.ofBody("runJob", "(Ljava/lang/Runnable;)V", 1),
            Entry.EXECUTE),
    NETTY_EVENT_LOOP("io/netty/util/concurrent/SingleThreadEventExecutor", Entry.ADD_TASK),
    NETTY_GLOBAL_EXECUTOR("io/netty/util/concurrent/GlobalEventExecutor", Entry.ADD_TASK),
    NETTY_SCHEDULE(
            "io/netty/util/concurrent/AbstractScheduledEventExecutor",
            Entry.of(
                    "schedule(Lio/netty/util/concurrent/ScheduledFutureTask;)Lio/netty/util/concurrent/ScheduledFuture;",
                    "schedule[0]")),
    /** Since 4.1.64. */
    NETTY_RUN("io/netty/util/concurrent/AbstractEventExecutor", Run.ofBody("runTask", "(Ljava/lang/Runnable;)V", 0)),
    /** The ordered tasks of {@code executeBlocking}: a task of the worker pool runs several of these. */
    VERTX_QUEUE(
            "io/vertx/core/impl/TaskQueue",
            Run.ofCall("run", Run.TASK, "run", "error", 1),
            Entry.of("execute(Ljava/lang/Runnable;Ljava/util/concurrent/Executor;)V", "execute[0]")),
    /** The second method exists since 1.9. */
    COROUTINES(
            "kotlinx/coroutines/scheduling/CoroutineScheduler",
            Run.ofBody("runSafely", "(Lkotlinx/coroutines/scheduling/Task;)V", 1),
            Entry.of(
                    Kind.COPYING,
                    1,
                    "dispatch(Ljava/lang/Runnable;Lkotlinx/coroutines/scheduling/TaskContext;Z)V",
                    "dispatch[0]"),
            Entry.of(Kind.COPYING, 1, "dispatch(Ljava/lang/Runnable;ZZ)V", "dispatch[0]")),
    /** {@code Dispatchers.IO}, since 1.7: a task of the scheduler runs several of these. */
    LIMITED_COROUTINES(
            "kotlinx/coroutines/internal/LimitedDispatcher",
            Entry.of(
                    Kind.COPYING,
                    2,
                    "dispatch(Lkotlin/coroutines/CoroutineContext;Ljava/lang/Runnable;)V",
                    "dispatch[1]")),
    LIMITED_COROUTINES_RUN(
            "kotlinx/coroutines/internal/LimitedDispatcher$Worker",
            Run.ofCall("run", Run.TASK, "run", "handleCoroutineException", 1)),

    /**
     * Coroutines that wait: each goes on after the point where it was suspended. Whoever resumes it, such as the
     * holder of a mutex or the sender of an item, passes it for another's sake.
     */
    WAITING_COROUTINES(
            "kotlinx/coroutines/CancellableContinuationImpl",
            Run.ofNoTask("dispatchResume", "(I)V"),
            Entry.of(Kind.WAITING, 0, "getResult()Ljava/lang/Object;", "resume")),

    /** The channels of gRPC, which may run a task on the thread that passes it, as may the next three. */
    GRPC_QUEUE(
            "io/grpc/internal/SerializingExecutor",
            Run.ofCall("run", Run.TASK, "run", "log", 1).anywhere(),
            Entry.EXECUTE),
    GRPC_CONTEXT(
            "io/grpc/SynchronizationContext",
            Run.ofCall("drain", Run.TASK, "run", "uncaughtException", 1).anywhere(),
            Entry.of("executeLater(Ljava/lang/Runnable;)V", "execute[0]")),
    /** Since 23.1. The first task in the queue is in an object of its own, made with the queue's lock held. */
    GUAVA_QUEUE("com/google/common/util/concurrent/SequentialExecutor", Entry.EXECUTE),
    GUAVA_QUEUE_RUN(
            "com/google/common/util/concurrent/SequentialExecutor$QueueWorker",
            Run.ofCall("workOnQueue", Run.TASK, "run", "log", 1).anywhere()),
    GUAVA_QUEUE_FIRST("com/google/common/util/concurrent/SequentialExecutor$1", Run.ofWrapper("val$task")),
    RX_QUEUE(
            "io/reactivex/rxjava3/internal/schedulers/ExecutorScheduler$ExecutorWorker",
            Entry.of("schedule(Ljava/lang/Runnable;)Lio/reactivex/rxjava3/disposables/Disposable;", "schedule[0]")),
    RX_QUEUE_RUN(
            "io/reactivex/rxjava3/internal/schedulers/ExecutorScheduler$ExecutorWorker$BooleanRunnable",
            Run.ofWrapper("actual")),
    /**
     * {@code boundedElastic} on virtual threads, since 3.6. Whoever submits a task or ends one starts the thread of
     * the queue's next task, which may be another request's.
     */
    REACTOR_QUEUE(
            "reactor/core/scheduler/BoundedElasticThreadPerTaskScheduler$SequentialThreadPerTaskExecutor",
            Run.ofNoTask("drain", "()V"),
            Entry.of(
                    "schedule(Ljava/lang/Runnable;Lreactor/core/Disposable$Composite;)Lreactor/core/Disposable;",
                    "schedule[0]"),
            Entry.of(
                    "schedule(Ljava/lang/Runnable;JLjava/util/concurrent/TimeUnit;Lreactor/core/Disposable$Composite;)"
                            + "Lreactor/core/Disposable;",
                    "schedule[0]")),
    REACTOR_QUEUE_RUN(
            "reactor/core/scheduler/BoundedElasticThreadPerTaskScheduler$SchedulerTask",
            Run.ofCall("run", Run.TASK, "run", "handleError", 1)),
    /** The tasks are messages to actors. */
    PEKKO_MESSAGES("org/apache/pekko/dispatch/Dispatcher", Entry.ofMessage("org/apache/pekko/")),
    PEKKO_ACTOR("org/apache/pekko/actor/ActorCell", Run.ofMessage("org/apache/pekko/")),
    AKKA_MESSAGES("akka/dispatch/Dispatcher", Entry.ofMessage("akka/")),
    AKKA_ACTOR("akka/actor/ActorCell", Run.ofMessage("akka/")),
    /** The workers of Quarkus, WildFly and Undertow, since 2.3. */
    JBOSS_POOL("org/jboss/threads/EnhancedQueueExecutor", Entry.EXECUTE),
    JBOSS_POOL_RUN("org/jboss/threads/EnhancedQueueExecutor$Task", Run.ofWrapper("delegate")),
    /** The event loops of Undertow. */
    XNIO_LOOP(
            "org/xnio/nio/WorkerThread",
            Run.ofBody("safeRun", "(Ljava/lang/Runnable;)V", 0),
            Entry.EXECUTE,
            Entry.of(
                    "executeAfter(Ljava/lang/Runnable;JLjava/util/concurrent/TimeUnit;)Lorg/xnio/XnioExecutor$Key;",
                    "executeAfter[0]")),

    /** Since 21. The task is the thread itself. */
    VIRTUAL_THREAD(
            "java/lang/VirtualThread",
            new Run(
                    "run",
                    "(Ljava/lang/Runnable;)V",
                    0,
                    null,
                    "java/lang/VirtualThread",
                    "runWith",
                    "runWith",
                    "dispatchUncaughtException",
                    1,
                    Runner.TASK),
            Entry.of(Kind.PLAIN, 0, "start(Ljdk/internal/vm/ThreadContainer;)V", "start[this]")),
    /** Runs the tasks of executors that start a thread for each. Since 21, virtual threads use its method, too. */
    THREAD(
            "java/lang/Thread",
            Run.ofCall(Runtime.version().feature() < 21 ? "run" : "runWith", Run.TASK, "run", null, 0)),
    SPRING_THREADS(
            "org/springframework/core/task/SimpleAsyncTaskExecutor",
            Entry.of("doExecute(Ljava/lang/Runnable;)V", "execute[0]"));

    /** The first without {@link #FUTURE_THREADS}. */
    private static final int JDK_WITHOUT_FUTURE_THREADS = 25;

    /** The class that makes all virtual threads, and no other class of the JDK's start. */
    private static final String THREAD_BUILDERS = "java/lang/ThreadBuilders";

    /** By internal name, and by the name with dots, so that a walk over all loaded classes converts none. */
    private static final Map<String, TaskClass> BY_NAME = new HashMap<>();

    static {
        boolean futures = Runtime.version().feature() < JDK_WITHOUT_FUTURE_THREADS;
        for (TaskClass known : values()) {
            if (futures || known != FUTURE_THREADS && known != FUTURE_SUPPLY && known != FUTURE_RUN) {
                BY_NAME.put(known.className, known);
                BY_NAME.put(known.className.replace('/', '.'), known);
            }
        }
    }

    /** Name of the class, in internal form. */
    public final String className;

    /** The methods that receive a task. Each version of the class has at least one of them, unless there are none. */
    final List<Entry> entries;

    /** The method that runs a task; null if another class has it. */
    final @Nullable Run run;

    TaskClass(String className, Entry... entries) {
        this(className, null, entries);
    }

    TaskClass(String className, @Nullable Run run, Entry... entries) {
        this.className = className;
        this.entries = List.of(entries);
        this.run = run;
    }

    /** The kinds of methods that receive a task. */
    enum Kind {
        PLAIN,
        /** May be called on the pool that runs virtual threads. */
        OF_POOL,
        /** The task runs a copy of the callback that it was made for, which therefore records no run. */
        COPYING,
        /** The task may be submitted to an executor later. */
        WAITING
    }

    /** The kinds of methods that run tasks. */
    enum Runner {
        TASK,
        /**
         * Runs one task after another. A thread that has begun it executes it as it is, so three more methods are
         * woven, which it calls: {@link #TAKE} for the next task, {@link #PREPARE} before its run, and {@link #END}.
         */
        LOOP,
        /** May run on the thread that submits the task, within its calls. */
        ANYWHERE;

        static final String TAKE = "getTask";
        static final String PREPARE = "beforeExecute";
        static final String END = "processWorkerExit";
    }

    /**
     * A method that receives a task.
     *
     * @param variable the local variable with the task
     * @param kind determines the entry point that is called
     * @param displayedName the name of its tasks: the public method and the number of the argument
     */
    record Entry(String method, String descriptor, int variable, Kind kind, String displayedName) {
        static final Entry EXECUTE = of("execute(Ljava/lang/Runnable;)V", "execute[0]");
        static final Entry ADD_TASK = of("addTask(Ljava/lang/Runnable;)V", "execute[0]");
        static final String FORK_JOIN_TASK = "Ljava/util/concurrent/ForkJoinTask;";
        static final String DELAYED_TASK = "Ljava/util/concurrent/DelayScheduler$ScheduledForkJoinTask;";

        /** Returns a method that receives a task as its first argument. */
        static Entry of(String method, String displayedName) {
            return of(Kind.PLAIN, 1, method, displayedName);
        }

        /** @param method name and descriptor */
        static Entry of(Kind kind, int variable, String method, String displayedName) {
            int descriptor = method.indexOf('(');
            return new Entry(
                    method.substring(0, descriptor), method.substring(descriptor), variable, kind, displayedName);
        }

        /** Returns the method of a future that receives a stage which waits for another future, too. */
        static Entry ofTwoFutures(String method) {
            String future = "Ljava/util/concurrent/CompletableFuture";
            return new Entry(method, "(" + future + ";" + future + "$BiCompletion;)V", 2, Kind.WAITING, "stage");
        }

        /** Returns the method of a dispatcher that receives a message to an actor. */
        static Entry ofMessage(String root) {
            String descriptor = "(L" + root + "actor/ActorCell;L" + root + "dispatch/Envelope;)V";
            return new Entry("dispatch", descriptor, 2, Kind.PLAIN, "dispatch[1]");
        }
    }

    /**
     * A method that runs a task.
     *
     * @param descriptor null if no other method has the name
     * @param variable the local variable with the task, or with the object that has it in a field; {@link #ON_STACK}
     *     if the called method is one of the task's, {@link #NO_TASK} if what is passed within the method is of
     *     any cause
     * @param field the field with the task, of type {@code Runnable}; null for none
     * @param owner the class of the called method; null if the whole method is the task's run
     * @param called the method that runs the task
     * @param last the method whose return ends the run: the called one, or one that completes a future
     * @param failing the method that is called after an exception of the task, in the handler; null if there is none
     * @param failingCall which of the calls of that method is the handler's, from 1
     * @param runner determines the entry point that begins a run
     */
    record Run(
            String method,
            @Nullable String descriptor,
            int variable,
            @Nullable String field,
            @Nullable String owner,
            @Nullable String called,
            @Nullable String last,
            @Nullable String failing,
            int failingCall,
            Runner runner) {
        static final String TASK = "java/lang/Runnable";
        static final String STAGE = "java/util/concurrent/CompletableFuture$Completion";
        static final int ON_STACK = -1;
        static final int NO_TASK = -2;

        /** The method that a pool's threads execute. */
        static final Run LOOP =
                new Run("runWorker", null, ON_STACK, null, TASK, "run", "run", "afterExecute", 2, Runner.LOOP);

        static Run ofCall(String method, String owner, String called, @Nullable String failing, int failingCall) {
            return new Run(method, null, ON_STACK, null, owner, called, called, failing, failingCall, Runner.TASK);
        }

        static Run ofBody(String method, String descriptor, int variable) {
            return new Run(method, descriptor, variable, null, null, null, null, null, 0, Runner.TASK);
        }

        /** Returns a method whose calls pass tasks of any cause. */
        static Run ofNoTask(String method, String descriptor) {
            return ofBody(method, descriptor, NO_TASK);
        }

        /** Returns the method {@code run} of a task, which calls what it was made for. */
        static Run ofThis(String owner, String called, String last) {
            return new Run("run", "()V", 0, null, owner, called, last, null, 0, Runner.TASK);
        }

        /** Returns the method {@code run} of an object that has the task in a field. */
        static Run ofWrapper(String field) {
            return new Run("run", "()V", 0, field, null, null, null, null, 0, Runner.ANYWHERE);
        }

        /** Returns the method of an actor that handles a message. */
        static Run ofMessage(String root) {
            return ofBody("invoke", "(L" + root + "dispatch/Envelope;)V", 1).anywhere();
        }

        Run anywhere() {
            return new Run(
                    method, descriptor, variable, field, owner, called, last, failing, failingCall, Runner.ANYWHERE);
        }

        boolean isMethod(String name, String itsDescriptor) {
            // The class of virtual threads has two methods of this name, one of which takes the task.
            return name.equals(method) && (descriptor == null || descriptor.equals(itsDescriptor));
        }

        boolean isCall(int opcode, String calledOwner, String name) {
            return opcode != Opcodes.INVOKESTATIC && calledOwner.equals(owner) && name.equals(called);
        }

        /** Returns whether the whole method is the task's run. */
        boolean isWholeMethod() {
            return called == null;
        }

        boolean isLoop() {
            return runner == Runner.LOOP;
        }

        /**
         * Returns whether the method receives a handler: an exception that it does not catch, or throws again, leaves
         * it, and the thread may go on.
         */
        boolean needsHandler() {
            return isWholeMethod() || runner == Runner.ANYWHERE;
        }

        /** Returns the least number of points in the methods that are woven. */
        int parts() {
            int ofMethod = isWholeMethod() ? 1 : failing == null ? 2 : 3;
            return isLoop() ? ofMethod + 3 : ofMethod;
        }
    }

    /** Returns the class with a name, in internal form or with dots; null for any other. */
    public static @Nullable TaskClass of(String className, TaskPolicy policy) {
        TaskClass known = policy == TaskPolicy.OFF ? null : BY_NAME.get(className);
        return known == null || known.startsThreads() && policy != TaskPolicy.ALL ? null : known;
    }

    /**
     * Returns the name, with dots, of the JDK's class that has to be woven because a program loads a class; null for
     * most. The JVM loads it before any agent.
     */
    public static @Nullable String neededWith(String className, TaskPolicy policy) {
        if (policy != TaskPolicy.ALL) {
            return null;
        }
        return className.equals(THREAD_BUILDERS)
                ? "java.lang.VirtualThread"
                : className.equals(SPRING_THREADS.className) ? "java.lang.Thread" : null;
    }

    private boolean startsThreads() {
        return this == VIRTUAL_THREAD || this == THREAD || this == SPRING_THREADS;
    }

    /** Returns whether a name is that of a class of the JDK that is woven wherever it is loaded. */
    public static boolean isOfJdk(String className, TaskPolicy policy) {
        TaskClass known = of(className, policy);
        return known != null && known.isOfJdk() && !known.startsThreads();
    }

    /** Returns whether the bootstrap loader defines the class, and not a loader of the application's. */
    public boolean isOfJdk() {
        return className.startsWith("java/");
    }

    public boolean hasLoop() {
        return run != null && run.isLoop();
    }

    /** Returns the names of the tasks of each entry; without entries a name that identifies the runs. */
    public String[] displayedNames() {
        if (entries.isEmpty()) {
            return new String[] {run == null ? "" : run.method()};
        }
        String[] names = new String[entries.size()];
        for (int i = 0; i < names.length; i++) {
            names[i] = entries.get(i).displayedName();
        }
        return names;
    }
}
