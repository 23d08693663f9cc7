// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The walks in the module's README: their classes exist, lead to each other, and are few. */
class WalksTest {
    private static final Pattern SECTION = Pattern.compile("(?s)\\n## Walks\\n(.*?)\\n## ");
    private static final Pattern ROOM = Pattern.compile("[*] `([\\w.]+)`: (.+)");
    /** Most classes of each walk, and most rooms that a walk enters again. */
    private static final Map<String, Integer> MOST_CLASSES =
            Map.of("A call", 41, "`attach", 20, "An HTTP", 22, "A pass", 22);

    private static final int MOST_RETURNS = 4;

    /** The classes up to a step that no class makes, and those after it. */
    private record Walk(String title, List<String> rooms, List<List<String>> parts) {}

    @Test
    void classes_existAndLeadToEachOther() throws IOException {
        Map<String, Set<String>> dependencies = CompiledModules.dependencies();

        for (Walk walk : walks()) {
            for (List<String> part : walk.parts) {
                assertThat(part).as(walk.title).allMatch(name -> part.stream()
                        .anyMatch(other -> isLinked(dependencies, name, other)));
            }
        }
    }

    @Test
    void walks_areShort() throws IOException {
        List<Walk> walks = walks();

        assertThat(walks).hasSize(MOST_CLASSES.size());
        MOST_CLASSES.forEach((start, most) -> {
            Walk walk = walks.stream()
                    .filter(each -> each.title.startsWith(start))
                    .findFirst()
                    .orElseThrow();
            assertThat(walk.parts.stream().mapToInt(List::size).sum())
                    .as(walk.title)
                    .isBetween(most / 2, most);
            assertThat(walk.rooms.size() - new HashSet<>(walk.rooms).size())
                    .as(walk.title)
                    .isLessThanOrEqualTo(MOST_RETURNS);
        });
    }

    private static boolean isLinked(Map<String, Set<String>> dependencies, String one, String other) {
        return dependencies.getOrDefault(one, Set.of()).contains(other)
                || dependencies.getOrDefault(other, Set.of()).contains(one);
    }

    private static List<Walk> walks() throws IOException {
        Matcher section = SECTION.matcher(Files.readString(Path.of("README.md")));
        assertThat(section.find()).isTrue();
        List<Walk> walks = new ArrayList<>();
        for (String line : section.group(1).lines().collect(Collectors.toList())) {
            Matcher room = ROOM.matcher(line);
            if (line.startsWith("### ")) {
                walks.add(new Walk(line.substring(4), new ArrayList<>(), new ArrayList<>(List.of(new ArrayList<>()))));
            } else if (room.matches()) {
                Walk walk = walks.get(walks.size() - 1);
                walk.rooms.add(room.group(1));
                String prefix = room.group(1).startsWith("dev.") ? room.group(1) : "dev.jtracer." + room.group(1);
                List<String> part = walk.parts.get(walk.parts.size() - 1);
                for (String name : room.group(2).split(", ")) {
                    part.add(prefix + '.' + name);
                }
            } else if (!line.isBlank() && !walks.isEmpty()) {
                assertThat(line).startsWith("* (");
                walks.get(walks.size() - 1).parts.add(new ArrayList<>());
            }
        }
        return walks;
    }
}
