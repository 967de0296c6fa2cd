// Package topics reads the snapshots of the hub's topics and carries out the
// socket's commands: one small file per feature.
//
// It owns no state. A snapshot is read under the rights of the one who asks and
// projected by storage/access like every other answer.
//
// Concurrency: safe for concurrent use after Register.
// Allowed imports: hub, hub/wire, actors, storage leaves and pure packages.
package topics
