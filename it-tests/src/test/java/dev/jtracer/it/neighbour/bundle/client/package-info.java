// SPDX-License-Identifier: Apache-2.0
/** A bundle that uses the shop. */
package dev.jtracer.it.neighbour.bundle.client;
