// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.weave.context;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.dynamic.DynamicType;
import net.bytebuddy.dynamic.loading.ClassLoadingStrategy;
import org.junit.jupiter.api.Test;

class ContextTypesTest {
    private final List<Class<?>> loaded = new ArrayList<>();
    private final Class<?> request = define(new ByteBuddy().makeInterface(), "jakarta.servlet.ServletRequest");
    private final Class<?> wrapper =
            define(new ByteBuddy().subclass(Object.class).implement(request), "jakarta.servlet.ServletRequestWrapper");
    private final Class<?> wrapped = define(new ByteBuddy().subclass(wrapper), "com.acme.CachedRequest");
    private final Class<?> ofServer =
            define(new ByteBuddy().subclass(Object.class).implement(request), "com.acme.ServerRequest");

    @Test
    void implementations_areFoundButForThoseOfTheWrapper() {
        ContextTypes types = new ContextTypes(true, true, loaded.toArray(new Class<?>[0]));

        assertThat(loaded).filteredOn(types::areExtendedBy).containsExactly(wrapper, ofServer);
        assertThat(types.areExtendedBy(Object.class)).isFalse();
        assertThat(types.areExtendedBy(wrapped)).isFalse();
    }

    @Test
    void withoutRequests_noneOfThemIsFound() {
        ContextTypes types = new ContextTypes(false, true, loaded.toArray(new Class<?>[0]));

        assertThat(loaded).noneMatch(types::areExtendedBy);
    }

    private Class<?> define(DynamicType.Builder<?> type, String name) {
        ClassLoader parent = loaded.isEmpty()
                ? getClass().getClassLoader()
                : loaded.get(loaded.size() - 1).getClassLoader();
        Class<?> defined = type.name(name)
                .make()
                .load(parent, ClassLoadingStrategy.Default.WRAPPER)
                .getLoaded();
        loaded.add(defined);
        return defined;
    }
}
