// Program tenantbench measures the cost of idle organizations: a start
// without changes, the look-ups of a webhook, a quiet relay, and a claim of
// effects behind a backlog.
//
// It starts a PostgreSQL of its own that is as durable as the product's,
// creates organizations up to each of the numbers in turn and prints a line
// for each, so that the lines form a curve. Flat is good.
//
//	go run ./cmd/tenantbench -sizes 50,200,1000
//
// Concurrency: organizations are created two at a time; all measurements run
// alone.
//
// Lifecycle: its server and its directory end with it.
//
// Allowed imports: anything.
package main
