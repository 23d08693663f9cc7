// SPDX-License-Identifier: Apache-2.0
@NullMarked
package dev.jtracer.spark;

import org.jspecify.annotations.NullMarked;
