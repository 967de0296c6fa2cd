// Package doctor checks what an installation needs from outside before users
// rely on it. For a phone account: the settings, the account, its key,
// application, numbers and conversation service, and whether the provider can
// reach the product (docs/telephony.md). For the database: whether it
// restricts queries (docs/deployment.md). Each finding says what is wrong and
// what to do.
//
// It owns the checks and their messages. Requests to the provider are in
// actors/carrier/twilio.
//
// Invariants: it changes nothing at the provider or in the product. It prints
// no secret, and not the value of a malformed setting, which may be a secret
// in the wrong variable.
//
// Concurrency: a Phone is used once, from one goroutine. Lifecycle: none;
// each request has a time limit.
//
// Allowed imports: cmd/switchboard/config, actors/carrier, storage leaves; no
// provider's SDK.
package doctor
