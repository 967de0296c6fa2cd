// Package app is the product as one value: Main starts every part in order and
// stops them in reverse. The command line, the whole-product tests and nothing
// else start it.
//
// Main.start is the list of the stages. Each is a function of what it needs, and gives
// what it made: an address, the installation's database, what nodes share, the phone
// network, the owners of what lives, the hub, the relay, the server. A stage knows those
// before it and none after it; what it starts it hands to the lifecycle.
//
// Lifecycle: what runs has a Run(ctx) that works until ctx ends and returns when nothing
// of it runs any more; Main and Provider too. lifecycle keeps the product's: it starts
// each with a context of its own, and ends the youngest first. What is open rather than
// runs (connections, listeners, subscriptions) gives it the function that closes it.
// Concurrency: Main is used from one goroutine until it listens; then its accessors may
// be called from any. Its parts guard themselves.
// Allowed imports: everything.
package app
