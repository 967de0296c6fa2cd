// Program bulkbench measures how long alerts take during a bulk change of a
// million rows and while a backup holds an old snapshot open.
//
// It starts a PostgreSQL of its own that is as durable as the product's (or
// uses --database, which it fills), writes calls at a steady rate through the
// product's committer, and records when the follower of the relay receives
// each: without other work, during the bulk change, and during bulk change
// and snapshot.
//
//	go run ./cmd/bulkbench --rows 1000000 --rate 50
//
// Concurrency: one goroutine starts calls, one per call waits for its entry,
// and the bulk writers share the list of records by a counter.
//
// Lifecycle: its server and its directory end with it.
//
// Allowed imports: anything.
package main
