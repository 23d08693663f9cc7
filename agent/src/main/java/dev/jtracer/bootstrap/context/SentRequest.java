// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.bootstrap.context;

import dev.jtracer.bootstrap.RecordLayout;
import dev.jtracer.bootstrap.RecorderFailures;
import dev.jtracer.bootstrap.TracerSwitch;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A request that the program sends and whose response comes later: the arrival of the response is its
 * {@link RequestEnd}.
 */
final class SentRequest implements BiConsumer<@Nullable Object, @Nullable Throwable> {
    private final RequestEnd end;
    private final RequestReader reader;

    private SentRequest(int nameId, RequestReader reader) {
        this.end = RequestEnd.expect(nameId, null);
        this.reader = reader;
    }

    /** Initialises the classes that this one needs. */
    static void initialize() {
        new SentRequest(0, RequestReaders.NONE).accept(null, null);
    }

    /**
     * Records that the response will come.
     *
     * @param response the client's own future, which the program does not see
     */
    static void follow(CompletableFuture<?> response, int nameId, RequestReader reader) {
        if (nameId != 0) {
            CompletableFuture<?> unused = response.whenComplete(new SentRequest(nameId, reader));
        }
    }

    @Override
    public void accept(@Nullable Object response, @Nullable Throwable failure) {
        if (!TracerSwitch.isOn()) {
            return;
        }
        try {
            if (end.begin()) {
                int kind = failure == null ? RecordLayout.KIND_EXIT : RecordLayout.KIND_THROW;
                end.happen(RequestReaders.status(reader, response), null, kind);
            }
        } catch (Throwable ours) {
            RecorderFailures.atEnd(ours);
        }
    }
}
