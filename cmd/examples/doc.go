// Package examples holds the programs that docs/realtime.md offers to authors of clients:
// quick.mjs, which the page shows, and two complete clients, follow.mjs for
// socket.io-client and follow.py for python-socketio. It runs them against the whole
// product: real PostgreSQL, the real server, and a connection that can be cut. A test
// compares the document with quick.mjs.
//
// It also runs the session of a second, independent client (Python's) against the
// product's own hub.
//
// Concurrency: each test has its own product and database.
//
// Allowed imports: everything.
package examples
