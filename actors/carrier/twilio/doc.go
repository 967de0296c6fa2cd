// Package twilio is the carrier for Twilio: REST by twilio-go, webhooks by its
// request validator, answers by its TwiML package.
//
// A Client sends REST requests. Its Webhooks parse and answer the same account's
// webhooks.
//
// It owns the mapping of our operations, the callback URLs, retries, and the
// translation of the provider's errors to faults. It decides nothing about calls or
// conversations.
//
// Invariants: a request that could dial or send twice is retried only if the provider
// says that it was not processed (429). Reads, removals and hang-ups are also retried
// after 5xx and broken connections. Signatures are checked over the configured public
// URL, never over a header of the request. Without an auth token no webhook is valid.
//
// Concurrency: safe for concurrent use. At most Config.Concurrency requests are open
// at once, because the provider limits concurrency, not rate. Lifecycle: New; nothing
// runs in the background. Allowed imports: storage leaves, actors/carrier,
// actors/once, actors/web, twilio-go.
package twilio
