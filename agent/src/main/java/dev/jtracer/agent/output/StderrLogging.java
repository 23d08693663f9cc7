// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.output;

import org.jspecify.annotations.Nullable;
import org.slf4j.ILoggerFactory;
import org.slf4j.Marker;
import org.slf4j.event.Level;
import org.slf4j.helpers.LegacyAbstractLogger;
import org.slf4j.helpers.MessageFormatter;
import org.slf4j.helpers.NOP_FallbackServiceProvider;

/** An slf4j provider whose loggers write warnings and errors to stderr; its markers and contexts are slf4j's own. */
public final class StderrLogging extends NOP_FallbackServiceProvider {
    @Override
    public ILoggerFactory getLoggerFactory() {
        return name -> new StderrLogger();
    }

    private static final class StderrLogger extends LegacyAbstractLogger {
        private static final long serialVersionUID = 1;

        @Override
        protected void handleNormalizedLoggingCall(
                Level level,
                @Nullable Marker marker,
                String message,
                Object @Nullable [] arguments,
                @Nullable Throwable cause) {
            String text = MessageFormatter.basicArrayFormat(message, arguments);
            Report.ofStderr().say(cause == null ? text : text + " (" + cause + ")");
        }

        @Override
        protected @Nullable String getFullyQualifiedCallerName() {
            return null;
        }

        @Override
        public boolean isTraceEnabled() {
            return false;
        }

        @Override
        public boolean isDebugEnabled() {
            return false;
        }

        @Override
        public boolean isInfoEnabled() {
            return false;
        }

        @Override
        public boolean isWarnEnabled() {
            return true;
        }

        @Override
        public boolean isErrorEnabled() {
            return true;
        }
    }
}
