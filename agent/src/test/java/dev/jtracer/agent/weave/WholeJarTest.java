// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.weave;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import net.bytebuddy.jar.asm.ClassReader;
import org.assertj.core.api.AbstractAssert;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Weaving of whole libraries, class by class. */
@Tag("slow")
class WholeJarTest {
    private static final String EQUAL = "most linked true, most woven true, failed 0, skipped 0, differences []";
    private static final int JAVA_25 = 69;

    @ParameterizedTest
    @ValueSource(classes = {ClassReader.class, AbstractAssert.class})
    void everyClass_verifiesAsBefore(Class<?> ofLibrary) throws Exception {
        assertThat(WholeJarProgram.compare(jarOf(ofLibrary), 0)).isEqualTo(EQUAL);
    }

    @Test
    void everyClassOfH2_verifiesAsBefore() throws Exception {
        assertThat(WholeJarProgram.compare(jarOf(org.h2.Driver.class), 0)).isEqualTo(EQUAL);
    }

    @Test
    void everyClass_verifiesOnJava25() throws Exception {
        Optional<Path> home = ForkedJava.java25();
        assumeTrue(home.isPresent(), "no JDK 25 beside " + System.getProperty("java.home"));
        String jar = jarOf(AbstractAssert.class).toString();

        String output = ForkedJava.run(home.get(), List.of(), WholeJarProgram.class, jar, String.valueOf(JAVA_25));

        assertThat(output.trim()).isEqualTo(EQUAL);
    }

    @Test
    void h2_answersAsBeforeAndEveryCallIsClosed() throws Exception {
        WovenClasses classes = WovenClasses.including("org.h2").withJar(jarOf(org.h2.Driver.class));
        List<Integer> calls = classes.record();

        Driver driver =
                (Driver) classes.loadClass("org.h2.Driver").getConstructor().newInstance();
        try (Connection connection = driver.connect("jdbc:h2:mem:", new Properties());
                Statement statement = connection.createStatement()) {
            statement.execute("create table t(id int primary key, name varchar(20))");
            for (int i = 0; i < 100; i++) {
                statement.execute("insert into t values(" + i + ", 'name" + i % 7 + "')");
            }
            try (ResultSet sums = statement.executeQuery("select sum(id) from t where name <> 'name3'")) {
                assertThat(sums.next()).isTrue();
                assertThat(sums.getInt(1)).isEqualTo(4_950 - 679);
            }
        }

        assertThat(classes.tree(calls)).contains("JdbcStatement.executeQuery\n");
        assertThat(classes.counters.classesFailed()).isZero();
    }

    private static Path jarOf(Class<?> type) throws Exception {
        return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    }
}
