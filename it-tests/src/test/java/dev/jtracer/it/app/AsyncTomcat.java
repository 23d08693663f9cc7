// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.app;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.catalina.LifecycleException;

/** Requests of a servlet in Tomcat that end in the method that began them, or later. */
public final class AsyncTomcat {
    private AsyncTomcat() {}

    public static void main(String[] args) throws IOException, LifecycleException {
        ExecutorService others = Executors.newSingleThreadExecutor();
        try (OneServletTomcat tomcat = new OneServletTomcat(new Answers(others))) {
            for (String path : new String[] {"/now", "/later", "/again", "/within", "/never"}) {
                System.out.println(path + " " + tomcat.status(path));
            }
        }
        others.shutdown();
    }

    /** The servlet, which the test includes. */
    public static final class Answers extends HttpServlet {
        private static final long serialVersionUID = 1;

        private final transient ExecutorService others;

        Answers(ExecutorService others) {
            this.others = others;
        }

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) {
            if (request.getDispatcherType() == DispatcherType.ASYNC) {
                response.setStatus(203);
                return;
            }
            switch (request.getRequestURI()) {
                case "/later" -> {
                    AsyncContext async = request.startAsync();
                    others.execute(() -> complete(async));
                }
                case "/again" -> {
                    AsyncContext async = request.startAsync();
                    others.execute(async::dispatch);
                }
                case "/within" -> {
                    AsyncContext async = request.startAsync(request, response);
                    response.setStatus(204);
                    async.complete();
                }
                case "/never" -> request.startAsync().setTimeout(1);
                default -> response.setStatus(201);
            }
        }

        private static void complete(AsyncContext async) {
            ((HttpServletResponse) async.getResponse()).setStatus(202);
            async.complete();
        }
    }
}
