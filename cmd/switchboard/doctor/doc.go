// Package doctor looks at what an installation needs from outside before people rely on it.
// Of a phone account: the settings, the account, its key, application, numbers and
// conversation service, and whether the provider can reach the product (docs/telephony.md);
// of the database: whether it restricts queries (docs/deployment.md). It says of each what
// is wrong and what to do.
//
// It owns: the verdicts and their words. How the provider is asked is the business of
// actors/carrier/twilio.
//
// Invariants: nothing is changed at the provider or in the product. No secret is printed,
// and of a setting that is malformed no value, since it may be a secret in the wrong place.
//
// Concurrency: a Phone is used once, from one goroutine.
// Lifecycle: none; each question has a time limit.
// Allowed imports: cmd/switchboard/config, actors/carrier, storage leaves; no provider's SDK.
package doctor
