// SPDX-License-Identifier: Apache-2.0
package com.acme;

import org.springframework.boot.CommandLineRunner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.core.task.AsyncTaskExecutor;

/** Submits a task to the executor that Spring Boot configures, and ends. */
@SpringBootApplication
public class Application implements CommandLineRunner {
    private final AsyncTaskExecutor executor;

    public Application(AsyncTaskExecutor executor) {
        this.executor = executor;
    }

    public static void main(String[] args) {
        System.exit(SpringApplication.exit(SpringApplication.run(Application.class, args)));
    }

    @Override
    public void run(String... args) throws Exception {
        System.out.println(executor.submit(this::greeting).get());
    }

    private String greeting() {
        return "hello from " + Thread.currentThread().getName();
    }
}
