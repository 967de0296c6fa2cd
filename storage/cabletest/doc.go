// Package cabletest gives a test a network link that it can cut: a TCP proxy on the loopback,
// which forwards connections to a target unless the test holds or refuses them.
//
// Concurrency: a Cable may be used from any goroutine. Lifecycle: Lay, faults, end of the test,
// which closes every connection; or New and Close.
//
// Allowed imports: the standard library.
package cabletest
