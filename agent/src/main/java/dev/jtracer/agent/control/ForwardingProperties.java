// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.control;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.Reader;
import java.io.Writer;
import java.nio.charset.Charset;
import java.util.Collection;
import java.util.Enumeration;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Properties whose entries are all those of another table; every method goes there. */
abstract class ForwardingProperties extends Properties {
    private static final long serialVersionUID = 1;

    /** The table with the entries. */
    final transient Properties original;

    ForwardingProperties(Properties original) {
        this.original = original;
    }

    @Override
    public synchronized int size() {
        return original.size();
    }

    @Override
    public synchronized boolean isEmpty() {
        return original.isEmpty();
    }

    @Override
    public synchronized boolean contains(Object value) {
        return original.containsValue(value);
    }

    @Override
    public synchronized boolean containsKey(Object key) {
        return original.containsKey(key);
    }

    @Override
    public boolean containsValue(Object value) {
        return original.containsValue(value);
    }

    @Override
    public @Nullable String getProperty(String key) {
        return original.getProperty(key);
    }

    @Override
    public @Nullable String getProperty(String key, @Nullable String otherwise) {
        return original.getProperty(key, otherwise);
    }

    @Override
    public synchronized @Nullable Object get(Object key) {
        return original.get(key);
    }

    @Override
    public synchronized @Nullable Object getOrDefault(Object key, @Nullable Object otherwise) {
        return original.getOrDefault(key, otherwise);
    }

    @Override
    public Set<String> stringPropertyNames() {
        return original.stringPropertyNames();
    }

    @Override
    public Enumeration<?> propertyNames() {
        return original.propertyNames();
    }

    @Override
    public synchronized Enumeration<Object> keys() {
        return original.keys();
    }

    @Override
    public synchronized Enumeration<Object> elements() {
        return original.elements();
    }

    @Override
    public Set<Object> keySet() {
        return original.keySet();
    }

    @Override
    public Collection<Object> values() {
        return original.values();
    }

    @Override
    public Set<Map.Entry<Object, Object>> entrySet() {
        return original.entrySet();
    }

    @Override
    public synchronized void forEach(BiConsumer<? super Object, ? super Object> action) {
        original.forEach(action);
    }

    @Override
    public synchronized @Nullable Object setProperty(String key, String value) {
        return original.setProperty(key, value);
    }

    @Override
    public synchronized @Nullable Object put(Object key, Object value) {
        return original.put(key, value);
    }

    @Override
    public synchronized void putAll(Map<?, ?> entries) {
        original.putAll(entries);
    }

    @Override
    public synchronized @Nullable Object putIfAbsent(Object key, Object value) {
        return original.putIfAbsent(key, value);
    }

    @Override
    public synchronized @Nullable Object computeIfAbsent(Object key, Function<? super Object, ?> maker) {
        return original.computeIfAbsent(key, maker);
    }

    @Override
    public synchronized @Nullable Object computeIfPresent(
            Object key, BiFunction<? super Object, ? super Object, ?> change) {
        return original.computeIfPresent(key, change);
    }

    @Override
    public synchronized @Nullable Object compute(Object key, BiFunction<? super Object, ? super Object, ?> change) {
        return original.compute(key, change);
    }

    @Override
    public synchronized @Nullable Object merge(
            Object key, Object value, BiFunction<? super Object, ? super Object, ?> change) {
        return original.merge(key, value, change);
    }

    @Override
    public synchronized @Nullable Object replace(Object key, Object value) {
        return original.replace(key, value);
    }

    @Override
    public synchronized boolean replace(Object key, Object expected, Object value) {
        return original.replace(key, expected, value);
    }

    @Override
    public synchronized void replaceAll(BiFunction<? super Object, ? super Object, ?> change) {
        original.replaceAll(change);
    }

    @Override
    public synchronized @Nullable Object remove(Object key) {
        return original.remove(key);
    }

    @Override
    public synchronized boolean remove(Object key, Object value) {
        return original.remove(key, value);
    }

    @Override
    public synchronized void clear() {
        original.clear();
    }

    @Override
    public synchronized void load(Reader reader) throws IOException {
        original.load(reader);
    }

    @Override
    public synchronized void load(InputStream in) throws IOException {
        original.load(in);
    }

    @Override
    public synchronized void loadFromXML(InputStream in) throws IOException {
        original.loadFromXML(in);
    }

    @Override
    @Deprecated
    public void save(OutputStream out, String comments) {
        original.save(out, comments);
    }

    @Override
    public void store(Writer writer, @Nullable String comments) throws IOException {
        original.store(writer, comments);
    }

    @Override
    public void store(OutputStream out, @Nullable String comments) throws IOException {
        original.store(out, comments);
    }

    @Override
    public void storeToXML(OutputStream out, @Nullable String comment) throws IOException {
        original.storeToXML(out, comment);
    }

    @Override
    public void storeToXML(OutputStream out, @Nullable String comment, String encoding) throws IOException {
        original.storeToXML(out, comment, encoding);
    }

    @Override
    public void storeToXML(OutputStream out, @Nullable String comment, Charset charset) throws IOException {
        original.storeToXML(out, comment, charset);
    }

    @Override
    public void list(PrintStream out) {
        original.list(out);
    }

    @Override
    public void list(PrintWriter out) {
        original.list(out);
    }

    @Override
    public synchronized boolean equals(@Nullable Object other) {
        return original.equals(other);
    }

    @Override
    public synchronized int hashCode() {
        return original.hashCode();
    }

    @Override
    public synchronized String toString() {
        return original.toString();
    }

    @Override
    public synchronized Object clone() {
        return original.clone();
    }
}
