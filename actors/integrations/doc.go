// Package integrations owns the other systems that an organization is connected with: which
// they are, the credentials by which they let it in, and how a person lets one in by OAuth 2
// (RFC 6749, authorization code with the proof key of RFC 7636). Credentials and systems have
// no actor: they are changed by actors/records, and their tokens by the Service here.
//
// An authorization is a record while it is under way, so that its answer is taken in by any
// node. Its state is sealed for its organization and its record; it counts once, for ten
// minutes, in the browser in which it began, and only while the system's token URL stays.
//
// Concurrency: a Service is safe for concurrent use. One request at a time renews a credential's
// tokens, over all nodes: whoever renews writes until when into the credential first.
// Lifecycle: nothing runs by itself.
// Invariants: codes, verifiers, tokens and the client's secret are sealed where they lie, and
// in no log, error or answer. Tokens go to the token URL alone that gave them.
// Allowed imports: storage leaves, storage/schema, storage/access, actors/feature,
// actors/runtime, actors/sight, actors/web, x/oauth2, x/sync.
package integrations
