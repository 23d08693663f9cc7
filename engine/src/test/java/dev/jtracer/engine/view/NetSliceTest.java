// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.view;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The 13 items of catapult's {@code net_async_slice}, for a domain type that anybody could write. */
class NetSliceTest {
    private static NetSlice net(String lines) throws IOException {
        List<Slice> slices = slices(lines);
        assertThat(slices).hasSize(1);
        return (NetSlice) slices.get(0);
    }

    private static List<Slice> slices(String lines) throws IOException {
        SliceTypes types = new SliceTypes();
        types.register(new NetSlice.Type());
        return ViewedTrace.slices(types, lines.replace("NET", "\"cat\":\"netlog\",\"id\":\"7\""));
    }

    private static List<String> titles(List<Slice> slices) {
        return slices.stream().map(Slice::title).toList();
    }

    @Test
    void basic_isANetSliceInItsGroup() throws IOException {
        assertThat(net("X 1 0 HTTP_STREAM_JOB NET,\"dur\":100").groupTitle()).isEqualTo("NetLog");
    }

    @Test
    void basic_otherCategoriesStayWhatTheyAre() throws IOException {
        List<Slice> slices = slices("""
                X 1 0 a "cat":"other","dur":1
                X 1 5 b "cat":"other,disabled-by-default-netlog","dur":1
                """);

        assertThat(slices.get(0)).isExactlyInstanceOf(Slice.class);
        assertThat(slices.get(0).groupTitle()).isEqualTo("a");
        assertThat(slices.get(1)).isInstanceOf(NetSlice.class);
    }

    @Test
    void import_makesNetSlicesOfAsyncEvents() throws IOException {
        String events = """
                [{"ph":"b","pid":1,"tid":2,"ts":100,"cat":"netlog","id":71,"name":"HTTP_STREAM_JOB","args":{}},
                 {"ph":"e","pid":1,"tid":2,"ts":200,"cat":"netlog","id":71,"name":"HTTP_STREAM_JOB","args":{}}]
                """;
        SliceTypes types = new SliceTypes();
        types.register(new NetSlice.Type());

        List<Slice> slices = ViewedTrace.slicesOfJson(types, events);

        assertThat(slices).hasSize(1).first().isInstanceOf(NetSlice.class);
        assertThat(slices.get(0).durationNanos()).isEqualTo(100_000);
    }

    @Test
    void exposeUrl_basic() throws IOException {
        NetSlice slice = net("""
                X 1 0 a NET,"dur":9,"args":{"params":{"url":"https://google.com"},"source_type":"b"}
                """);

        assertThat(slice.isTopLevel()).isTrue();
        assertThat(slice.title()).isEqualTo("https://google.com");
    }

    @Test
    void exposeUrl_nested() throws IOException {
        NetSlice slice = net("""
                X 1 0 a NET,"dur":9,"args":{"params":{},"source_type":"HELLO"}
                X 1 1 b NET,"dur":1,"args":{"params":{"url":"http://test.url"}}
                """);

        assertThat(slice.subSlices().get(0).isTopLevel()).isFalse();
        assertThat(slice.title()).isEqualTo("http://test.url");
        assertThat(titles(slice.subSlices())).containsExactly("b");
    }

    @Test
    void exposeUrl_nestedNoUrl() throws IOException {
        NetSlice slice = net("""
                X 1 0 a NET,"dur":9,"args":{"params":{}}
                X 1 1 b NET,"dur":1,"args":{"params":{}}
                """);

        assertThat(slice.title()).isEqualTo("a");
        assertThat(titles(slice.subSlices())).containsExactly("b");
    }

    @Test
    void exposeUrl_nestedBothChildrenHaveUrl() throws IOException {
        NetSlice slice = net("""
                X 1 0 a NET,"dur":9,"args":{"params":{}}
                X 1 1 b NET,"dur":1,"args":{"params":{"url":"http://test.url.net"}}
                X 1 3 c NET,"dur":1,"args":{"params":{"url":"http://test.url.com"}}
                """);

        assertThat(slice.title()).isEqualTo("http://test.url.net");
        assertThat(titles(slice.subSlices())).containsExactly("b", "c");
    }

    @Test
    void exposeUrl_nestedBothParentAndChildHaveUrl() throws IOException {
        NetSlice slice = net("""
                X 1 0 a NET,"dur":9,"args":{"params":{"url":"parent123.url.com"}}
                X 1 1 b NET,"dur":1,"args":{"params":{"url":"http://test.url.net"}}
                X 1 3 c NET,"dur":1
                """);

        assertThat(slice.title()).isEqualTo("parent123.url.com");
        assertThat(titles(slice.subSlices())).containsExactly("b", "c");
    }

    @Test
    void exposeUrl_goesDepthFirst() throws IOException {
        NetSlice slice = net("""
                X 1 0 a NET,"dur":9
                X 1 1 b NET,"dur":3
                X 1 2 c NET,"dur":1,"args":{"params":{"url":"deep"}}
                X 1 5 d NET,"dur":1,"args":{"params":{"url":"shallow"}}
                """);

        assertThat(slice.title()).isEqualTo("deep");
    }

    @Test
    void exposeUrl_isNotComputedTwice() throws IOException {
        NetSlice slice = net("""
                X 1 0 a NET,"dur":9
                X 1 1 b NET,"dur":1,"args":{"params":{"url":"http://test.url.net"}}
                """);

        assertThat(slice.title()).isEqualTo("http://test.url.net");
        assertThat(slice.title()).isEqualTo("http://test.url.net");
        assertThat(slice.searches()).isEqualTo(1);
    }

    @Test
    void exposeSourceType_asTitleWhenThereIsNoUrl() throws IOException {
        NetSlice slice = net("""
                X 1 0 a NET,"dur":9,"args":{"params":{},"source_type":"UDP_SOCKET"}
                X 1 1 b NET,"dur":1,"args":{"params":{},"source_type":"SOCKET"}
                """);

        assertThat(slice.title()).isEqualTo("UDP_SOCKET");
        assertThat(titles(slice.subSlices())).containsExactly("b");
    }

    @Test
    void originalTitle_isWhatTheTraceSays() throws IOException {
        assertThat(net("X 1 0 a NET,\"dur\":9,\"args\":{\"source_type\":\"UDP_SOCKET\"}")
                        .originalTitle())
                .isEqualTo("a");
    }

    @Test
    void byteCount_isThatOfTheSliceAndAllWithinIt() throws IOException {
        NetSlice slice = net("""
                X 1 0 a NET,"dur":9,"args":{"params":{"byte_count":1}}
                X 1 1 b NET,"dur":3,"args":{"params":{"byte_count":20}}
                X 1 2 c NET,"dur":1,"args":{"params":{"byte_count":300}}
                X 1 5 d NET,"dur":1,"args":{"params":{"byte_count":"many"}}
                """);

        assertThat(slice.byteCount()).isEqualTo(321);
    }

    @Test
    void args_ofBothEndsAreMerged() throws IOException {
        NetSlice slice = net("""
                B 1 0 a NET,"args":{"params":{"url":"u"},"source_type":"s"}
                E 1 9 a NET,"args":{"params":{"byte_count":5}}
                """);

        assertThat(slice.title()).isEqualTo("u");
        assertThat(slice.byteCount()).isEqualTo(5);
    }
}
