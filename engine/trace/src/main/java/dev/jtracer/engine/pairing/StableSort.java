// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.pairing;

import java.util.Arrays;

/** A stable sort of indexes by a given order, without an object for each. */
final class StableSort {
    /** An order of the elements behind two indexes. */
    interface Order {
        int compare(int a, int b);
    }

    private final Order order;
    private final int[] buffer;

    private StableSort(Order order, int size) {
        this.order = order;
        this.buffer = new int[size];
    }

    /** Returns the numbers from 0 to {@code count - 1} in order. */
    static int[] sort(int count, Order order) {
        int[] numbers = new int[count];
        Arrays.setAll(numbers, i -> i);
        if (!isSorted(numbers, order)) {
            new StableSort(order, (count + 1) / 2).sort(numbers, 0, count);
        }
        return numbers;
    }

    private static boolean isSorted(int[] numbers, Order order) {
        for (int i = 1; i < numbers.length; i++) {
            if (order.compare(numbers[i - 1], numbers[i]) > 0) {
                return false;
            }
        }
        return true;
    }

    private void sort(int[] numbers, int from, int to) {
        if (to - from < 2) {
            return;
        }
        int middle = (from + to) >>> 1;
        sort(numbers, from, middle);
        sort(numbers, middle, to);
        if (order.compare(numbers[middle - 1], numbers[middle]) > 0) {
            merge(numbers, from, middle, to);
        }
    }

    private void merge(int[] numbers, int from, int middle, int to) {
        int left = middle - from;
        System.arraycopy(numbers, from, buffer, 0, left);
        int i = 0;
        int right = middle;
        int out = from;
        while (i < left && right < to) {
            numbers[out++] = order.compare(buffer[i], numbers[right]) <= 0 ? buffer[i++] : numbers[right++];
        }
        System.arraycopy(buffer, i, numbers, out, left - i);
    }
}
