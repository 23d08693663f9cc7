// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.app;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;
import org.apache.tomcat.util.descriptor.web.ErrorPage;

/** Requests in Tomcat that fail and are dispatched to an error page, as those of Spring Boot are. */
public final class ErrorPageTomcat {
    private ErrorPageTomcat() {}

    public static void main(String[] args) throws IOException, LifecycleException {
        ExecutorService others = Executors.newSingleThreadExecutor();
        try (OneServletTomcat tomcat = new OneServletTomcat(new Answers(others), context -> {
            ErrorPage page = new ErrorPage();
            page.setLocation("/error");
            context.addErrorPage(page);
            context.getPipeline().addValve(new Guard());
        })) {
            for (String path : new String[] {"/good", "/refused", "/fails", "/late", "/guarded"}) {
                System.out.println(path + " " + tomcat.status(path));
            }
        }
        others.shutdown();
    }

    /** A part of the container that refuses requests before any servlet or filter sees them. */
    private static final class Guard extends ValveBase {
        Guard() {
            super(true);
        }

        @Override
        public void invoke(Request request, Response response) throws IOException, ServletException {
            if (request.getRequestURI().equals("/guarded")) {
                response.sendError(403);
            } else {
                getNext().invoke(request, response);
            }
        }
    }

    /** The servlet, which the test includes. */
    public static final class Answers extends HttpServlet {
        private static final long serialVersionUID = 1;

        private final transient ExecutorService others;

        Answers(ExecutorService others) {
            this.others = others;
        }

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response)
                throws IOException, ServletException {
            if (request.getDispatcherType() == DispatcherType.ERROR) {
                show(response);
                return;
            }
            switch (request.getRequestURI()) {
                case "/refused" -> response.sendError(401);
                case "/fails" -> throw new ServletException("as the test wants it");
                case "/late" -> serveLate(request, response);
                default -> response.setStatus(200);
            }
        }

        private void serveLate(HttpServletRequest request, HttpServletResponse response) throws IOException {
            if (request.getDispatcherType() == DispatcherType.ASYNC) {
                response.sendError(503);
                return;
            }
            AsyncContext async = request.startAsync(new HttpServletRequestWrapper(request), response);
            others.execute(async::dispatch);
        }

        private static void show(HttpServletResponse response) throws IOException {
            response.getWriter().println("the error page");
        }
    }
}
