// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.app;

import java.util.concurrent.locks.LockSupport;

/**
 * Two threads take turns by park and unpark, while two others only call methods. Between reading whose turn it is and
 * parking, a thread must keep the permit that the other thread may have given it.
 */
public final class TakingTurns {
    private static final long LIMIT_MILLIS = 60_000;

    private static volatile int turn;

    private TakingTurns() {}

    /** {@code args[0]}: the number of turns of each of the two. */
    public static void main(String[] args) throws InterruptedException {
        int rounds = Integer.parseInt(args[0]);
        for (int i = 0; i < 2; i++) {
            Thread busy = new Thread(TakingTurns::callForEver, "busy-" + i);
            busy.setDaemon(true);
            busy.start();
        }
        Player[] players = {new Player(0, rounds), new Player(1, rounds)};
        players[0].other = players[1];
        players[1].other = players[0];
        long deadline = System.currentTimeMillis() + LIMIT_MILLIS;
        for (Player player : players) {
            player.start();
        }
        for (Player player : players) {
            player.join(Math.max(1, deadline - System.currentTimeMillis()));
            System.out.println(player.getName() + (player.isAlive() ? " hangs" : " has had its turns"));
        }
        System.exit(0);
    }

    private static void callForEver() {
        int sum = 0;
        while (sum >= 0) {
            sum = call(sum);
        }
    }

    private static int call(int sum) {
        return sum + 1 & 0xffff;
    }

    private static final class Player extends Thread {
        private final int number;
        private final int rounds;
        private Player other;

        Player(int number, int rounds) {
            super("player-" + number);
            this.number = number;
            this.rounds = rounds;
            setDaemon(true);
        }

        @Override
        public void run() {
            for (int round = 0; round < rounds; round++) {
                while (!isMyTurn()) {
                    LockSupport.park(this);
                }
                for (int i = 0; i < 1_000; i++) {
                    call(i);
                }
                turn = 1 - number;
                LockSupport.unpark(other);
            }
        }

        /** Long enough for the other thread to finish its turn. */
        private boolean isMyTurn() {
            boolean mine = turn == number;
            for (int i = 0; i < 1_000; i++) {
                call(i);
            }
            return mine;
        }
    }
}
