// Package dates knows the words by which filters and queries name days: TODAY, THIS MONTH,
// LAST 7 DAYS.
//
// It owns: which words there are and which stretch of time each means, in a zone, with a
// first day of the week. Who compares decides whether he asks for inside, before or after.
//
// Invariants: a stretch begins before it ends; stretches of days begin and end at midnight
// of the zone, whatever its clock does in between.
//
// Concurrency: functions only.
// Allowed imports: the standard library.
package dates
