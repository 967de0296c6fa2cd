// Package ephemeraltest is the suite that every implementation of leases passes.
//
// Concurrency: each case has a store of its own.
//
// Allowed imports: storage leaves, storage/ephemeral.
package ephemeraltest
