// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.weave.callback;

import dev.jtracer.agent.weave.code.RecorderCall;
import dev.jtracer.bootstrap.CallbackTracer;
import java.util.ArrayList;
import java.util.List;
import net.bytebuddy.jar.asm.Label;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;
import org.jspecify.annotations.Nullable;

/**
 * A visitor that records the callbacks which a traced method passes. Those of untraced calls, to the JDK and to
 * libraries that are not included, are recorded at the call. A call
 *
 * <pre>{@code
 * timer.schedule(task, 100);
 * }</pre>
 *
 * on line 12 of {@code order} becomes, where 9 is the id of {@code schedule[0]}, its first argument, passed on
 * that line, and 10 that of {@code schedule},
 *
 * <pre>{@code
 * CallbackTracer.open(10);
 * TimerTask first = task;                 // new variables take the arguments from the operand stack
 * long second = 100;
 * CallbackTracer.passed(first, 9);
 * timer.schedule(first, second);          // first is cleared before the call
 * CallbackTracer.close(10);
 * }</pre>
 *
 * <p>An included method records its callbacks itself, but does not know its caller, which therefore announces the
 * site. A call {@code shop.order(task)} becomes, where 11 is the id of {@code order[0]}, passed on its line, and
 * 256 the number of the parameter,
 *
 * <pre>{@code
 * CallbackTracer.announce(task, 11, 256);
 * shop.order(task);
 * CallbackTracer.announced(11);
 * }</pre>
 */
public final class CallSiteWeave extends MethodVisitor {
    /* The arguments from the first callback on are stored in variables above those of the method and loaded again.
     * No jump leads in between, so no frame has to declare these variables. This is correct for constructors too,
     * whose uninitialised object is below on the stack. The variables are cleared, because they would otherwise keep
     * an argument alive that the application holds weakly.
     *
     * An exception leaves the call open: a handler of its own would need the frame at each call. If the method
     * catches an exception, the start of each of its handlers closes what is open within the method; if it does not,
     * the method's own end closes it. */
    private final CallSites sites;
    private final ClassLoader loader;
    private final String className;
    private final String method;
    private final int firstFreeVariable;
    private final int frameId;
    private final boolean announces;
    private final boolean frames;
    /* A handler that covers its own beginning is skipped: compilers write them for synchronized blocks, to leave
     * the monitor in any case. If code added there met the stack's end, it would run again and again, for ever. */
    private final List<Handler> handlers = new ArrayList<>(0);
    /** Number of {@code <init>} calls left until a constructor's object is initialised. */
    private int initCallsToPass;

    private boolean atHandler;
    private int variables;
    private int line;

    private static final class Handler {
        final Label coveredFrom;
        final Label coveredTo;
        final Label begin;
        boolean coversNext;

        Handler(Label coveredFrom, Label coveredTo, Label begin) {
            this.coveredFrom = coveredFrom;
            this.coveredTo = coveredTo;
            this.begin = begin;
        }
    }

    /**
     * @param className with dots
     * @param method the source method
     * @param firstFreeVariable the number of the method's variables
     * @param frameId id by which the method itself is opened and closed; 0 if it is not
     * @param announces whether sites are announced to included methods
     * @param superCall which of a constructor's {@code <init>} calls is that of this or super, from 1; 0 for other
     *     methods
     */
    public CallSiteWeave(
            MethodVisitor next,
            CallbackScope scope,
            String className,
            String method,
            int firstFreeVariable,
            int frameId,
            boolean announces,
            int superCall,
            boolean frames) {
        super(Opcodes.ASM9, next);
        this.sites = scope.sites();
        this.loader = scope.loader();
        this.className = className;
        this.method = method;
        this.firstFreeVariable = firstFreeVariable;
        this.variables = firstFreeVariable;
        this.frameId = frameId;
        this.announces = announces;
        this.initCallsToPass = superCall;
        this.frames = frames;
    }

    @Override
    public void visitTryCatchBlock(Label start, Label end, Label handler, @Nullable String type) {
        super.visitTryCatchBlock(start, end, handler, type);
        handlers.add(new Handler(start, end, handler));
    }

    @Override
    public void visitLineNumber(int line, Label start) {
        this.line = line;
        super.visitLineNumber(line, start);
    }

    @Override
    public void visitLabel(Label label) {
        super.visitLabel(label);
        atHandler |= reachesHandler(label) && (frameId != 0 || announces);
        if (!frames) {
            endCallsLeft();
        }
    }

