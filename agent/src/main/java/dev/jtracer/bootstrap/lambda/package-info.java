// SPDX-License-Identifier: Apache-2.0

/**
 * The linkage of lambdas: wraps each lambda of a woven class where it is made. Belongs to the bootstrap loader, like
 * the recorder, whose rules apply here too.
 *
 * <p>Start with {@link dev.jtracer.bootstrap.lambda.LambdaLink}.
 */
@NullMarked
package dev.jtracer.bootstrap.lambda;

import org.jspecify.annotations.NullMarked;
