// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.timeline.svg;

/** The style sheet of a timeline, for light and dark. */
final class SvgStyle {
    private SvgStyle() {}

    private static final String RULES = """
            <style>
            svg{max-width:100%;height:auto}
            text{font-family:system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif;font-size:11.5px}
            .card{fill:#fff;stroke:#d5dce4}
            .ink{fill:#17212b}
            .faint{fill:#5b6878}
            .small{font-size:10.5px}
            .head{font-size:15.5px;font-weight:600}
            .row{font-weight:600}
            .end{text-anchor:end}
            .mid{text-anchor:middle}
            .grid{stroke:#e6ebf0;fill:none}
            .strip{fill:#f3f6f9}
            .lens{fill:#2f6fed;fill-opacity:.09}
            .frame{fill:#2f6fed;fill-opacity:.1;stroke:#2f6fed;stroke-width:1.5}
            .label{fill:#0d1822;font-weight:500}
            .time{fill:#0d1822;fill-opacity:.72;text-anchor:end}
            .palette{}
            .box,.bar{stroke:none}
            .run{stroke-width:.7;fill-opacity:.6}
            .q3{fill-opacity:.8}.q2{fill-opacity:.6}.q1{fill-opacity:.42}
            .threw{fill:#9c1020}
            .seam{fill:none;stroke:#fff;stroke-width:4;stroke-opacity:.85}
            .arrow{fill:none;stroke:#c4004f;stroke-width:1.6}
            .beyond{stroke-dasharray:4 3}
            .tip{fill:#c4004f;stroke:#fff;stroke-width:1;paint-order:stroke}
            @media(prefers-color-scheme:dark){
            .card{fill:#151b23;stroke:#303a47}
            .ink{fill:#e8eef5}
            .faint{fill:#9dabbc}
            .grid{stroke:#27303b}
            .strip{fill:#1c242e}
            .lens{fill:#6ea0ff;fill-opacity:.12}
            .frame{fill:#6ea0ff;fill-opacity:.2;stroke:#6ea0ff}
            .run{fill-opacity:.55}
            .runs{fill:#e8eef5}
            .seam{stroke:#151b23}
            .arrow{stroke:#ff7aa8}
            .tip{fill:#ff7aa8;stroke:#151b23}
            }
            </style>
            """;

    static String text() {
        return RULES.replace(".palette{}\n", Palette.rules());
    }
}
