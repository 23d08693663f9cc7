// SPDX-License-Identifier: Apache-2.0

/** Events of traces, the pairing of begins and ends, and the handlers that analyse them. */
@SuppressWarnings("module") // json is for modules that are compiled after this one
module dev.jtracer.engine.trace {
    requires com.fasterxml.jackson.core;
    requires org.slf4j;
    requires static transitive org.jspecify;

    exports dev.jtracer.engine.prefetch;
    exports dev.jtracer.engine.event;
    exports dev.jtracer.engine.json to
            dev.jtracer.engine.formats,
            dev.jtracer.engine.report;
    exports dev.jtracer.engine.pairing;
    exports dev.jtracer.engine.handler;
    exports dev.jtracer.engine.handler.call;
    exports dev.jtracer.engine.handler.counter;
    exports dev.jtracer.engine.handler.density;
    exports dev.jtracer.engine.handler.flow;
    exports dev.jtracer.engine.handler.meta;
    exports dev.jtracer.engine.handler.object;
    exports dev.jtracer.engine.handler.path;
    exports dev.jtracer.engine.handler.request;
    exports dev.jtracer.engine.handler.sample;
    exports dev.jtracer.engine.handler.timing;
    exports dev.jtracer.engine.handler.totals;
    exports dev.jtracer.engine.handler.warning;
    exports dev.jtracer.engine.handler.web;
    exports dev.jtracer.engine.handler.window;
    exports dev.jtracer.engine.model;
    exports dev.jtracer.engine.text;
}
