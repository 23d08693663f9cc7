// SPDX-License-Identifier: Apache-2.0
/**
 * The cases: static methods marked as {@link dev.jtracer.it.hazard.Hazard}, each of which returns its result as text.
 * This package is traced.
 */
package dev.jtracer.it.hazard.cases;
