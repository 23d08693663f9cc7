// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.neighbour;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.apache.felix.framework.FrameworkFactory;
import org.osgi.framework.BundleException;
import org.osgi.framework.launch.Framework;

/** Starts a framework that gives bundles only what they import, and in it the bundles named as arguments. */
public final class OsgiLauncher {
    private OsgiLauncher() {}

    /** Starts the bundles, one after the other, and stops the framework. */
    public static void main(String[] bundles) throws BundleException, InterruptedException {
        Map<String, String> configuration = new HashMap<>();
        configuration.put("org.osgi.framework.storage", "bundle-cache");
        configuration.put("org.osgi.framework.bundle.parent", "boot");
        configuration.put("org.osgi.framework.bootdelegation", "");
        configuration.put("felix.bootdelegation.implicit", "false");
        Framework framework = new FrameworkFactory().newFramework(configuration);
        framework.start();
        for (String bundle : bundles) {
            framework
                    .getBundleContext()
                    .installBundle(Path.of(bundle).toUri().toString())
                    .start();
        }
        framework.stop();
        framework.waitForStop(0);
    }
}
