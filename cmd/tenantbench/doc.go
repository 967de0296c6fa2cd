// Program tenantbench measures what the number of organizations costs where nothing
// of theirs happens: a start that has nothing to change, the look-ups of a webhook, a
// quiet relay, and a claim of effects behind a backlog.
//
// It starts a PostgreSQL of its own that is as durable as the product's, makes
// organizations up to each of the numbers in turn and prints a line for each, so that
// the lines are a curve. Flat is good.
//
//	go run ./cmd/tenantbench -sizes 50,200,1000
//
// Concurrency: organizations are made two at a time; all that is measured runs by
// itself.
//
// Lifecycle: its server and its directory end with it.
//
// Allowed imports: anything.
package main
