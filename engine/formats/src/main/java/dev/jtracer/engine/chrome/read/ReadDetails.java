// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.chrome.read;

import dev.jtracer.engine.event.Args;
import dev.jtracer.engine.event.EventDetails;
import dev.jtracer.engine.json.JsonObjects;
import dev.jtracer.engine.json.JsonTape;
import java.util.Arrays;

/** The details of an event where they were read: on tapes after the parser, in the window after the scanner. */
final class ReadDetails implements EventDetails {
    private final int maxChars;
    private JsonTape args;
    private JsonTape otherFields;
    private byte[] window = {};
    private int argsStart;
    private int argsEnd;
    /** Start and end of each other member, from its name to the end of its value. */
    private int[] otherMembers = {};

    private int otherMembersEnd;

    /** @param maxChars limit of the characters on each tape */
    ReadDetails(int maxChars) {
        this.maxChars = maxChars;
        this.args = new JsonTape(maxChars);
        this.otherFields = new JsonTape(maxChars);
    }

    /** Returns empty details with the same limit. */
    ReadDetails another() {
        return new ReadDetails(maxChars);
    }

    void clear() {
        args.clear();
        otherFields.clear();
        clearPositions();
    }

    private void clearPositions() {
        argsStart = 0;
        argsEnd = 0;
        otherMembersEnd = 0;
    }

    /**
     * Moves these details to an event of a batch. Swaps the tapes, and copies details in the window to the batch,
     * because the window will be overwritten. Returns the size of the tapes in characters.
     */
    int moveTo(ReadDetails copy, EventBatch batch) {
        copy.clearPositions();
        if (argsEnd > 0 || otherMembersEnd > 0) {
            copyBytes(copy, batch);
        }
        int size = args.size() + otherFields.size();
        if (!args.isEmpty() || !copy.args.isEmpty()) {
            JsonTape tape = copy.args;
            copy.args = args;
            args = tape;
        }
        if (!otherFields.isEmpty() || !copy.otherFields.isEmpty()) {
            JsonTape tape = copy.otherFields;
            copy.otherFields = otherFields;
            otherFields = tape;
        }
        return size;
    }

    private void copyBytes(ReadDetails copy, EventBatch batch) {
        // All at once, because details that do not fit go to a new array.
        int start = argsEnd > 0 ? argsStart : Integer.MAX_VALUE;
        int end = argsEnd;
        for (int i = 0; i < otherMembersEnd; i += 2) {
            start = Math.min(start, otherMembers[i]);
            end = Math.max(end, otherMembers[i + 1]);
        }
        int shift = batch.keep(window, start, end) - start;
        copy.readFrom(batch.details());
        if (argsEnd > 0) {
            copy.argsAt(argsStart + shift, argsEnd + shift);
        }
        for (int i = 0; i < otherMembersEnd; i += 2) {
            copy.otherMemberAt(otherMembers[i] + shift, otherMembers[i + 1] + shift);
        }
    }

    /** Releases the memory of tapes that have grown. */
    void dropLargeTapes() {
        if (args.isLarge()) {
            args = new JsonTape(maxChars);
        }
        if (otherFields.isLarge()) {
            otherFields = new JsonTape(maxChars);
        }
    }

    JsonTape argsTape() {
        return args;
    }

    /** Returns the tape of the members without their own accessors. */
    JsonTape otherFieldsTape() {
        return otherFields;
    }

    void readFrom(byte[] window) {
        this.window = window;
    }

    /** Sets the position of the arguments in the window, an object with at least one member. */
    void argsAt(int start, int end) {
        argsStart = start;
        argsEnd = end;
    }

    /** Adds a member without its own accessor, by its bytes in the window. */
    void otherMemberAt(int start, int end) {
        if (otherMembersEnd == otherMembers.length) {
            otherMembers = Arrays.copyOf(otherMembers, Math.max(8, otherMembersEnd * 2));
        }
        otherMembers[otherMembersEnd++] = start;
        otherMembers[otherMembersEnd++] = end;
    }

    boolean hasOtherFields() {
        return otherMembersEnd > 0 || !otherFields.isEmpty();
    }

    @Override
    public boolean isEmpty() {
        return argsEnd == 0 && args.isEmpty() && !hasOtherFields();
    }

    @Override
    public Args args() {
        return argsEnd > 0 ? JsonObjects.lazy(Arrays.copyOfRange(window, argsStart, argsEnd)) : args.toArgs();
    }

    @Override
    public Args otherFields() {
        return otherMembersEnd > 0 ? JsonObjects.lazy(otherMembersAsObject()) : otherFields.toArgs();
    }

    private byte[] otherMembersAsObject() {
        int length = 1;
        for (int i = 0; i < otherMembersEnd; i += 2) {
            length += otherMembers[i + 1] - otherMembers[i] + 1;
        }
        byte[] json = new byte[length];
        int at = 0;
        for (int i = 0; i < otherMembersEnd; i += 2) {
            json[at++] = (byte) (i == 0 ? '{' : ',');
            int memberLength = otherMembers[i + 1] - otherMembers[i];
            System.arraycopy(window, otherMembers[i], json, at, memberLength);
            at += memberLength;
        }
        json[at] = '}';
        return json;
    }
}
