// Package analytics declares reports, dashboards and queries, and makes reports.
//
// It owns: what a saved report asks for, and which answers are kept for how long: until a record
// changes that they were made of, an hour at most. How a chart's query and figures are made is
// storage/report's.
//
// Invariants:
//   - A report is made for the principal that asks for it; a kept one is given to those
//     alone who would be given the same.
//   - What is kept is bounded in bytes.
//
// Concurrency: Service is safe for concurrent use. It starts nothing. Allowed imports: storage
// leaves, storage/schema, storage/access, storage/query, storage/report, actors/feature.
package analytics
