// Package webhooks receives what the phone provider tells: it verifies, reads and
// hands over to the feature that declares the place (feature.Callback).
//
// It owns: POST /v1/webhooks/twilio/….
//
// Invariants: nothing of a request is looked at before its signature holds. A
// repeat of an event that was processed gets the stored answer and does nothing.
// An answer 2xx means that the event is committed; anything that may succeed later
// is 5xx, so that the provider tries again; a form that can never be read is 400.
//
// Concurrency: handlers are safe for concurrent use and keep no state; two
// deliveries of one event at once are settled by the unique key of the event in
// the database.
// Lifecycle: none of its own.
// Allowed imports: actors/carrier, actors/feature, storage leaves, chi; no provider's SDK.
package webhooks
