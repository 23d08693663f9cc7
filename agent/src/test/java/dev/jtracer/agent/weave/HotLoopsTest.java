// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.weave;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The loops over records are too long for the JIT compiler (C2) to put them into their callers, where it would
 * compile them again: half a second of CPU in runs of a second.
 */
class HotLoopsTest {
    /** {@code FreqInlineSize} of JDK 17 to 25. */
    private static final int LONGEST_INLINED = 325;

    @ParameterizedTest
    @CsvSource({
        "engine/jtr/RecordPacker, packCalls",
        "engine/jtr/ChunkFrame, readCalls",
        "engine/pairing/TrackSpans, take"
    })
    void loopOverRecords_isCompiledOnce(String type, String method) throws IOException {
        ClassReader reader;
        try (InputStream file = getClass().getResourceAsStream("/dev/jtracer/" + type + ".class")) {
            reader = new ClassReader(file);
        }
        List<String> names = new ArrayList<>();
        reader.accept(
                new ClassVisitor(Opcodes.ASM9) {
                    @Override
                    public @Nullable MethodVisitor visitMethod(
                            int access,
                            String name,
                            String descriptor,
                            @Nullable String signature,
                            String @Nullable [] exceptions) {
                        names.add(name);
                        return null;
                    }
                },
                ClassReader.SKIP_CODE);

        assertThat(CodeLengths.of(reader)[names.indexOf(method)]).isBetween(LONGEST_INLINED + 1, HugeMethods.LIMIT);
    }
}
