// Package numbers reads phone numbers as people write them, and says which of our numbers
// somebody calls and texts from.
//
// Concurrency: functions without state.
// Allowed imports: storage leaves, storage/exact, the numbering plan.
package numbers
