// Package examples holds the programs that docs/realtime.md shows to authors of
// clients: follow.mjs for socket.io-client, follow.py for python-socketio. Each is
// run against the whole product by the tests of cmd/switchboard/examples; a test
// here holds the document to the files.
//
// Concurrency, lifecycle: there is no Go in it.
//
// Allowed imports: none.
package examples
