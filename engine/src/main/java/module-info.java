// SPDX-License-Identifier: Apache-2.0

/** Reads, writes and analyses traces in Chrome's event format. */
module dev.jtracer.engine {
    requires com.fasterxml.jackson.core;
    requires org.slf4j;
    requires static transitive org.jspecify;

    exports dev.jtracer.engine.event;
    exports dev.jtracer.engine.chrome;
    exports dev.jtracer.engine.pairing;
    exports dev.jtracer.engine.handler;
    exports dev.jtracer.engine.model;
    exports dev.jtracer.engine.aggregate;
}
