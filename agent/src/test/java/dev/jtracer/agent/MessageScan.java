// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent;

import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ConditionalExpressionTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.ParenthesizedTree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreeScanner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import javax.lang.model.element.Modifier;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/**
 * A reader of the product's sources for the messages that a user may see: the texts of its exceptions and of its
 * lines on stderr. What is put into a text at run time is written as {@code …}; a text with a choice gives several
 * messages.
 */
final class MessageScan extends TreeScanner<@Nullable Void, @Nullable Void> {
    static final String FILLED_IN = "…";

    private static final Set<String> FAILURES = Set.of("OptionException", "RecordingException", "TraceSyntaxException");
    private static final Set<String> CONTENT = Set.of("RecordingException", "TraceSyntaxException");
    private static final Set<String> LINES = Set.of("say", "sayOff", "problem", "note", "println");
    private static final Map<String, String> ENDINGS = Map.of(
            "misused",
            "; write java -jar tracer.jar " + FILLED_IN,
            "wrongOption",
            "; see java -jar tracer.jar help " + FILLED_IN);

    /**
     * A message.
     *
     * @param text its text
     * @param file simple name of the class that has it
     * @param failure whether it is the text of an exception that ends a command or an import, or turns tracing off
     * @param ofContent whether it is about the content of a file, to which the command line adds the next step
     */
    record Message(String text, String file, boolean failure, boolean ofContent) {}

    private final List<Message> messages = new ArrayList<>();
    private final Map<String, String> constants = new HashMap<>();
    private String file = "";

    /** Returns the messages in the sources below some directories. */
    static List<Message> of(Path... roots) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        MessageScan scan = new MessageScan();
        try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
            List<Path> sources = new ArrayList<>();
            for (Path root : roots) {
                try (Stream<Path> files = Files.walk(root)) {
                    files.filter(path -> path.toString().endsWith(".java"))
                            .sorted()
                            .forEach(sources::add);
                }
            }
            JavacTask task = (JavacTask)
                    compiler.getTask(null, manager, null, null, null, manager.getJavaFileObjectsFromPaths(sources));
            for (CompilationUnitTree unit : task.parse()) {
                scan.read(unit);
            }
        }
        return scan.messages;
    }

    private void read(CompilationUnitTree unit) {
        String path = unit.getSourceFile().toUri().getPath();
        file = path.substring(path.lastIndexOf('/') + 1, path.lastIndexOf('.'));
        constants.clear();
        unit.accept(
                new TreeScanner<@Nullable Void, @Nullable Void>() {
                    @Override
                    public @Nullable Void visitVariable(VariableTree variable, @Nullable Void unused) {
                        if (variable.getModifiers().getFlags().contains(Modifier.FINAL)
                                && variable.getInitializer() instanceof LiteralTree literal
                                && literal.getValue() instanceof String text) {
                            constants.put(variable.getName().toString(), text);
                        }
                        return null;
                    }
                },
                null);
        scan(unit, null);
    }

    @Override
    public @Nullable Void visitNewClass(NewClassTree tree, @Nullable Void unused) {
        if (FAILURES.contains(tree.getIdentifier().toString())) {
            boolean ofContent = CONTENT.contains(tree.getIdentifier().toString());
            tree.getArguments().forEach(argument -> add(argument, "", true, ofContent));
        }
        return super.visitNewClass(tree, null);
    }

    @Override
    public @Nullable Void visitMethodInvocation(MethodInvocationTree tree, @Nullable Void unused) {
        String name = tree.getMethodSelect() instanceof MemberSelectTree member
                ? member.getIdentifier().toString()
                : tree.getMethodSelect().toString();
        String ending = ENDINGS.get(name);
        boolean toStdout = tree.getMethodSelect().toString().contains("out()");
        if (ending != null) {
            tree.getArguments().forEach(argument -> add(argument, ending, true, false));
        } else if (tree.getMethodSelect().toString().startsWith("CommandException.")) {
            tree.getArguments().forEach(argument -> add(argument, "", true, false));
        } else if (LINES.contains(name) && !toStdout && tree.getArguments().size() == 1) {
            add(tree.getArguments().get(0), "", name.equals("sayOff"), false);
        }
        return super.visitMethodInvocation(tree, null);
    }

    private void add(ExpressionTree argument, String ending, boolean failure, boolean ofContent) {
        for (String text : texts(argument)) {
            String message = (text + ending).replace(FILLED_IN + FILLED_IN, FILLED_IN);
            if (text.codePoints().filter(Character::isLetter).count() > 2) {
                messages.add(new Message(message, file, failure, ofContent));
            }
        }
    }

    /** Returns the texts that an expression may have. */
    private List<String> texts(ExpressionTree expression) {
        if (expression instanceof LiteralTree literal) {
            return List.of(literal.getValue() instanceof String text ? text : FILLED_IN);
        }
        if (expression instanceof ParenthesizedTree parenthesized) {
            return texts(parenthesized.getExpression());
        }
        if (expression instanceof ConditionalExpressionTree choice) {
            return Stream.concat(
                            texts(choice.getTrueExpression()).stream(), texts(choice.getFalseExpression()).stream())
                    .distinct()
                    .toList();
        }
        if (expression instanceof BinaryTree sum) {
            List<String> ends = texts(sum.getRightOperand());
            return texts(sum.getLeftOperand()).stream()
                    .flatMap(begin -> ends.stream().map(end -> begin + end))
                    .toList();
        }
        if (expression instanceof MethodInvocationTree call
                && call.getMethodSelect().toString().equals("CountText.with")) {
            return texts(call.getArguments().get(1)).stream()
                    .map(words -> FILLED_IN + " " + words)
                    .toList();
        }
        if (expression instanceof MethodInvocationTree call
                && call.getMethodSelect().toString().equals("Spelling.advice")) {
            return Stream.concat(
                            Stream.of("did you mean '" + FILLED_IN + "'?"),
                            texts(call.getArguments().get(2)).stream())
                    .toList();
        }
        return List.of(
                expression instanceof IdentifierTree name
                        ? constants.getOrDefault(name.getName().toString(), FILLED_IN)
                        : FILLED_IN);
    }
}
