// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.hazard.library;

import java.io.IOException;
import java.io.InputStream;
import java.lang.module.Configuration;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReader;
import java.lang.module.ModuleReference;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** A named module that exports nothing, made from a package of the class path. */
public final class ClassPathModule implements ModuleFinder {
    private static final ClassLoader LOADER = ClassPathModule.class.getClassLoader();
    private static final String NAME = "hazard.module";

    private final ModuleReference reference;

    private ClassPathModule(String packageName) {
        ModuleDescriptor descriptor =
                ModuleDescriptor.newModule(NAME).packages(Set.of(packageName)).build();
        this.reference = new ModuleReference(descriptor, null) {
            @Override
            public ModuleReader open() {
                return new ClassPathReader();
            }
        };
    }

    /** Loads a class, with its package, into a module of its own that is open to this program's module alone. */
    public static Class<?> load(String className) throws ClassNotFoundException {
        String packageName = className.substring(0, className.lastIndexOf('.'));
        Configuration configuration = ModuleLayer.boot()
                .configuration()
                .resolve(new ClassPathModule(packageName), ModuleFinder.of(), Set.of(NAME));
        ModuleLayer.Controller controller =
                ModuleLayer.defineModulesWithOneLoader(configuration, List.of(ModuleLayer.boot()), LOADER);
        Module module = controller.layer().findModule(NAME).orElseThrow();
        controller.addOpens(module, packageName, ClassPathModule.class.getModule());
        return controller.layer().findLoader(NAME).loadClass(className);
    }

    @Override
    public Optional<ModuleReference> find(String name) {
        return name.equals(NAME) ? Optional.of(reference) : Optional.empty();
    }

    @Override
    public Set<ModuleReference> findAll() {
        return Set.of(reference);
    }

    private static final class ClassPathReader implements ModuleReader {
        @Override
        public Optional<URI> find(String name) {
            return Optional.ofNullable(LOADER.getResource(name)).map(url -> URI.create(url.toString()));
        }

        @Override
        public Optional<InputStream> open(String name) throws IOException {
            return Optional.ofNullable(LOADER.getResourceAsStream(name));
        }

        @Override
        public Stream<String> list() {
            return Stream.empty();
        }

        @Override
        public void close() {}
    }
}
