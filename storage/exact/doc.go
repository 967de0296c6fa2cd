// Package exact is the strict reader of clients' JSON for both edges: Check validates a text,
// Decode and Into decode it into Go values. Names match by exact case and must be unique. The
// standard decoder accepts READ for a field named read, so two readers could interpret one text
// differently.
//
// It is a thin layer over github.com/go-json-experiment/json, the Go team's proposal for the next
// encoding/json, and the only place to change once that becomes the standard.
//
// Concurrency: functions only.
//
// Allowed imports: the standard library, storage leaves; github.com/go-json-experiment/json.
package exact
