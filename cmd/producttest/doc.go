// Package producttest provides a running Switchboard with the demo
// organization for tests: real PostgreSQL, the real server on a free loopback
// port, the simulated provider in its process, and users who sign in and use
// REST.
//
// Concurrency: a Product and its users belong to their test. Lifecycle: New
// or Seeded, Run, Stop, any number of times; the end of the test stops it.
//
// Allowed imports: everything.
package producttest
