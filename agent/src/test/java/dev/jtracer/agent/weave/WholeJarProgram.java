// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.weave;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Links every class of a jar twice, unchanged and woven, and prints where the two differ. */
public final class WholeJarProgram {
    private WholeJarProgram() {}

    public static void main(String[] arguments) throws Exception {
        System.out.println(compare(Path.of(arguments[0]), Integer.parseInt(arguments[1])));
    }

    /** @param version class file version to be written into every class; 0 leaves them as they are */
    static String compare(Path jar, int version) throws Exception {
        Map<String, byte[]> classFiles = WovenClasses.classFilesOf(jar);
        WovenClasses plain = WovenClasses.including("com.acme.nothing");
        WovenClasses woven = WovenClasses.including("*");
        for (Map.Entry<String, byte[]> each : classFiles.entrySet()) {
            byte[] classFile = each.getValue().clone();
            if (version != 0) {
                ByteBuffer.wrap(classFile).putInt(4, version);
            }
            plain.with(each.getKey(), classFile);
            woven.with(each.getKey(), classFile);
        }
        List<String> differences = new ArrayList<>();
        int linked = 0;
        for (String name : classFiles.keySet()) {
            String expected = link(plain, name);
            String actual = link(woven, name);
            if (!actual.equals(expected)) {
                differences.add(name + ": " + expected + " / " + actual);
            } else if (actual.isEmpty()) {
                linked++;
            }
        }
        WeaveCounters counters = woven.counters;
        return "most linked " + (linked > classFiles.size() * 3 / 4) + ", most woven "
                + (counters.classesWoven() > classFiles.size() / 2) + ", failed " + counters.classesFailed()
                + ", skipped " + counters.methodsSkipped() + ", differences " + differences;
    }

    private static String link(ClassLoader loader, String name) {
        try {
            // HotSpot links, and so verifies, a class before it lists its constructors.
            var linked = loader.loadClass(name).getDeclaredConstructors();
            return linked == null ? "not linked" : "";
        } catch (ClassNotFoundException | LinkageError e) {
            return String.valueOf(e.getMessage());
        }
    }
}
