// SPDX-License-Identifier: Apache-2.0
/** Classes that {@code OddPlaces} loads into a named module that exports nothing. Depends on java.base alone. */
package dev.jtracer.it.hazard.cases.inmodule;
