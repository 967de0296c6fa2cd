// Package runtimetest is the test suite of every engine of actors, local and cluster.
//
// Concurrency: each test creates its own engine; nothing is shared. Allowed imports:
// storage leaves, actors/runtime.
package runtimetest
