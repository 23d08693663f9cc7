// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.app;

import jakarta.servlet.http.HttpServlet;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Path;
import java.util.function.Consumer;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.startup.Tomcat;

/** Tomcat on a free port of the loopback interface, with one asynchronous servlet for all paths. */
final class OneServletTomcat implements AutoCloseable {
    private final Tomcat tomcat = new Tomcat();
    private final String address;

    /** Starts it. Its directory is in the current one. */
    OneServletTomcat(HttpServlet servlet) throws LifecycleException {
        this(servlet, context -> {});
    }

    /** Starts it with further settings. */
    OneServletTomcat(HttpServlet servlet, Consumer<Context> settings) throws LifecycleException {
        Logger.getLogger("org.apache").setLevel(Level.OFF);
        String directory = Path.of("tomcat").toAbsolutePath().toString();
        tomcat.setBaseDir(directory);
        tomcat.setPort(0);
        tomcat.setHostname("127.0.0.1");
        tomcat.getConnector().setDiscardFacades(false); // an object serves several requests
        Context context = tomcat.addContext("", directory);
        Tomcat.addServlet(context, "servlet", servlet).setAsyncSupported(true);
        context.addServletMappingDecoded("/*", "servlet");
        settings.accept(context);
        tomcat.start();
        address = "http://127.0.0.1:" + tomcat.getConnector().getLocalPort();
    }

    /** Requests a path. Returns the status. */
    int status(String path) throws IOException {
        HttpURLConnection connection =
                (HttpURLConnection) URI.create(address + path).toURL().openConnection();
        return connection.getResponseCode();
    }

    @Override
    public void close() throws LifecycleException {
        tomcat.stop();
        tomcat.destroy();
    }
}
