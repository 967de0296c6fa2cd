// Package examples runs what docs/realtime.md shows against the whole product: real
// PostgreSQL, the real server, and a link that can be cut. What a client author
// copies therefore works.
//
// It also has a second, independent client (Python's) go through its session with
// the product's own hub.
//
// Concurrency: each test has a product and a database of its own.
//
// Allowed imports: everything.
package examples
