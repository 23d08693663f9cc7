// SPDX-License-Identifier: Apache-2.0

/** Reports, comparisons and timelines of traces, and the engine's entry point. */
module dev.jtracer.engine.report {
    requires transitive dev.jtracer.engine.formats;
    requires static transitive org.jspecify;

    exports dev.jtracer.engine;
    exports dev.jtracer.engine.merge;
    exports dev.jtracer.engine.timeline;
    exports dev.jtracer.engine.timeline.svg;
    exports dev.jtracer.engine.diff;
    exports dev.jtracer.engine.report;
    exports dev.jtracer.engine.report.html;
    exports dev.jtracer.engine.report.section;
}
