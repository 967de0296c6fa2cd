// Package brokertest is the suite that every implementation of storage/broker
// passes.
//
// It owns nothing. Concurrency: Run may be called once per test.
//
// Allowed imports: storage/broker, storage leaves.
package brokertest
