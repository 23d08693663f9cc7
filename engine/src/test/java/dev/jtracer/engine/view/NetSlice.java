// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.view;

import org.jspecify.annotations.Nullable;

/** A request, with the behaviour of catapult's slices of that kind: what a domain type can do. */
final class NetSlice extends Slice {
    private @Nullable String title;
    private int searches;

    NetSlice(SliceData data) {
        super(data);
    }

    @Override
    public String title() {
        if (title == null) {
            title = isTopLevel() ? findTitle() : originalTitle();
        }
        return title;
    }

    private String findTitle() {
        searches++;
        String url = url(this);
        String sourceType = args().text("source_type");
        return url != null ? url : sourceType != null ? sourceType : originalTitle();
    }

    private static @Nullable String url(Slice slice) {
        String own = slice.args().object("params").text("url");
        if (own != null && !own.isEmpty()) {
            return own;
        }
        return slice.subSlices().stream()
                .map(NetSlice::url)
                .filter(url -> url != null)
                .findFirst()
                .orElse(null);
    }

    int searches() {
        return searches;
    }

    /** Bytes of this slice and those within it. */
    long byteCount() {
        return byteCount(this);
    }

    private static long byteCount(Slice slice) {
        Number own = slice.args().object("params").number("byte_count");
        return (own == null ? 0 : own.longValue())
                + slice.subSlices().stream().mapToLong(NetSlice::byteCount).sum();
    }

    @Override
    public String groupTitle() {
        return "NetLog";
    }

    static final class Type implements SliceType {
        @Override
        public TypeKey key() {
            return TypeKey.categoryParts("netlog", "disabled-by-default-netlog");
        }

        @Override
        public Slice create(SliceData data) {
            return new NetSlice(data);
        }
    }
}
