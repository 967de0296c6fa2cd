// Package embedded runs a PostgreSQL server of our own for installations that
// name no DATABASE_URL.
//
// It owns the cluster's directory, the server process, the folder of its Unix
// socket and the lock that keeps a second start out. It does not own what is
// stored: to the rest of the product an embedded server is a DSN like any
// other.
//
// Lifecycle: Start takes the lock, finds server binaries that really work,
// creates the cluster when there is none, waits for the server to answer and
// returns it. Stop shuts it down. When this process dies without Stop, the
// kernel takes the server down with it (Linux); the next Start waits for the
// dying server and lets PostgreSQL recover.
//
// Concurrency: one goroutine per server waits for the process and stays locked
// to the OS thread that forked it, because the parent-death signal follows that
// thread. A second one copies the server's log lines. Both end with the server.
// All methods may be called from any goroutine.
//
// Invariants:
//   - A directory that holds a cluster is never removed or re-initialised.
//   - The server listens on a Unix socket in a folder of mode 0700 and on
//     nothing else, which is why it needs no password.
//   - Committed means on disk, unless Config.Volatile asks otherwise.
//
// Allowed imports: the standard library, pgx and golang.org/x/sys.
package embedded
