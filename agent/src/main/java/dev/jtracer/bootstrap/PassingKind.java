// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.bootstrap;

/** The kinds of passings, by the type of the parameter that receives the object. */
enum PassingKind {
    /* Woven code has an entry point for each kind and names no constant: each loader of the application would have to
     * find one more class of the recorder. */

    /** The parameter's type is a type of callbacks: the call is expected to run the object, now or later. */
    EXACT,

    /** The parameter takes any object, so the call may only store or inspect it, and may never run it. */
    LOOSE
}
