// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.filter;

/** The classes that no filter includes: the JDK's, and jtracer's own. Names are internal: {@code java/lang/Math}. */
public final class NeverTraced {
    /* Most JDK classes are recognised by their class loader. These names cover the rest: modules of the JDK that the
     * application loader loads (jdk.compiler, jdk.attach), generated reflection and proxy classes, and the text of
     * an include. */
    private static final String[] JDK = {
        "java/", "jdk/", "sun/", "com/sun/proxy/", "com/sun/tools/", "com/sun/source/", "com/sun/jdi/",
    };

    // Libraries use javax/ too (javax/servlet, javax/inject); these packages are the JDK's.
    private static final String[] JDK_JAVAX = {
        "javax/accessibility/",
        "javax/annotation/processing/",
        "javax/crypto/",
        "javax/imageio/",
        "javax/lang/",
        "javax/management/",
        "javax/naming/",
        "javax/net/",
        "javax/print/",
        "javax/rmi/",
        "javax/script/",
        "javax/security/",
        "javax/smartcardio/",
        "javax/sound/",
        "javax/sql/",
        "javax/swing/",
        "javax/tools/",
        "javax/transaction/xa/",
        "javax/xml/",
    };

    // Not all of dev/jtracer: its examples are meant to be traced.
    private static final String[] OWN = {
        "dev/jtracer/bootstrap/",
        "dev/jtracer/agent/",
        "dev/jtracer/engine/",
        "dev/jtracer/junit/",
        "dev/jtracer/springboot/",
    };
    private static final String[] OWN_CLASSES = {
        "dev/jtracer/AgentJar",
        "dev/jtracer/AgentLoader",
        "dev/jtracer/AgentMain",
        "dev/jtracer/Launcher",
        "dev/jtracer/StartupChecks",
        "dev/jtracer/Tracer",
    };

    private NeverTraced() {}

    /** Returns whether a class is the JDK's or part of jtracer. */
    public static boolean contains(String internalName) {
        return isJdk(internalName) || isOwn(internalName);
    }

    /** Returns whether a class, or a package whose name ends with a slash, is the JDK's. */
    static boolean isJdk(String internalName) {
        return switch (internalName.charAt(0)) {
            case 'j' -> startsWithAny(internalName, JDK) || startsWithAny(internalName, JDK_JAVAX);
            case 's', 'c' -> startsWithAny(internalName, JDK);
            default -> false;
        };
    }

    /** Returns whether a class, or a package whose name ends with a slash, is part of jtracer. */
    static boolean isOwn(String internalName) {
        return internalName.startsWith("dev/jtracer/")
                && (startsWithAny(internalName, OWN) || isOrIsWithinAny(internalName, OWN_CLASSES));
    }

    /** Returns whether a class is one of some classes, or nested in one. */
    static boolean isOrIsWithinAny(String internalName, String[] types) {
        for (String type : types) {
            if (internalName.startsWith(type)
                    && (internalName.length() == type.length() || internalName.charAt(type.length()) == '$')) {
                return true;
            }
        }
        return false;
    }

    static boolean startsWithAny(String internalName, String[] prefixes) {
        for (String prefix : prefixes) {
            if (internalName.startsWith(prefix)) {
                return true;
            }
        }
        return false;
    }
}
