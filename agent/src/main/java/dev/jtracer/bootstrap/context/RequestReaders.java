// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.bootstrap.context;

import dev.jtracer.bootstrap.RecorderFailures;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/** The readers of requests, by the class that serves the requests. They live as long as that class. */
final class RequestReaders extends ClassValue<AtomicReferenceArray<@Nullable RequestReader>> {
    /** The least status of HTTP. */
    static final int LEAST_STATUS = 100;

    /** The least status of a request that has failed. */
    static final int LEAST_ERROR = 400;

    private static final int APIS = 7;
    private static final RequestReaders READERS = new RequestReaders();
    /** In place of a reader that could not be made, so that it is tried once only. */
    static final RequestReader NONE = new RequestReader();

    private static volatile RequestReader.@Nullable Maker maker;

    private RequestReaders() {}

    static void maker(RequestReader.@Nullable Maker present) {
        maker = present;
    }

    /** Initialises the classes of the JDK that a request needs. */
    static void initialize() {
        READERS.get(RequestReaders.class);
    }

    /** Returns the reader for the class that the lookup belongs to. */
    static RequestReader of(MethodHandles.Lookup caller, int api) {
        AtomicReferenceArray<@Nullable RequestReader> readers = READERS.get(caller.lookupClass());
        RequestReader reader = readers.get(api);
        if (reader == null) {
            reader = make(caller, api);
            readers.set(api, reader);
        }
        return reader;
    }

    /** Returns a status; 0 if it cannot be read. */
    static int status(@Nullable RequestReader reader, @Nullable Object response) {
        try {
            return reader == null || response == null ? 0 : reader.status(response);
        } catch (Throwable failure) {
            RecorderFailures.atEnd(failure);
            return 0;
        }
    }

    private static RequestReader make(MethodHandles.Lookup caller, int api) {
        RequestReader.Maker present = maker;
        if (present == null) {
            return NONE;
        }
        try {
            // The caller's own lookup: its loader finds the interface, and its module reads it.
            MethodHandles.Lookup reader = caller.defineHiddenClass(present.classFile(caller, api), true);
            return (RequestReader) reader.findConstructor(reader.lookupClass(), MethodType.methodType(void.class))
                    .asType(MethodType.methodType(RequestReader.class))
                    .invokeExact();
        } catch (Throwable failure) {
            RecorderFailures.atEnd(failure);
            return NONE;
        }
    }

    @Override
    protected AtomicReferenceArray<@Nullable RequestReader> computeValue(Class<?> caller) {
        return new AtomicReferenceArray<>(APIS);
    }
}
