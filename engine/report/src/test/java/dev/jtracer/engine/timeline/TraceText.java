// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.timeline;

import dev.jtracer.engine.importer.TraceImport;
import dev.jtracer.engine.timeline.svg.TimelineSvg;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** A trace in Chrome's format, event by event. Times are in microseconds. */
final class TraceText {
    private final StringBuilder events = new StringBuilder(
            "[{\"ph\":\"M\",\"pid\":1,\"tid\":0,\"name\":\"process_name\",\"args\":{\"name\":\"app\"}}");
    private final Path directory;

    TraceText(Path directory) {
        this.directory = directory;
    }

    TraceText thread(int tid, String name) {
        return add("{'ph':'M','pid':1,'tid':%d,'name':'thread_name','args':{'name':'%s'}}", tid, name);
    }

    /** Begins a call. */
    TraceText begin(int tid, double micros, String name) {
        return add(
                "{'ph':'b','ts':%s,'pid':1,'tid':%d,'cat':'java','id2':{'local':'%x'},'name':'%s'}",
                micros, tid, tid, name);
    }

    TraceText end(int tid, double micros, String name) {
        return add(
                "{'ph':'e','ts':%s,'pid':1,'tid':%d,'cat':'java','id2':{'local':'%x'},'name':'%s'}",
                micros, tid, tid, name);
    }

    /** Adds a call without inner ones. */
    TraceText call(int tid, double start, double end, String name) {
        return begin(tid, start, name).end(tid, end, name);
    }

    TraceText pass(int tid, double micros, String name, int number) {
        return add(
                        "{'ph':'b','ts':%s,'pid':1,'tid':%d,'cat':'java','id2':{'local':'%x'},'name':'%s','bind_id':'0x%x','flow_out':true,'args':{'pass':true}}",
                        micros, tid, tid, name, number)
                .end(tid, micros, name);
    }

    TraceText run(int tid, double start, double end, String name, int number, boolean ambiguous) {
        return add(
                        "{'ph':'b','ts':%s,'pid':1,'tid':%d,'cat':'java','id2':{'local':'%x'},'name':'%s','bind_id':'0x%x','flow_in':true,'args':{'callback':true%s}}",
                        start, tid, tid, name, number, ambiguous ? ",'ambiguous':true" : "")
                .end(tid, end, name);
    }

    TraceText add(String event, Object... values) {
        events.append(",\n").append(String.format(Locale.ROOT, event, values).replace('\'', '"'));
        return this;
    }

    private Path file() throws IOException {
        return Files.writeString(directory.resolve("trace.json"), events + "]");
    }

    Survey survey() throws IOException {
        return survey(20);
    }

    Survey survey(int mostRoots) throws IOException {
        return TraceTimeline.survey(TraceImport.open(List.of(file())), mostRoots);
    }

    /** Returns the timeline between two times in microseconds. */
    Timeline timeline(double from, double to) throws IOException {
        TimelineWindow window = new TimelineWindow(Math.round(from * 1000), Math.round(to * 1000), null);
        return timeline(window, TimelineLimits.SVG);
    }

    Timeline timeline(TimelineWindow window, TimelineLimits limits) throws IOException {
        return TraceTimeline.timeline(TraceImport.open(List.of(file())), survey(), window, limits, name -> true);
    }

    String svg(double from, double to) throws IOException {
        return TimelineSvg.of(survey(), timeline(from, to));
    }
}
