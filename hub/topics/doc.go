// Package topics reads the snapshots of the hub's topics and executes the
// socket's commands: one small file per feature.
//
// It owns no state. A snapshot is read under the caller's permissions and
// projected by storage/access like every other response.
//
// Concurrency: safe for concurrent use after Register.
//
// Allowed imports: hub, hub/wire, actors, storage leaves and pure packages.
package topics
