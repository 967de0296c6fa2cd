// Package twilio is the carrier over Twilio: REST by twilio-go, webhooks by its
// request validator, answers by its TwiML package.
//
// A Client asks by REST; its Webhooks read and answer what the provider tells of the same
// account.
//
// It owns: what our operations are called there, the URLs the provider calls
// back, retries, and the translation of its errors into faults. It decides
// nothing about calls or conversations.
//
// Invariants: a request that could dial or send twice is repeated only where the
// provider says that it was not processed (429); reads, removals and hang-ups are
// repeated on 5xx and broken connections too. Signatures are checked over the
// configured public URL, never over a header of the request. Without an auth
// token no webhook is valid.
//
// Concurrency: safe for concurrent use; at most Config.Concurrency requests are
// open at once, because the provider limits concurrency, not rate.
// Lifecycle: New; nothing runs in the background.
// Allowed imports: storage leaves, actors/carrier, actors/once, twilio-go.
package twilio
