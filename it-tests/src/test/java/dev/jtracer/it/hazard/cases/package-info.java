// SPDX-License-Identifier: Apache-2.0
/** The cases: static methods marked as {@link dev.jtracer.it.hazard.Hazard}, each saying in text what came of it. This package is traced. */
package dev.jtracer.it.hazard.cases;
