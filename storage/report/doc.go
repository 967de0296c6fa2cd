// Package report makes a query of a chart's settings, and the chart's figures of its rows.
//
// It owns: which types of charts there are and what each asks for, what is counted and
// summed, how dates are grouped and what stands where a group is empty, and which words an
// incomplete chart is refused with. A report's query is built as a tree around the author's
// own text or object (storage/query), so that names, rights and limits are those of any
// query.
//
// Invariants:
//   - Nothing of the settings comes into a statement but through the checker: names are
//     looked up, values are literals.
//   - What is refused names the setting, and in a text the place.
//   - A chart's figures are made of the rows and of the reader's clock alone.
//
// Concurrency: functions only; a Plan is not changed once it is made.
// Allowed imports: storage leaves, storage/schema, storage/query and the packages below it.
package report
