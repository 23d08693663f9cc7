// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.timeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

/**
 * What an SVG timeline of a trace shows, read from its elements.
 *
 * @param rows the boxes of each thread
 * @param arrows titles of the arrows
 * @param texts all texts, the labels of boxes included
 */
public record DrawnTimeline(List<List<Box>> rows, List<String> arrows, List<String> texts) {
    private static final Pattern ONE = Pattern.compile("(.+) [0-9.]+ [nmu]?s(?:, threw)?(?:, unfinished)?");
    private static final Pattern SEVERAL =
            Pattern.compile("([0-9,]+) calls, .* the longest: (.+) [0-9.]+ [nmu]?s(?:; .*)?");

    /**
     * A box.
     *
     * @param name name of the call; of several, of the longest
     * @param calls number of calls
     */
    public record Box(String name, long calls) {}

    /**
     * Reads a timeline. Fails if it is not well formed, or if it has a script, a reference or a text that sticks out.
     */
    public static DrawnTimeline read(String svg) {
        Element root = parse(svg);
        List<List<Box>> rows = new ArrayList<>();
        List<String> arrows = new ArrayList<>();
        List<String> texts = new ArrayList<>();
        assertThat(root.getElementsByTagName("script").getLength()).isZero();
        assertThat(svg).doesNotContain("href", "url(", "@import", "javascript");
        NodeList groups = root.getElementsByTagName("g");
        for (int i = 0; i < groups.getLength(); i++) {
            Element group = (Element) groups.item(i);
            switch (group.getAttribute("class")) {
                case "thread" -> rows.add(new ArrayList<>());
                case "call", "calls" -> rows.get(rows.size() - 1).add(box(title(group)));
                case "flow" -> arrows.add(title(group));
                default -> throw new AssertionError("unknown group " + group.getAttribute("class"));
            }
        }
        NodeList found = root.getElementsByTagName("text");
        for (int i = 0; i < found.getLength(); i++) {
            texts.add(found.item(i).getTextContent());
        }
        return new DrawnTimeline(rows, arrows, texts);
    }

    private static Element parse(String svg) {
        try {
            DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
            factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
            return factory.newDocumentBuilder()
                    .parse(new InputSource(new StringReader(svg)))
                    .getDocumentElement();
        } catch (ParserConfigurationException | SAXException | IOException e) {
            throw new AssertionError("the timeline is not well formed", e);
        }
    }

    private static String title(Element group) {
        Node title = group.getFirstChild();
        assertThat(title.getNodeName()).isEqualTo("title");
        return title.getTextContent();
    }

    private static Box box(String title) {
        Matcher several = SEVERAL.matcher(title);
        if (several.matches()) {
            return new Box(several.group(2), Long.parseLong(several.group(1).replace(",", "")));
        }
        Matcher one = ONE.matcher(title);
        assertThat(title).matches(ONE);
        return new Box(one.matches() ? one.group(1) : title, 1);
    }

    /** Returns the boxes of all threads. */
    public List<Box> boxes() {
        return rows.stream().flatMap(List::stream).toList();
    }

    /** Returns the number of calls in all boxes. */
    public long calls() {
        return boxes().stream().mapToLong(Box::calls).sum();
    }

    /** Returns the names in all boxes. */
    public List<String> names() {
        return boxes().stream().map(Box::name).distinct().toList();
    }
}
