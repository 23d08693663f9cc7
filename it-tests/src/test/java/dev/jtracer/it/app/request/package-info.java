// SPDX-License-Identifier: Apache-2.0
/** Applications whose methods have the number of the request that they work for. */
package dev.jtracer.it.app.request;
