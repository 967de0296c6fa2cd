// Package phonenumber normalizes phone numbers as people type and paste them, before a numbering
// plan reads them.
//
// It owns: Plain, Dialed, Digits, Canonical, Forms and Same. The browser does the same in
// ui/src/lib/typedNumber.ts; testdata/typed.json holds the cases that both must agree on.
//
// Concurrency: functions only. Lifecycle: none.
//
// Allowed imports: the standard library.
package phonenumber
