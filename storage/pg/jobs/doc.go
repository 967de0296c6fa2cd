// Package jobs is the queue of jobs in the background: River (github.com/riverqueue/river) in a
// schema of its own, beside the product's. What a job is to people, how far it has got and what
// it is given are the record of actors/jobs; a row of River names that record alone.
//
// River also begins the rounds: what the product looks for by itself in all organizations.
//
// It owns: the schema river, its migrations, and which jobs are at work on this node.
//
// Concurrency: a Queue is safe for concurrent use, by several nodes as well. CarryJobs works
// until its context ends, at few jobs at once.
//
// Invariants:
//   - A job is queued if and only if the transaction that queues it commits.
//   - A job may be executed twice, or at two nodes at the same time: River can't tell one
//     whose node died from one that is slow. Whoever carries it out must see to it that its
//     effects happen once.
//   - A row of River holds ids and nothing of anybody's records, not even in its errors.
//
// Allowed imports: storage leaves, storage/pg/pool, pgx, River.
package jobs
