// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.weave;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.agent.config.OptionException;
import dev.jtracer.agent.filter.MethodFilter;
import java.lang.reflect.Proxy;
import java.security.ProtectionDomain;
import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.api.Assert;
import org.assertj.core.api.Descriptable;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;

class ProxyMethodsTest {
    /** An interface that declares isEqualTo and inherits describedAs from Descriptable. */
    private static final String INCLUDED = "org.assertj.core.api.Assert";

    private static final String SUPER = "java/lang/reflect/Proxy";
    private static final String INTERNAL = INCLUDED.replace('.', '/');
    private static final String EQUAL = "(Ljava/lang/Object;)Lorg/assertj/core/api/Assert;";
    private static final String DESCRIBED = "(Lorg/assertj/core/description/Description;)Ljava/lang/Object;";

    @Test
    void inheritedMethod_hasTheNameOfTheIncludedInterface() throws OptionException {
        ProxyMethods methods = methods(INCLUDED, Assert.class);

        assertThat(methods.interfaceOf("isEqualTo", EQUAL)).isEqualTo(INTERNAL);
        assertThat(methods.interfaceOf("describedAs", DESCRIBED)).isEqualTo(INTERNAL);
        assertThat(methods.interfaceOf("isEqualTo", "(I)V")).isNull();
    }

    @Test
    void methodOfSeveralInterfaces_belongsToTheFirst() throws OptionException {
        ProxyMethods second = methods(INCLUDED, Descriptable.class, Assert.class);
        ProxyMethods first = methods(INCLUDED, Assert.class, Descriptable.class);

        assertThat(second.interfaceOf("describedAs", DESCRIBED)).isNull();
        assertThat(second.interfaceOf("isEqualTo", EQUAL)).isEqualTo(INTERNAL);
        assertThat(first.interfaceOf("describedAs", DESCRIBED)).isEqualTo(INTERNAL);
    }

    @Test
    void methodPattern_limitsTheMethods() throws OptionException {
        ProxyMethods methods = methods(INCLUDED + "#is*", Assert.class);

        assertThat(methods.interfaceOf("isEqualTo", EQUAL)).isEqualTo(INTERNAL);
        assertThat(methods.interfaceOf("describedAs", DESCRIBED)).isNull();
    }

    @Test
    void staticMethodAnnotationAndOtherInterfaces_areNotTraced() throws OptionException {
        assertThat(methods("org", Test.class).isEmpty()).isTrue();
        assertThat(methods("com.acme", Assert.class).isEmpty()).isTrue();
        assertThat(methods("*", Runnable.class).isEmpty()).isTrue();
        assertThat(methods("org", InstanceOfAssertFactories.class).isEmpty()).isTrue();
    }

    @Test
    void everyProxy_isRecognisedByItsName() {
        Stream<Class<?>> interfaces = Stream.of(Assert.class, Hidden.class, Runnable.class);

        assertThat(interfaces.map(type -> Proxy.newProxyInstance(
                                type.getClassLoader(), new Class<?>[] {type}, (proxy, method, args) -> null)
                        .getClass()))
                .allMatch(type -> ProxyMethods.isProxy(type.getName().replace('.', '/'), SUPER, null));
        assertThat(ProxyMethods.isProxy("com/acme/$Proxy1", "java/lang/Object", null))
                .isFalse();
        assertThat(ProxyMethods.isProxy("com/acme/$Proxy", SUPER, null)).isFalse();
        assertThat(ProxyMethods.isProxy("com/acme/$Proxy1a", SUPER, null)).isFalse();
        assertThat(ProxyMethods.isProxy("com/acme/Orders$Proxy1", SUPER, null)).isFalse();
    }

    @Test
    void classOfAClassLoader_isNoProxyOfTheJdk() {
        ProtectionDomain domain = new ProtectionDomain(null, null);

        assertThat(ProxyMethods.isProxy("com/acme/$Proxy1", SUPER, domain)).isFalse();
    }

    private static ProxyMethods methods(String include, Class<?>... interfaces) throws OptionException {
        return ProxyMethods.of(MethodFilter.parse(List.of(include), List.of()), interfaces);
    }

    interface Hidden {
        void run();
    }
}
