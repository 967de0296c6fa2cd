// Package doctor looks at what a real phone account needs before people rely on it: the
// settings, the account, its key, application, numbers and conversation service, and
// whether the provider can reach the product. It says of each what is wrong and what to
// do (docs/telephony.md).
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
