// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.app;

import net.bytebuddy.ByteBuddy;
import net.bytebuddy.implementation.FixedValue;
import net.bytebuddy.matcher.ElementMatchers;

/** An application with a Byte Buddy of its own. Needs Byte Buddy. */
public final class OwnByteBuddy {
    private OwnByteBuddy() {}

    /** Prints the result of a generated class, and the jar of the Byte Buddy that generated it. */
    public static void main(String[] args) throws ReflectiveOperationException {
        Object generated = new ByteBuddy()
                .subclass(Object.class)
                .method(ElementMatchers.named("toString"))
                .intercept(FixedValue.value("generated"))
                .make()
                .load(OwnByteBuddy.class.getClassLoader())
                .getLoaded()
                .getConstructor()
                .newInstance();
        String path = ByteBuddy.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .getPath();
        System.out.println(generated + " by " + path.substring(path.lastIndexOf('/') + 1));
    }
}
