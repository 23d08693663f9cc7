// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.weave;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Stream;
import net.bytebuddy.jar.asm.ClassReader;
import org.assertj.core.api.AbstractAssert;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Weaving of whole libraries, class by class. */
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
        assertThat(WholeJarProgram.compare(h2(), 0)).isEqualTo(EQUAL);
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
        WovenClasses classes = WovenClasses.including("org.h2").withJar(h2());
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

    /** H2 from the local Maven repository. */
    private static Path h2() throws IOException {
        Path repository = Path.of(System.getProperty("user.home"), ".m2/repository/com/h2database/h2");
        assumeTrue(Files.isDirectory(repository), "no H2 in " + repository);
        try (Stream<Path> files = Files.walk(repository)) {
            Optional<Path> jar =
                    files.filter(file -> file.toString().endsWith(".jar")).max(Comparator.naturalOrder());
            assumeTrue(jar.isPresent(), "no H2 in " + repository);
            return jar.get();
        }
    }
}
