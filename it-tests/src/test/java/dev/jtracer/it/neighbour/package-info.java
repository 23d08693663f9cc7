// SPDX-License-Identifier: Apache-2.0
/** Programs that bring company: frameworks with class loaders of their own, and libraries that change classes as we do. */
package dev.jtracer.it.neighbour;
