// SPDX-License-Identifier: Apache-2.0
/** What the shop's bundle keeps to itself. */
package dev.jtracer.it.neighbour.bundle.shop.internal;
