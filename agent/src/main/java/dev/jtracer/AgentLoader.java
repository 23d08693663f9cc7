// SPDX-License-Identifier: Apache-2.0
package dev.jtracer;

import java.net.URL;
import java.net.URLClassLoader;
import java.security.AllPermission;
import java.security.CodeSource;
import java.security.PermissionCollection;

/**
 * The class loader of the agent. It grants all permissions: the application's security manager is not meant for the
 * agent.
 */
final class AgentLoader extends URLClassLoader {
    AgentLoader(URL section, ClassLoader parent) {
        super(new URL[] {section}, parent);
    }

    @Override
    protected PermissionCollection getPermissions(CodeSource source) {
        AllPermission all = new AllPermission();
        PermissionCollection permissions = all.newPermissionCollection();
        permissions.add(all);
        return permissions;
    }
}
