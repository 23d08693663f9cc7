// SPDX-License-Identifier: Apache-2.0

/**
 * Names that application threads send to the drain. Belongs to the bootstrap loader, like the recorder, whose rules
 * apply here too.
 */
@NullMarked
package dev.jtracer.bootstrap.names;

import org.jspecify.annotations.NullMarked;
