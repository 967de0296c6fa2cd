// Package rotation has encrypted fields sealed again by the first key of a ring once a new one is
// there (docs/deployment.md): a job in each organization, which the product starts by itself, and
// a superuser where he does not want to wait.
//
// Concurrency: a Service is safe for concurrent use, on several nodes as well.
//
// Invariants:
//   - Only a node whose first key is that of the job carries it out: one that was not started
//     again yet would seal by the former key again.
//   - What is sealed in a portion is so if and only if the note of how far the job has got is
//     kept.
//
// Allowed imports: storage leaves, storage/access, actors/feature.
package rotation
