// Program bulkbench measures how long alerts take while somebody changes a million
// rows and while a backup holds an old snapshot open.
//
// It starts a PostgreSQL of its own that is as durable as the product's (or takes
// --database, which it fills), writes calls at a steady rate through the product's
// committer, and notes when the follower of the relay is told of each: alone, beside
// the bulk writer, and beside bulk writer and snapshot.
//
//	go run ./cmd/bulkbench --rows 1000000 --rate 50
//
// Concurrency: one goroutine rings, one per call waits to hear of it, and the bulk
// writers share the list of records by a counter.
//
// Lifecycle: its server and its directory end with it.
//
// Allowed imports: anything.
package main
