// SPDX-License-Identifier: Apache-2.0
/** Libraries that submit tasks to other threads by queues of their own. */
package dev.jtracer.it.app.shape;
