// SPDX-License-Identifier: Apache-2.0
package com.acme;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/** Greets. */
@SpringBootApplication
@RestController
public class Service {
    public static void main(String[] args) {
        SpringApplication.run(Service.class, args);
    }

    @GetMapping("/greetings/{name}")
    String greet(@PathVariable String name) {
        return "hello " + name;
    }
}
