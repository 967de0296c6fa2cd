// Package rest is the HTTP edge: it reads a request strictly, finds out on whose
// behalf it comes, hands it to the package that decides, and writes the answer.
//
// It owns: New (the whole server's handler), the table from fault codes to statuses,
// authentication of requests, the static files of the UI. Every request passes the gate;
// behind it each part has routes of its own: signing, invitations, profile, objects (the
// records), commands (of the features), playground (the simulated outside world).
// Webhooks of providers are in rest/webhooks.
//
// Invariants: every route but those marked public has a Principal before its
// handler runs; handlers return errors and never write one themselves; a panic
// ends one request; no error shows SQL, a path or a stack; answers of the API
// are private and not stored.
//
// Concurrency: the handler is safe for concurrent use and holds no state but
// bounded caches. Lifecycle: none; the server around it belongs to cmd.
// Allowed imports: actors, storage leaves, pure packages and ports; chi,
// prometheus. Never storage/pg, never hub.
package rest
