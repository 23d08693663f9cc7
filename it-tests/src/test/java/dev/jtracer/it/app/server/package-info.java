// SPDX-License-Identifier: Apache-2.0
/** Programs that the tests trace. Depend on the JDK and, where noted, on the library that they exercise. */
package dev.jtracer.it.app.server;
