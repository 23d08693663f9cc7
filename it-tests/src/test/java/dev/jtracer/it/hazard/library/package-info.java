// SPDX-License-Identifier: Apache-2.0
/** What the cases hand their callbacks to. Stands for libraries: this package is never traced. */
package dev.jtracer.it.hazard.library;
