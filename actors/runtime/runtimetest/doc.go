// Package runtimetest is the suite that every engine of actors passes, the local
// one and the cluster's.
//
// Concurrency: each test makes an engine of its own; nothing is shared.
// Allowed imports: storage leaves, actors/runtime.
package runtimetest
