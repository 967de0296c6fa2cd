// Program recordbench measures records: over HTTP of the built product with
// rights, history and the live log on, over HTTP of PocketBase (peer, a
// module of its own, so that the product does not depend on it), and the
// product's own statements by bare pgx, over HTTP ("bare HTTP": the upper
// bound for a server with these statements) and without.
//
// It starts a PostgreSQL, a node and a PocketBase of its own on loopback,
// fills both with the same contacts of 20 fields, and sends requests to them
// in turn, in interleaved rounds, by the same clients. Its children end with
// it; its folder is removed when it ends.
//
//	go run ./cmd/recordbench --rows 100000
//	go run ./cmd/recordbench --rows 1000000 --query
//
// Concurrency: the clients of one round run concurrently, each with a
// connection and a count of its own.
//
// Lifecycle: one run; a round is bounded in time.
//
// Allowed imports: anything.
package main
