// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.weave;

import java.util.List;
import net.bytebuddy.jar.asm.Opcodes;
import org.jspecify.annotations.Nullable;

/**
 * The classes of the JDK through which tasks go from one thread to another, with the methods that are woven.
 *
 * <p>Each method exists in JDK 17 or in JDK 25. None of them is entered with a lock of a queue held.
 */
@SuppressWarnings("ImmutableEnumChecker") // the lists come from List.of, and hold records of strings
enum TaskClass {
    THREAD_POOL(
            "java/util/concurrent/ThreadPoolExecutor",
            List.of(new Entry("execute", "(Ljava/lang/Runnable;)V", 1, false, "execute[0]")),
            new Run("runWorker", "java/lang/Runnable", "run", "afterExecute", 2)),
    SCHEDULED_POOL(
            "java/util/concurrent/ScheduledThreadPoolExecutor",
            List.of(new Entry(
                    "delayedExecute", "(Ljava/util/concurrent/RunnableScheduledFuture;)V", 1, false, "schedule[0]")),
            null),
    FORK_JOIN_TASK(
            "java/util/concurrent/ForkJoinTask",
            List.of(new Entry("fork", "()Ljava/util/concurrent/ForkJoinTask;", 0, false, "fork[this]")),
            new Run("doExec", "java/util/concurrent/ForkJoinTask", "exec", "trySetException", 1)),
    FORK_JOIN_POOL(
            "java/util/concurrent/ForkJoinPool",
            List.of(
                    new Entry(
                            "externalSubmit",
                            "(Ljava/util/concurrent/ForkJoinTask;)Ljava/util/concurrent/ForkJoinTask;",
                            1,
                            true,
                            "submit[0]"),
                    new Entry( // since 22, for what is not called from outside of the pool
                            "poolSubmit",
                            "(ZLjava/util/concurrent/ForkJoinTask;)Ljava/util/concurrent/ForkJoinTask;",
                            2,
                            true,
                            "submit[0]"),
                    new Entry( // since 25
                            "scheduleDelayedTask",
                            "(Ljava/util/concurrent/DelayScheduler$ScheduledForkJoinTask;)"
                                    + "Ljava/util/concurrent/DelayScheduler$ScheduledForkJoinTask;",
                            1,
                            false,
                            "schedule[0]")),
            null);

    private static final String PACKAGE = "java/util/concurrent/";

    /** Name of the class, in internal form. */
    final String className;

    /** The methods that are given a task. A JDK has at least one of them. */
    final List<Entry> entries;

    /** The method that runs a task; null if another class has it. */
    final @Nullable Run run;

    TaskClass(String className, List<Entry> entries, @Nullable Run run) {
        this.className = className;
        this.entries = entries;
        this.run = run;
    }

    /**
     * A method that is given a task.
     *
     * @param variable the local variable with the task
     * @param isOfPool whether the method may be called on the pool that runs virtual threads
     * @param displayedName the name of its tasks: the public method and the number of the argument
     */
    record Entry(String method, String descriptor, int variable, boolean isOfPool, String displayedName) {}

    /**
     * A method that runs a task.
     *
     * @param owner the class of the called method
     * @param called the method that is called on the task
     * @param failing the method that is called after an exception of the task, in the handler
     * @param failingCall which of the calls of that method is the handler's, from 1
     */
    record Run(String method, String owner, String called, String failing, int failingCall) {
        boolean isCall(int opcode, String calledOwner, String name) {
            return opcode != Opcodes.INVOKESTATIC && calledOwner.equals(owner) && name.equals(called);
        }
    }

    /** Returns the class with a name in internal form; null for any other. */
    static @Nullable TaskClass of(String className) {
        if (className.startsWith(PACKAGE)) {
            for (TaskClass known : values()) {
                if (known.className.equals(className)) {
                    return known;
                }
            }
        }
        return null;
    }

    /** Returns the names of the tasks of each entry. */
    String[] displayedNames() {
        String[] names = new String[entries.size()];
        for (int i = 0; i < names.length; i++) {
            names[i] = entries.get(i).displayedName();
        }
        return names;
    }
}
