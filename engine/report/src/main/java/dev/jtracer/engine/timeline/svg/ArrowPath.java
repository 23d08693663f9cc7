// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.timeline.svg;

/**
 * The curve of an arrow. It leaves the rows of a thread upright, so that it passes between labels, which are right of
 * a box's left edge. Lengths are in pixels.
 *
 * @param x where the callback is passed
 * @param y edge of that call's box
 * @param edge edge of all boxes of its thread, on the side of the run
 * @param runX left edge of the run's box
 * @param runTop upper edge of the run's box
 * @param runEdge edge of all boxes of the run's thread, on the side of the call
 * @param fromLeft whether the run's box is reached from its left
 */
record ArrowPath(double x, double y, double edge, double runX, double runTop, double runEdge, boolean fromLeft) {
    /** The free width on the left that a box reached from there needs. */
    static final double REACH = 30;

    static final double HEAD = 7;

    private static final double HALF_HEAD = 3.5;
    private static final double HALF_BOX = RowLayout.BOX / 2;
    /* Beside the corner, on the box. */
    private static final double INTO_BOX = 4;
    private static final double LEAST_BEND = 12;

    /** Returns the data of the line's path. */
    String line() {
        return fromLeft ? lineFromLeft() : lineFromAbove();
    }

    /** Returns the data of the head's path. */
    String head() {
        return fromLeft ? head(runX, runTop + HALF_BOX) : headDown(runX + INTO_BOX, runTop);
    }

    /** Returns the data of a head that points to the right. */
    static String head(double tipX, double tipY) {
        return Svg.path("M", tipX, tipY, "l", -HEAD, -HALF_HEAD, "v", 2 * HALF_HEAD, "z");
    }

    private static String headDown(double tipX, double tipY) {
        return Svg.path("M", tipX, tipY, "l", -HALF_HEAD, -HEAD, "h", 2 * HALF_HEAD, "z");
    }

    private String lineFromLeft() {
        double end = runTop + HALF_BOX;
        double wide = runX - HEAD - x;
        // With hardly any room between the two it takes a detour to arrive from the left.
        double bend = Math.max(LEAST_BEND, Math.max(0.65 * wide, Math.min(REACH, wide)));
        return Svg.path(
                "M", x, y, "V", edge, "C", x, edge + 0.8 * (end - edge), runX - HEAD - bend, end, runX - HEAD + 1, end);
    }

    private String lineFromAbove() {
        double down = runX + INTO_BOX;
        double bend = 0.7 * (runEdge - edge);
        return Svg.path(
                "M", x, y, "V", edge, "C", x, edge + bend, down, runEdge - bend, down, runEdge, "V", runTop - HEAD + 1);
    }
}
