// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jtracer.agent.config.OptionException;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MethodFilterTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            com.acme           | com/acme/Cache           | ALL
            com.acme           | com/acme/deep/er/Cache   | ALL
            com.acme           | com/acmeother/Cache      | NONE
            com.acme           | org/com/acme/Cache       | NONE
            com.acme           | com/ac                   | NONE
            com.acme.*         | com/acme/Cache           | ALL
            com.acme.*         | com/acme/deep/Cache      | ALL
            com.acme.*         | com/acme                 | NONE
            com.acme.Cache     | com/acme/Cache           | ALL
            com.acme.Cache     | com/acme/Cache$Entry     | ALL
            com.acme.Cache     | com/acme/Caches          | NONE
            com.acme.Cache$Entry | com/acme/Cache$Entry   | ALL
            com.acme.Cache$Entry | com/acme/Cache         | NONE
            com.acme.Cache.Entry | com/acme/Cache$Entry   | ALL
            com.acme.*Service  | com/acme/CacheService    | ALL
            com.acme.*Service  | com/acme/a/CacheService  | ALL
            com.acme.*Service  | com/acme/CacheService$1  | ALL
            com.acme.*Service  | com/acme/CacheServices   | NONE
            com.acme.?ache     | com/acme/Cache           | ALL
            com.acme.?ache     | com/acme/Attache         | NONE
            com.*.Cache        | com/acme/x/Cache         | ALL
            com.ac*            | com/acme/Cache           | ALL
            *                  | com/acme/Cache           | ALL
            *                  | Main                     | ALL
            *                  | java/util/List           | NONE
            *                  | javax/swing/JFrame       | NONE
            *                  | javax/servlet/Servlet    | ALL
            *                  | jdk/internal/reflect/GeneratedMethodAccessor1 | NONE
            *                  | com/sun/proxy/$Proxy3    | NONE
            *                  | dev/jtracer/bootstrap/MethodTracer | NONE
            *                  | dev/jtracer/agent/weave/Weaver | NONE
            *                  | dev/jtracer/engine/Any   | NONE
            *                  | dev/jtracer/AgentMain    | NONE
            *                  | dev/jtracer/Launcher     | NONE
            *                  | dev/jtracer/Tracer$1     | NONE
            *                  | dev/jtracer/TracerUser   | ALL
            *                  | dev/jtracer/examples/hello/HelloCalls | ALL
            com.acme.Cache.find | com/acme/Cache          | SOME
            com.acme.Cache$Entry.find | com/acme/Cache$Entry | SOME
            com.acme.Cache.<init> | com/acme/Cache        | SOME
            com.acme.find      | com/acme                 | NONE
            com.acme.Cache$1.run | com/acme/Cache$1       | SOME
            com.acme.Cache$1Local.run | com/acme/Cache$1Local | SOME
            com.acme.Main$.run | com/acme/Main$           | SOME
            com.acme.Cache._find | com/acme/Cache         | SOME
            *                  | dev/jtracer/AgentLoader  | NONE
            com.acme.Cache#get*| com/acme/Cache           | SOME
            com.acme.Cache#get*| com/acme/Cache$Entry     | NONE
            com.acme#get*      | com/acme/Cache           | NONE
            *#main             | com/acme/Main            | SOME
            com.acme           | com/acme/Cache$$SpringCGLIB$$0 | NONE
            com.acme           | com/acme/Cache$$EnhancerBySpringCGLIB$$6a8b | NONE
            com.acme           | com/acme/Cache$HibernateProxy$vZyQ | NONE
            com.acme           | com/acme/Cache$HibernateProxy      | NONE
            com.acme           | com/acme/Cache_$$_jvst3a_0 | NONE
            com.acme           | com/acme/Cache$$anonfun$1 | ALL
            """)
    void include_coversClasses(String include, String internalName, MethodFilter.Coverage expected) throws Exception {
        assertThat(filter(include, "").coverage(internalName)).isEqualTo(expected);
    }

    @Test
    void generatedProxy_isIncludedOnRequest() throws Exception {
        MethodFilter filter = filter("com.acme", "com.acme.internal").showingProxies();

        assertThat(filter.coverage("com/acme/Cache$$SpringCGLIB$$0")).isEqualTo(MethodFilter.Coverage.ALL);
        assertThat(filter.coverage("com/acme/internal/Cache$$SpringCGLIB$$0")).isEqualTo(MethodFilter.Coverage.NONE);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            com.acme                       | com.acme.internal | com/acme/internal/Cache | NONE
            com.acme                       | com.acme.internal | com/acme/Cache          | ALL
            com.acme                       | com.acme.Cache    | com/acme/Cache$Entry    | NONE
            com.acme                       | com.acme.Cache#*  | com/acme/Cache          | SOME
            com.acme.Cache#get*+com.acme   | org.other         | com/acme/Cache          | ALL
            com.acme+org.other             | java.util         | org/other/Any           | ALL
            """)
    void exclude_takesClassesOut(String includes, String excludes, String internalName, MethodFilter.Coverage expected)
            throws Exception {
        assertThat(filter(includes, excludes).coverage(internalName)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            com.acme.Cache#get*          |                         | getAll        | true
            com.acme.Cache#get*          |                         | target        | false
            com.acme.Cache#get           |                         | getAll        | false
            com.acme.Cache#<init>        |                         | <init>        | true
            com.acme.Cache#*Find*        |                         | lambda$doFind$0 | true
            com.acme.Cache#get?          |                         | get1          | true
            com.acme.Cache#get?          |                         | get           | false
            com.acme                     | com.acme.Cache#to*      | toString      | false
            com.acme                     | com.acme.Cache#to*      | find          | true
            com.acme                     | *#hashCode              | hashCode      | false
            com.acme.Cache#get*+*#find   |                         | find          | true
            com.acme.Other#get*+com.acme.Cache#find |              | getAll        | false
            """)
    void methods_areAskedForOneByOne(String includes, String excludes, String method, boolean expected)
            throws Exception {
        assertThat(filter(includes, excludes).includes("com/acme/Cache", method))
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            com.acme.        | include 'com.acme.' ends with a dot; write 'com.acme' for a package and all below it, or add the class
            .acme            | include '.acme' has an empty name before a dot; write it as in com.acme.Cache
            com..acme        | include 'com..acme' has an empty name before a dot; write it as in com.acme.Cache
            output=a.json    | include 'output=a.json' is an option of its own; write a comma before it, as in include=com.acme,output=a.json
            com/acme         | include 'com/acme' contains '/'; write 'com.acme'
            "com.acme "      | include 'com.acme ' contains ' '; write a package, a class, or a class and a method without its parameters, as in com.acme.Cache#get*
            com.acme.A#m(I)  | include 'com.acme.A#m(I)' contains '('; write a package, a class, or a class and a method without its parameters, as in com.acme.Cache#get*
            com.acme.A#      | include 'com.acme.A#' needs one method name after its '#'; write 'com.acme.A#get*', or 'com.acme.A' for all of its methods
            #get             | include '#get' names no class; write '*#get' for every class
            "#"              | include '#' names no class; write '*#get*' for every class
            java.util        | include 'java.util' names JDK classes, which jtracer never traces; name a package of your own
            java             | include 'java' names JDK classes, which jtracer never traces; name a package of your own
            java.util.*      | include 'java.util.*' names JDK classes, which jtracer never traces; name a package of your own
            java.util.List#* | include 'java.util.List#*' names JDK classes, which jtracer never traces; name a package of your own
            javax            | include 'javax' names JDK classes, which jtracer never traces; name a package of your own
            javax.swing      | include 'javax.swing' names JDK classes, which jtracer never traces; name a package of your own
            jdk.internal     | include 'jdk.internal' names JDK classes, which jtracer never traces; name a package of your own
            sun              | include 'sun' names JDK classes, which jtracer never traces; name a package of your own
            dev.jtracer      | include 'dev.jtracer' names classes of jtracer itself, which are never traced; name a package of your own
            dev.jtracer.agent.weave | include 'dev.jtracer.agent.weave' names classes of jtracer itself, which are never traced; name a package of your own
            dev.jtracer.Tracer | include 'dev.jtracer.Tracer' names classes of jtracer itself, which are never traced; name a package of your own
            """)
    void badInclude_saysWhatToWrite(String include, String message) {
        assertThatThrownBy(() -> MethodFilter.parse(List.of(include), List.of()))
                .isInstanceOf(OptionException.class)
                .hasMessage(message);
    }

    @Test
    void missingInclude_saysWhatToWrite() {
        assertThatThrownBy(() -> MethodFilter.parse(List.of(), List.of()))
                .hasMessage("option 'include' is empty; name the packages to trace, as in include=com.acme");
        assertThatThrownBy(() -> MethodFilter.parse(List.of("com.acme", ""), List.of()))
                .hasMessage("include '' is empty; name a package, as in include=com.acme");
        assertThatThrownBy(() -> MethodFilter.parse(List.of("com.acme"), List.of("com.acme.")))
                .hasMessageStartingWith("exclude 'com.acme.' ends with a dot");
    }

    @ParameterizedTest
    @CsvSource({
        "javalin",
        "javax.servlet",
        "sunny.day",
        "dev.jtracer.examples",
        "dev",
        "dev.*",
        "java*",
        "*",
        "com.sun.jersey"
    })
    void include_thatOnlyLooksLikeTheJdkIsTaken(String include) throws Exception {
        assertThat(filter(include, "").coverage("java/lang/String")).isEqualTo(MethodFilter.Coverage.NONE);
    }

    private static MethodFilter filter(String includes, String excludes) throws OptionException {
        return MethodFilter.parse(list(includes), list(excludes));
    }

    private static List<String> list(String values) {
        return values == null || values.isEmpty() ? List.of() : Arrays.asList(values.split("\\+", -1));
    }
}
