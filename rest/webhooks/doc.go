// Package webhooks receives what the phone provider tells: it verifies, reads and
// hands over to the feature that declares the place (feature.Callback).
//
// It owns: POST /v1/webhooks/twilio/…, and POST /v1/webhooks/… of other systems, whose features verify
// them (feature.Receiver).
//
// Invariants: nothing of a request is looked at before its signature holds. A
// repeat of an event that was processed gets the stored answer and does nothing.
// An answer 2xx means that the event is committed, or that no repeat could commit it: a form
// that can't be read, an event of a record that does not exist; both are logged. Anything
// else is 5xx, so that the provider tries again. 4xx is for requests that are not the
// provider's.
//
// Concurrency: handlers are safe for concurrent use and keep no state; two
// deliveries of one event at once are settled by the unique key of the event in
// the database.
// Lifecycle: none of its own.
// Allowed imports: actors/carrier, actors/feature, storage leaves, chi; no provider's SDK.
package webhooks
