// SPDX-License-Identifier: Apache-2.0
/** Methods to which the cases pass their callbacks, in place of libraries: this package is never traced. */
package dev.jtracer.it.hazard.library;
