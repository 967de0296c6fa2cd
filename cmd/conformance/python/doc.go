// Package python has a second, independent client of the protocol, Debian's
// python-socketio, go through a scripted session: session.py says what it does, the
// tests here run it against the conformance server over polling, over WebSocket and
// with the upgrade; those of cmd/examples against the product.
//
// Concurrency: one process of each per test.
//
// Allowed imports: the standard library.
package python
