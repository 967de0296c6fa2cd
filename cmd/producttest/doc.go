// Package producttest gives a test a running Switchboard with the demo organization:
// real PostgreSQL, the real server on a free port of the loopback, the simulated
// provider in its process; and people who sign in to it and use REST.
//
// Concurrency: a Product and its people belong to their test.
// Lifecycle: New or Standing, Run, Stop, any number of times; the end of the test stops it.
//
// Allowed imports: everything.
package producttest
