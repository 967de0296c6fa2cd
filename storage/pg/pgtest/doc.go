// Package pgtest gives every test a PostgreSQL database of its own.
//
// It owns the server that a test binary uses: the one that
// SWITCHBOARD_TEST_DATABASE_URL names, else an embedded one in a folder that is
// gone afterwards. It owns all databases whose names begin with pgtest_, and
// nothing else on a server that it was given.
//
// Lifecycle: the server starts with the first Open. A package's TestMain calls
// Main (or hands Wrap to goleak), which stops it when the tests are done. A
// template is built once per process by the function given to SetTemplate; each
// Open copies it, and drops the copy when its test ends. A test that leaves a
// connection open fails. What a killed run left behind is removed by the next.
//
// Concurrency: all functions may be called from parallel tests.
//
// Invariants: no two tests share a database; it does not import storage/pg, so
// that storage/pg can test itself with it.
//
// Allowed imports: storage/pg/embedded, pgx.
package pgtest
