// Package outbound decides what may be dialled and texted, and what that costs: the
// countries and kinds of numbers that an organization allows, how fast one user may
// call and text, and the month's spending, past which nothing goes out. Its Guard
// stands before every door that dials or sends.
//
// The price is an estimate by a declared tariff, in millionths of a US dollar. The
// Guard refuses early what the sum of the month has no room for; what counts is the
// row.Charge it gives, which the deciding transaction adds to the sum or is refused
// by. Calls that come in, and texts that arrive, pass by it all.
//
// Concurrency: a Guard is safe for concurrent use; the rest are pure functions.
// Lifecycle: none.
// Invariants: a number whose country can't be told goes nowhere. A refusal takes
// nothing of a user's rate.
// Allowed imports: storage leaves, storage/access, storage/settings,
// storage/ratelimit, phonenumbers and x/text for numbers and the names of countries.
package outbound
