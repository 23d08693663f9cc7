module com.acme.pool {
    exports com.acme.pool;
}
