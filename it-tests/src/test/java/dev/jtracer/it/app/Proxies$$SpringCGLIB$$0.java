// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.app;

/** A subclass under a name that Spring gives to those that it generates. */
public class Proxies$$SpringCGLIB$$0 extends Proxies.Orders {
    @Override
    public String place(String what) {
        return "before, " + super.place(what) + ", after";
    }
}
