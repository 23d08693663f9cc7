// SPDX-License-Identifier: Apache-2.0
/**
 * Programs that use frameworks with class loaders of their own, and libraries that change classes as the tracer does.
 */
package dev.jtracer.it.neighbour;
