// Package examples holds the programs that docs/realtime.md shows to authors of
// clients, follow.mjs for socket.io-client and follow.py for python-socketio, and runs
// them against the whole product: real PostgreSQL, the real server, and a link that can
// be cut. What a client author copies therefore works. A test holds the document to the
// files.
//
// It also has a second, independent client (Python's) go through its session with
// the product's own hub.
//
// Concurrency: each test has a product and a database of its own.
//
// Allowed imports: everything.
package examples
