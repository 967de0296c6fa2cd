// Package python runs a scripted session of a second, independent client of
// the protocol, Debian's python-socketio. session.py describes it; the tests
// here run it against the conformance server over polling, over WebSocket and
// with the upgrade, and those of cmd/examples against the product.
//
// Concurrency: one process of each per test.
//
// Allowed imports: the standard library.
package python
