// SPDX-License-Identifier: Apache-2.0
/** A program of small cases, each of which a tracer of callbacks might break. Start with {@link Hazards}. */
package dev.jtracer.it.hazard;