    /** Returns whether a handler that does not cover its begin begins at a label. Called for each, in order. */
    private boolean reachesHandler(Label label) {
        boolean begins = false;
        boolean coversItself = false;
        for (int i = 0; i < handlers.size(); i++) {
            Handler handler = handlers.get(i);
            handler.coversNext = handler.coveredFrom == label || (handler.coversNext && handler.coveredTo != label);
            begins |= handler.begin == label;
            coversItself |= handler.begin == label && handler.coversNext;
        }
        return begins && !coversItself;
    }

    @Override
    public void visitFrame(int type, int locals, Object @Nullable [] local, int stack, Object @Nullable [] onStack) {
        super.visitFrame(type, locals, local, stack, onStack);
        endCallsLeft();
    }

    private void endCallsLeft() {
        if (atHandler) {
            atHandler = false;
            if (frameId != 0) {
                RecorderCall.CAUGHT.write(mv, frameId);
            }
            if (announces) {
                RecorderCall.ANNOUNCED.write(mv, CallbackTracer.ALL);
            }
        }
    }

    @Override
    public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
        // Before its object is initialised a constructor has no handler that removes a site on an exception.
        boolean isInitialised = initCallsToPass == 0;
        if (!isInitialised && opcode == Opcodes.INVOKESPECIAL && name.equals("<init>")) {
            initCallsToPass--;
        }
        CallbackParameters announced =
                announces && isInitialised ? sites.announced(loader, owner, name, descriptor) : CallbackParameters.NONE;
        if (announced.count() > 0 && nameCallbacks(announced, owner, name)) {
            writeArguments(announced, Type.getArgumentTypes(descriptor));
            super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
            for (int k = 0; k < announced.count(); k++) {
                RecorderCall.ANNOUNCED.write(mv, announced.nameId(k));
            }
            return;
        }
        CallbackParameters callbacks = sites.callbacks(loader, opcode, owner, name, descriptor);
        boolean isNamed = callbacks.count() > 0 && nameCallbacks(callbacks, owner, name);
        int call = isNamed ? sites.number(owner, name) : 0;
        if (call == 0) { // also a call without a name is left alone
            super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
            return;
        }
        int frame = call | (sites.recorded() ? CallbackTracer.CALL : CallbackTracer.SITE);
        if (sites.recorded()) {
            RecorderCall.ENTER.write(mv, call);
        }
        RecorderCall.OPEN.write(mv, frame);
        writeArguments(callbacks, Type.getArgumentTypes(descriptor));
        super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
        RecorderCall.CLOSE.write(mv, frame);
        if (sites.recorded()) {
            RecorderCall.EXIT.write(mv, call);
        }
    }

    /** Names the callbacks of a call after the current line. Returns whether there were ids for all of them. */
    private boolean nameCallbacks(CallbackParameters callbacks, String owner, String name) {
        String site = className.concat(".").concat(LambdaNames.atLine(method, line));
        return sites.nameCallbacks(callbacks, owner, name, className, site);
    }

    /** Gives the callbacks among the arguments on the operand stack to the recorder. */
    private void writeArguments(CallbackParameters callbacks, Type[] arguments) {
        int first = callbacks.ordinal(0);
        if (first == arguments.length - 1) {
            super.visitInsn(Opcodes.DUP);
            callbacks.writeCall(mv, 0);
            return;
        }
        int[] variableOf = new int[arguments.length];
        int next = firstFreeVariable;
        for (int i = first; i < arguments.length; i++) {
            variableOf[i] = next;
            next += arguments[i].getSize();
        }
        variables = Math.max(variables, next);
        for (int i = arguments.length - 1; i >= first; i--) {
            super.visitVarInsn(arguments[i].getOpcode(Opcodes.ISTORE), variableOf[i]);
        }
        for (int k = 0; k < callbacks.count(); k++) {
            super.visitVarInsn(Opcodes.ALOAD, variableOf[callbacks.ordinal(k)]);
            callbacks.writeCall(mv, k);
        }
        for (int i = first; i < arguments.length; i++) {
            super.visitVarInsn(arguments[i].getOpcode(Opcodes.ILOAD), variableOf[i]);
            if (arguments[i].getSort() >= Type.ARRAY) {
                super.visitInsn(Opcodes.ACONST_NULL);
                super.visitVarInsn(Opcodes.ASTORE, variableOf[i]);
            }
        }
    }

    @Override
    public void visitMaxs(int maxStack, int maxLocals) {
        super.visitMaxs(maxStack + 3, Math.max(maxLocals, variables));
    }
}
