// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.exporter.trace;

/**
 * Numbers of events that are no calls.
 *
 * @param points instants, values of counters and ends of arrows drawn by events of their own
 * @param samples sample events
 * @param otherKinds events that are none of these: objects and others
 */
public record PointCounts(long points, long samples, long otherKinds) {}
