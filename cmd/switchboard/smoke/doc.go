// Package smoke tests the whole product: real PostgreSQL, the real server on
// a real port, the simulator behind the real carrier client, and handwritten
// sockets.
//
// What the browser tests prove on the screen, these prove on the wire, by
// removing essential components: without the relay nothing is live, with a
// flipped signature nothing rings.
//
// Concurrency: each test has a product and a database of its own.
//
// Allowed imports: everything.
package smoke
