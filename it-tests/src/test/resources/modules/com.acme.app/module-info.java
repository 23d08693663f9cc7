module com.acme.app {
    requires com.acme.pool;
}
