// Package conversations owns SMS threads: participants, messages, receipts,
// consent and the team's unread (docs/messages.md).
//
// The actor (kind "conversation") is the only writer of twilio_conversation,
// twilio_participant and twilio_message rows. What is said about consent (a STOP, a
// START, a form, a change by an administrator) is kept as a consent_event, by number
// and by ours that it was said to, with or without a contact; a contact's sms_opt_in
// is what the events of his numbers come to, written in the same transaction. A text
// is refused by the events, not by the contact alone. The core is pure. The
// provider's events may come late, twice and out of order; any of them may be
// the first of its conversation. A conversation that we begin is stored first, and is at
// the provider with its first text (docs/messages.md).
//
// Concurrency: Service is safe for concurrent use; the core is called by one
// actor at a time.
// Lifecycle: none of its own (the engine's).
// Invariants: message numbers are dense and rise; the read number never falls and
// is the team's; a text is stored before it is sent, once per client id; a
// receipt never goes back from a terminal state; two numbers have one conversation that
// is not closed; no text leaves where consent
// forbids it.
// Allowed imports: storage leaves, storage/access, storage/schema, storage/settings,
// actors/runtime, actors/sight, actors/numbers, actors/carrier.
package conversations
