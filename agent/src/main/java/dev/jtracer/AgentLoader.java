// SPDX-License-Identifier: Apache-2.0
package dev.jtracer;

import java.net.URL;
import java.net.URLClassLoader;
import java.security.AllPermission;
import java.security.CodeSource;
import java.security.PermissionCollection;

/** Defines the agent's classes, with all permissions: a security manager of the application is not meant for them. */
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
