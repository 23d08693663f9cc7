// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.frameworks.app;

import dev.jtracer.it.frameworks.Clients;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import org.apache.pekko.actor.AbstractActor;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.Props;
import org.apache.pekko.pattern.Patterns;

/** Actors of Pekko that tell, ask and forward. */
@SuppressWarnings("FutureReturnValueIgnored")
public final class Pekko {
    private static final int CLERKS = 4;

    private final ActorSystem system;
    private final ActorRef[] clerks = new ActorRef[CLERKS];

    private Pekko(ActorSystem system) {
        this.system = system;
        for (int i = 0; i < CLERKS; i++) {
            ActorRef packer = system.actorOf(Props.create(Packer.class, Packer::new));
            clerks[i] = system.actorOf(Props.create(Clerk.class, () -> new Clerk(packer)));
        }
    }

    /** Takes the number of requests. */
    public static void main(String[] args) throws InterruptedException, ExecutionException {
        Pekko application = new Pekko(ActorSystem.create());
        Clients.send(Integer.parseInt(args[0]), application::request);
        Work.exit();
    }

    private void request(int rid) {
        Work.called();
        Work.begins();
        ActorRef clerk = clerks[rid % CLERKS];
        Patterns.ask(clerk, new Order(rid), Duration.ofMinutes(1)).thenAccept(answer -> {
            Work.step(rid);
            system.scheduler()
                    .scheduleOnce(
                            Duration.ofMillis(1),
                            () -> {
                                Work.work(rid);
                                Work.ends();
                            },
                            system.dispatcher());
        });
        clerk.tell(new Order(rid), ActorRef.noSender());
    }

    private record Order(int number) {}

    /** Forwards each order. */
    private static final class Clerk extends AbstractActor {
        private final ActorRef packer;

        Clerk(ActorRef packer) {
            this.packer = packer;
        }

        @Override
        public Receive createReceive() {
            return receiveBuilder().match(Order.class, this::take).build();
        }

        private void take(Order order) {
            Work.work(order.number());
            packer.forward(order, getContext());
        }
    }

    /** Answers each order. */
    private static final class Packer extends AbstractActor {
        @Override
        public Receive createReceive() {
            return receiveBuilder().match(Order.class, this::take).build();
        }

        private void take(Order order) {
            Work.work(order.number());
            getSender().tell("packed", getSelf());
        }
    }
}
