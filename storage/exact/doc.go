// Package exact is the one strict reader of clients' JSON, under both edges: Check holds a
// text to what all readers understand alike, Decode and Into read it into Go values. Names
// match by exact case and none stands twice: the standard decoder takes READ for a field
// named read, so that what one reader checks another one reads differently.
//
// It is a thin layer over github.com/go-json-experiment/json, the Go team's own next
// encoding/json, so that there is one place to change when that becomes the standard.
//
// Concurrency: functions only.
//
// Allowed imports: the standard library, storage leaves; github.com/go-json-experiment/json.
package exact
