// Package jobs has long work done in the background: it starts jobs, carries them out in
// portions, and lets people see, cancel and retry them. Which kinds there are, the features
// declare (feature.Portions).
//
// It owns: the object job, whose record is what people see of a job and all that it needs
// to go on. The queue (storage/pg/jobs) says only whose turn it is.
//
// Concurrency: a Service is safe for concurrent use. The same job may be at work twice, at
// two nodes even: a queue can't tell a dead node from a slow one.
//
// Invariants:
//   - A portion's effects and the note of how far the job has got are one transaction, under
//     the version at which the job was read: of two that do the same portion one commits, and
//     a job that is canceled keeps nothing of the portion that was under way.
//   - A job acts for who started it, with the rights that he has now.
//   - What a job was given and its cursor never leave the server.
//
// Allowed imports: storage leaves, storage/access, storage/schema, actors/feature,
// actors/runtime, actors/sight.
package jobs
