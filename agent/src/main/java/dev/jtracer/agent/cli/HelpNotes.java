// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli;

import java.util.List;

/** The paragraphs on a command, for its help and the manual page: what its description and its options leave open. */
final class HelpNotes {
    private static final String WRITERS = """
            The format is that of -f, else of the name after -o, with .gz behind it \
            compressed; help formats lists all. Files that exist are never overwritten.""";

    private HelpNotes() {}

    /** Returns the paragraphs on a command; none if there is no more to say. */
    static List<String> of(String command) {
        String notes =
                switch (command) {
                    case "attach" -> """
                            A JVM takes the tracer once, with options that stay as they are until it is \
                            detached. A method that is running is traced from its next call on. Lambdas \
                            created before show as methods 'lambda$...'.
                            JDK 21 and later print a warning when an agent is loaded; start the JVM with \
                            -XX:+EnableDynamicAgentLoading to hide it.""";
                    case "stop", "toggle" -> """
                            The totals go to this terminal; the application's stderr gets one line when the \
                            file is complete. If the file cannot be written, or the JVM ends before it is \
                            complete, the exit code is 4, and stderr has the command that makes the trace of \
                            what is left.""";
                    case "status" -> """
                            Six lines, and one for each further counter that is not zero. 'events' is the \
                            number of records of all recordings, two a call. JMX has all counters as the \
                            attribute Status of dev.jtracer:type=Tracer.""";
                    case "run" -> """
                            stdin, stdout, stderr and the exit code are the program's; stderr ends with its \
                            files and the command that reads them. TERM, INT and HUP end the program with \
                            TERM. The program's own -Djtracer.KEY=VALUE are options, too. Other programs than \
                            java take the agent from JAVA_TOOL_OPTIONS.""";
                    case "list" -> """
                            Columns: process id, user, version of Java, state (not traced, traced, recording, \
                            or not readable for those of other users) and main class. Attaches to none. Needs \
                            Linux; elsewhere, use jps -l.""";
                    case "doctor" -> """
                            Checks of a JVM: whether tools may attach, version, options in the way, other \
                            agents, containers, whether a class is woven, lost records, disk space. The exit \
                            code is 1 if there is a problem.""";
                    case "config" -> """
                            The source of a value is an argument, a system property, an environment variable, \
                            the file of config=, or the default; the first of these that is set wins.""";
                    case "top" -> """
                            Keys: s t c p n sort by self time, total time, calls, 99th percentile or name; q \
                            quits. A call counts when it ends: one of 10 s is 500 % of the last 2 s. The first \
                            table counts from the begin of the totals. Without a terminal, tables follow each \
                            other as plain text.""";
                    case "report" -> """
                            Reads every file that convert reads, and directories; several files become one \
                            report. --json has times in nanoseconds.
                            --partial makes a small file where a recording is; --merge adds such files up, as \
                            if all recordings were read at once. Name all files of a recording in one call, \
                            and use one --top for all.
                            --svg shows a recording of up to 200 ms as a whole, and the slowest call of a \
                            longer one.""";
                    case "view" -> """
                            The page may read from port 9001 of this computer alone, so that port must be \
                            free. It runs in the browser: the trace is not uploaded. Chrome asks whether the \
                            page may access the local network: allow it. Safari lets no page read from this \
                            computer: drag the file onto the page. Over SSH, forward the port with \
                            ssh -L 9001:127.0.0.1:9001 HOST, and open the link at home.
                            Behind a proxy that only the browser knows, use --online.""";
                    case "convert" -> WRITERS + """

                            Several files become one trace with aligned clocks. Reads recordings, Chrome JSON, \
                            gzip, zip, HTML reports, collapsed stacks and JFR. Ctrl-C removes incomplete files.""";
                    case "cut" -> WRITERS + """

                            Either --from or --to may be missing. A call that is open at a border is begun or \
                            ended there: 'cont' and 'unfinished' mark it. Times stay those of the whole trace.""";
                    case "split" -> WRITERS + """

                            Each part opens alone, because it begins with the calls that are open there. \
                            combine makes the whole trace again.""";
                    case "combine" -> WRITERS + """

                            stderr shows by how much the times of each file were moved, and by which clock.""";
                    case "diff" -> """
                            Record at least five times a side, alternating, so that both meet the same load. A \
                            method is judged by its self time; recordings of one side show how much is noise. \
                            With one file a side, '--' may be left out. A directory stands for its recordings.""";
                    default -> "";
                };
        return notes.isEmpty() ? List.of() : List.of(notes.split("\n", -1));
    }
}
