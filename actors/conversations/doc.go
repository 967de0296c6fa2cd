// Package conversations owns SMS threads: participants, messages, receipts, consent
// and the team's unread count (docs/messages.md).
//
// The actor (kind "conversation") is the only writer of twilio_conversation,
// twilio_participant and twilio_message rows. Every statement about consent (a STOP,
// a START, a form, a change by an administrator) is stored as a consent_event, by its
// number and our number, with or without a contact. A contact's sms_opt_in results
// from the events of its numbers and is written in the same transaction. The events
// decide whether a text may be sent, not only the contact. The core is pure. The
// provider's events may come late, repeatedly and out of order, and any of them may
// be the first of its conversation. A conversation that we start is stored first, and
// created at the provider with its first text (docs/messages.md).
//
// Concurrency: Service is safe for concurrent use. One actor at a time calls the
// core. Lifecycle: none (the engine's). Invariants: message numbers are dense and
// increase. The read number belongs to the team; it decreases only when a snoozed
// conversation returns. A text is stored
// before it is sent, once per client id. A receipt never leaves a terminal state. Two
// numbers have at most one open conversation. No text is sent against the recipient's
// consent. Allowed imports: storage leaves, storage/access, storage/schema,
// storage/settings, actors/runtime, actors/sight, actors/numbers, actors/carrier.
package conversations
