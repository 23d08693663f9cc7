// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.view;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.engine.handler.object.ObjectSnapshots;
import dev.jtracer.engine.handler.object.TracedObject;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Extensions of somebody's library, found by the loader that has it. */
class ServicesTest {
    /** A slice type with a constructor that a service needs. */
    public static final class JavaSliceType implements SliceType {
        @Override
        public TypeKey key() {
            return TypeKey.categoryParts("java");
        }

        @Override
        public Slice create(SliceData data) {
            return new JavaSlice(data);
        }
    }

    private static final class JavaSlice extends Slice {
        JavaSlice(SliceData data) {
            super(data);
        }

        @Override
        public String title() {
            return "java " + originalTitle();
        }
    }

    /** An object type. */
    public static final class QueueType implements ObjectType {
        @Override
        public TypeKey key() {
            return TypeKey.names("Queue");
        }

        @Override
        public ObjectInstance create(TracedObject object, ObjectTypes types) {
            return new ObjectInstance(object, types) {
                @Override
                public String title() {
                    return "a queue";
                }
            };
        }
    }

    /** A viewer. */
    public static final class JavaSliceViewer implements Viewer<JavaSlice> {
        @Override
        public Class<JavaSlice> shows() {
            return JavaSlice.class;
        }

        @Override
        public boolean forSeveral() {
            return false;
        }

        @Override
        public String title() {
            return "Java";
        }

        @Override
        public void text(List<? extends JavaSlice> things, TextLines text) {
            text.line("viewed " + things.get(0).title());
        }

        @Override
        public void html(List<? extends JavaSlice> things, Html html) {
            html.text(things.get(0).title());
        }
    }

    private static void provide(Path library, Class<?> service, Class<?> provider) throws IOException {
        Path services = Files.createDirectories(library.resolve("META-INF/services"));
        Files.writeString(services.resolve(service.getName()), provider.getName() + "\n");
    }

    private static URLClassLoader loader(Path library) throws IOException {
        return new URLClassLoader(new URL[] {library.toUri().toURL()}, ServicesTest.class.getClassLoader());
    }

    @Test
    void typesAndViewersOfALibrary_areFound(@TempDir Path library) throws IOException {
        provide(library, SliceType.class, JavaSliceType.class);
        provide(library, ObjectType.class, QueueType.class);
        provide(library, Viewer.class, JavaSliceViewer.class);
        ObjectSnapshots objects = ViewedTrace.objects("N 1 1 Queue \"id\":\"0x1\"");

        try (URLClassLoader loader = loader(library)) {
            List<Slice> slices = ViewedTrace.slices(SliceTypes.load(loader), "X 1 0 run \"cat\":\"java\",\"dur\":2");

            assertThat(slices).hasToString("[java run]");
            assertThat(Viewers.load(loader).text(slices)).isEqualTo("viewed java run\n");
            assertThat(ObjectTypes.load(objects, loader).instances()).hasToString("[a queue]");
        }
    }

    @Test
    void loaderWithoutThem_givesTheGeneralOnes() throws IOException {
        ClassLoader loader = ServicesTest.class.getClassLoader();

        List<Slice> slices = ViewedTrace.slices(SliceTypes.load(loader), "X 1 0 run \"cat\":\"java\",\"dur\":2");

        assertThat(slices).hasToString("[run]");
        assertThat(Viewers.load(loader).find(slices).title()).isEqualTo("Slice");
    }
}
