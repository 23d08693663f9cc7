// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class ViewersTest {
    private static final String NET = """
            X 1 0 a "cat":"netlog","dur":2,"args":{"source_type":"SOCKET"}
            X 1 5 b "cat":"netlog","dur":4,"args":{"source_type":"SOCKET"}
            X 1 10 c "cat":"java","dur":3
            """;

    /** Says its name and of how many. */
    private record Named<T>(Class<T> shows, boolean forSeveral, String title) implements Viewer<T> {
        @Override
        public void text(List<? extends T> things, TextLines text) {
            text.line(title + " of " + things.size());
        }

        @Override
        public void html(List<? extends T> things, Html html) {
            html.element("p", title + " of " + things.size());
        }
    }

    private final Viewers viewers = new Viewers();

    private static List<Slice> slices() throws IOException {
        SliceTypes types = new SliceTypes();
        types.register(new NetSlice.Type());
        return ViewedTrace.slices(types, NET);
    }

    @Test
    void viewer_ofTheClassIsTaken() throws IOException {
        viewers.register(new Named<>(NetSlice.class, false, "net"));

        assertThat(viewers.text(slices().subList(0, 1))).isEqualTo("net of 1\n");
        assertThat(viewers.find(slices().subList(2, 3)).title()).isEqualTo("Slice");
    }

    @Test
    void viewer_ofTheClassAboveIsTakenWhenThereIsNone() throws IOException {
        assertThat(viewers.text(slices().subList(0, 1))).isEqualTo("""
                title             SOCKET
                name              a
                category          netlog
                start             0.000 us
                duration          2.000 us
                self              2.000 us
                args.source_type  SOCKET
                """);
    }

    @Test
    void several_areShownAsWhatAllOfThemAre() throws IOException {
        viewers.register(new Named<>(NetSlice.class, true, "nets"));

        assertThat(viewers.text(slices().subList(0, 2))).isEqualTo("nets of 2\n");
        assertThat(viewers.text(slices())).isEqualTo("""
                count  total     average   self      title
                2      6.000 us  3.000 us  6.000 us  SOCKET
                1      3.000 us  3.000 us  3.000 us  c
                """);
    }

    @Test
    void S3_totalsOfLongSlices_doNotOverflow() throws IOException {
        List<Slice> slices = ViewedTrace.slices(new SliceTypes(), """
                X 1 0 a "dur":4000000000000000
                X 2 0 a "dur":4000000000000000
                X 3 0 a "dur":4000000000000000
                """);

        assertThat(viewers.text(slices)).contains("3      9223372036854775.807 us");
    }

    @Test
    void selectionThatNoViewerIsFor_isRefused() throws IOException {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> viewers.text(List.of("text")))
                .withMessage("there is no viewer for one 'String'; register one");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> viewers.text(List.of()))
                .withMessageContaining("nothing");
        List<Object> mixed = List.of(slices().get(0), "text");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> viewers.text(mixed))
                .withMessageContaining("several");
    }

    @Test
    void missingTitle_isRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> viewers.register(new Named<>(NetSlice.class, false, " ")))
                .withMessage("the viewer for 'NetSlice' has no title; give it one");
    }

    @Test
    void duplicateAndInterface_areRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> viewers.register(new Named<>(Slice.class, true, "mine")))
                .withMessage("'Slice' has a viewer for several already; register it once");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> viewers.register(new Named<>(Runnable.class, true, "mine")))
                .withMessage("'Runnable' is an interface; name a class");
    }

    @Test
    void objectsAndSnapshots_areShownByTheGeneralViewers() throws IOException {
        ObjectTypes types = new ObjectTypes(ViewedTrace.objects("""
                N 1 1 Queue "cat":"app","id":"0x1"
                O 1 2 Queue "cat":"app","id":"0x1","args":{"snapshot":{"length":3}}
                """));
        ObjectInstance queue = types.instances().get(0);

        assertThat(viewers.text(List.of(queue))).isEqualTo("""
                object    Queue 0x1
                type      Queue
                category  app
                created   1.000 us
                deleted   not recorded
                2.000 us  {length=3}
                """);
        assertThat(viewers.text(queue.snapshots())).isEqualTo("""
                object        Queue 0x1
                time          2.000 us
                state.length  3
                """);
        Html html = new Html();
        viewers.html(queue.snapshots(), html);
        assertThat(html.markup())
                .isEqualTo("<h2>Queue 0x1</h2><table><tr><th>object</th><td>Queue 0x1</td></tr>"
                        + "<tr><th>time</th><td>2.000 us</td></tr><tr><th>state.length</th><td>3</td></tr></table>");
    }

    @Test
    void argumentNamedLikeAFact_staysAnArgument() throws IOException {
        List<Slice> slices = ViewedTrace.slices(
                new SliceTypes(), "X 1 0 a \"cat\":\"c\",\"dur\":2,\"args\":{\"duration\":\"none\"}");

        assertThat(viewers.text(slices)).contains("duration       2.000 us\n", "args.duration  none\n");
    }

    @Test
    void hostileNames_areTextInHtmlAndInTerminals() throws IOException {
        String hostile = "</script><img/src=x/onerror=alert(1)>\\u2028\\u202e\\u001b[2J\\nroot";
        List<Slice> slices = ViewedTrace.slices(
                new SliceTypes(), "X 1 0 " + hostile + " \"cat\":\"c\",\"dur\":2,\"args\":{\"" + hostile + "\":1}");
        Html html = new Html();

        viewers.html(slices, html);

        assertThat(html.page(slices.get(0).title()))
                .contains("default-src 'none'")
                .contains("&lt;/script&gt;&lt;img/src=x/onerror=alert(1)&gt;\\u2028\\u202e\\u001b[2J\nroot")
                .doesNotContain("<img", "<script", "</script", "\u2028", "\u202e", "\u001b");
        assertThat(viewers.text(slices))
                .contains("\\u2028\\u202e\\u001b[2J\n")
                .matches(text -> text.lines().noneMatch(line -> line.startsWith("root")))
                .doesNotContain("\u2028", "\u202e", "\u001b");
    }
}
