// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.picture;

/**
 * A curve from a call that was given a callback to the begin of the callback's run. It leaves the rows of a thread
 * upright, so that it passes between labels, which stand right of a box's left edge. Lengths are in pixels.
 *
 * @param x where the call was given the callback
 * @param fromBottom lower edge of that call's box
 * @param rowBottom lower edge of all boxes of its thread
 * @param runX left edge of the run's box
 * @param runTop upper edge of the run's box
 * @param runRowTop upper edge of all boxes of the run's thread
 * @param freeOnLeft whether the run's box can be reached from its left
 */
record Arrow(
        double x,
        double fromBottom,
        double rowBottom,
        double runX,
        double runTop,
        double runRowTop,
        boolean freeOnLeft) {
    private static final String COLOR = "#f0246e";
    /** The free width on the left that a box reached from there needs. */
    static final double REACH = 34;
    /** Width of a sample. */
    static final double SAMPLE = 30;

    private static final double HEAD = 8;
    private static final double HALF_HEAD = 4;
    /* Beside the corner, on the box. */
    private static final double INTO_BOX = 4;
    private static final double LEAST_BEND = 14;
    private static final double DOT = 3;
    private static final double LINE = 1.7;
    private static final double SEAM = 4;

    /** Adds the arrow; {@code halfBox} is half the height of a box. */
    void draw(Svg svg, double halfBox) {
        String line = freeOnLeft ? lineFromLeft(runTop + halfBox) : lineFromAbove();
        // A light seam keeps the line apart from the boxes it crosses.
        svg.element("path", "stroke-width='%.1f' stroke='#fff' stroke-opacity='0.8' fill='none' d='%s'", SEAM, line);
        svg.element("path", "class='arrow' stroke-width='%.1f' stroke='%s' fill='none' d='%s'", LINE, COLOR, line);
        svg.element(
                "circle",
                "cx='%.1f' cy='%.1f' r='%.1f' fill='%s' stroke='#fff' stroke-width='1.2'",
                x,
                fromBottom,
                DOT,
                COLOR);
        if (freeOnLeft) {
            head(svg, runX, runTop + halfBox, -HEAD, -HALF_HEAD, "v");
        } else {
            head(svg, runX + INTO_BOX, runTop, -HALF_HEAD, -HEAD, "h");
        }
    }

    /** Adds a small one as a sample. */
    static void drawSample(Svg svg, double left, double y) {
        svg.element(
                "path", "d='M%.1f %.1f h%.1f' stroke-width='%.1f' stroke='%s'", left, y, SAMPLE - HEAD, LINE, COLOR);
        svg.element("circle", "cx='%.1f' cy='%.1f' r='%.1f' fill='%s'", left, y, DOT, COLOR);
        head(svg, left + SAMPLE, y, -HEAD, -HALF_HEAD, "v");
    }

    private static void head(Svg svg, double tipX, double tipY, double sideX, double sideY, String base) {
        svg.element(
                "path",
                "d='M%.1f %.1f l%.1f %.1f %s%.1f Z' fill='%s' stroke='#fff' paint-order='stroke'",
                tipX,
                tipY,
                sideX,
                sideY,
                base,
                2 * HALF_HEAD,
                COLOR);
    }

    private String lineFromLeft(double y) {
        double wide = runX - HEAD - x;
        // With hardly any room between the two it takes a detour to arrive from the left.
        double bend = Math.max(LEAST_BEND, Math.max(0.65 * wide, Math.min(REACH, wide)));
        return Svg.format(
                "M%.1f %.1f V%.1f C%.1f %.1f %.1f %.1f %.1f %.1f",
                x,
                fromBottom,
                rowBottom,
                x,
                rowBottom + 0.8 * (y - rowBottom),
                runX - HEAD - bend,
                y,
                runX - HEAD + 1,
                y);
    }

    private String lineFromAbove() {
        double down = runX + INTO_BOX;
        double bend = 0.7 * (runRowTop - rowBottom);
        return Svg.format(
                "M%.1f %.1f V%.1f C%.1f %.1f %.1f %.1f %.1f %.1f V%.1f",
                x,
                fromBottom,
                rowBottom,
                x,
                rowBottom + bend,
                down,
                runRowTop - bend,
                down,
                runRowTop,
                runTop - HEAD + 1);
    }
}
