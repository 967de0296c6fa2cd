// Package app is the product as one value: Main starts every component in
// order and stops them in reverse. Only the command line and the
// whole-product tests start it.
//
// Main.start is the list of the stages. Each stage is a function that returns
// what it made: an address, the installation's database, what nodes share,
// the phone network, the owners of live records, the hub, the relay, the
// server. A stage knows those before it and none after it; it hands what it
// starts to the lifecycle.
//
// Lifecycle: a component that runs has a Run(ctx) that works until ctx ends
// and returns when all its goroutines have ended; so do Main and Provider.
// lifecycle starts each with a context of its own, and ends the last started
// first. A resource that is open rather than running (connections, listeners,
// subscriptions) registers the function that closes it. Concurrency: Main is
// used from one goroutine until it listens; then its accessors may be called
// from any goroutine.
//
// Allowed imports: everything.
package app
