// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli.trace;

import dev.jtracer.agent.cli.command.CommandException;
import dev.jtracer.agent.cli.command.Terminal;
import dev.jtracer.engine.exporter.TraceFiles;
import dev.jtracer.engine.jtr.RecordingException;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.zip.ZipException;

/** Error messages for files that cannot be written, and the removal of incomplete ones. */
final class ConversionFiles {
    private ConversionFiles() {}

    /** Returns the reason why a trace could not be written, in words for the user. */
    static CommandException failure(IOException e, Path trace) {
        if (e instanceof RecordingException) {
            return damage(e);
        }
        if (e instanceof FileAlreadyExistsException && Files.isDirectory(trace)) {
            return CommandException.file("'" + trace + "' is a directory; name a file in it with -o");
        }
        if (e instanceof FileAlreadyExistsException) {
            return CommandException.file("'" + e.getMessage() + "' exists already; remove it or name another file");
        }
        if (e instanceof NoSuchFileException) {
            return CommandException.file(
                    "the directory of '" + trace + "' does not exist; create it or name a file elsewhere with -o");
        }
        if (e instanceof AccessDeniedException) {
            return CommandException.file(
                    "'" + trace + "' cannot be created by this user; name a file elsewhere with -o");
        }
        return CommandException.file(
                "cannot write '" + trace + "': " + reason(e) + "; free some space or name a file elsewhere with -o");
    }

    /** Returns what is wrong with the content of a file, with the next step. */
    static CommandException damage(IOException e) {
        String reason = reason(e);
        // Not in the quoted name of the file: 'a; b.jtr': a reason, or 'a; b.jtr' was cut.
        int beforeReason = reason.indexOf("': ");
        boolean hasStep = reason.indexOf("; ", beforeReason < 0 ? reason.lastIndexOf('\'') : beforeReason) >= 0;
        return CommandException.file(hasStep ? reason : reason + "; record it again, or name another file");
    }

    /** Returns the failure to read a file, with the next step. */
    static CommandException unreadable(Path file, IOException e) {
        return unreadable("'" + file + "'", e);
    }

    /** Returns the failure to read files, named in quotes, with the next step. */
    static CommandException unreadable(String files, IOException e) {
        return CommandException.file(
                e instanceof ZipException // damaged: a copy of these bytes is, too
                        ? "cannot read " + files + ": " + reason(e) + "; record it again, or name another file"
                        : "cannot read " + files + ": " + reason(e) + "; copy the file elsewhere and try again");
    }

    static void delete(TraceFiles files, Terminal terminal) {
        try {
            files.delete();
        } catch (IOException e) {
            terminal.err().println("cannot remove the incomplete files: " + reason(e) + "; remove them by hand");
        }
    }

    /** Returns the reason for a failure in words for the user; a Java class's name is none. */
    static String reason(IOException e) {
        String message = e instanceof FileSystemException file ? file.getReason() : e.getMessage();
        if (message != null) {
            return message;
        }
        if (e instanceof EOFException) {
            return "it ends too early";
        }
        if (e instanceof NoSuchFileException missing) {
            return "'" + missing.getFile() + "' does not exist";
        }
        return e instanceof AccessDeniedException ? "this user has no access" : "the system names no reason";
    }
}
