// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.examples.shop;

/** Finds the fewest boxes that hold all articles, by trying every distribution. */
final class BoxPacker {
    private final int kilogramsPerBox;

    BoxPacker(int kilogramsPerBox) {
        this.kilogramsPerBox = kilogramsPerBox;
    }

    int fewestBoxes(int[] weights) {
        int boxes = 1;
        while (!tryBoxes(weights, boxes)) {
            boxes++;
        }
        return boxes;
    }

    private boolean tryBoxes(int[] weights, int boxes) {
        return place(weights, 0, new int[boxes]);
    }

    private boolean place(int[] weights, int article, int[] loads) {
        if (article == weights.length) {
            return true;
        }
        for (int box = 0; box < loads.length; box++) {
            if (loads[box] + weights[article] <= kilogramsPerBox) {
                loads[box] += weights[article];
                if (place(weights, article + 1, loads)) {
                    return true;
                }
                loads[box] -= weights[article];
            }
        }
        return false;
    }
}
