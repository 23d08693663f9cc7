// SPDX-License-Identifier: Apache-2.0
/** The internal package of the shop's bundle. */
package dev.jtracer.it.neighbour.bundle.shop.internal;
