// Package presence knows who is there: it derives each user's dot from what he chose, his
// sockets, his phone and his activity. Green is whom a call really rings for.
//
// It is not an actor: it is the memory of this node of who is connected,
// fed by the hub (leases) and by the log (what users have chosen), and it sends
// changes as one packet per organization and 250 ms. Several nodes tell each other
// of their sockets, by a message at once; a lease per node says that it lives, and what was
// lost of the messages is seen by their serials and read in sheets, one per node and
// organization, of which each change writes a field. Every node derives the dots from the
// sockets of all. Nobody is looked at
// unless something was heard of him or the one moment came at which his dot changes by
// time alone: these moments are a heap per organization, the organizations an agenda.
// The users of an organization of whom nobody is connected here and for whom nobody
// asks are forgotten, and read anew.
//
// A Tracker joins parts that do not know it. rosters has a roster per organization: its
// people, what this node tells of them (own), what other nodes told (others), and whom to
// look at (suspects); certainty says whether absence is known; listeners hear of changes.
// sharing is there where there are other nodes: a ledger numbers this node's changes, which
// the publisher tells of in messages and sheets keeps; the reader reads the others', which
// are peers, and heard says how far each was followed.
//
// Concurrency: a Tracker is safe for concurrent use; each organization's users have a lock
// of their own.
// Lifecycle: a Tracker runs between Run's start and the end of its context, when it gives
// its lease up.
// Invariants: the dot is derived and never stored; a node alone says which sockets it has,
// and nobody is offline because leases can't be read or were lost.
// Allowed imports: actors/users, storage leaves, storage/access, storage/eventlog,
// storage/ephemeral.
package presence
