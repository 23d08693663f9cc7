// SPDX-License-Identifier: Apache-2.0
/** What the shop's bundle exports. */
package dev.jtracer.it.neighbour.bundle.shop;
