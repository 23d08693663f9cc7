// SPDX-License-Identifier: Apache-2.0

/** Reads, writes and analyses traces in Chrome's event format. */
module dev.jtracer.engine {
    requires com.fasterxml.jackson.core;
    requires org.slf4j;
    requires static org.jspecify;
}
