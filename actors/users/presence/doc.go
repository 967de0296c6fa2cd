// Package presence derives each user's dot from the chosen status, the sockets, the
// phone and the activity. A green dot means that calls ring the user.
//
// It is not an actor. It is this node's memory of connected users, updated by the hub
// (sockets) and by the log (chosen statuses), and it sends changes as one packet per
// organization and 250 ms. Nodes report their sockets to each other by messages. A
// lease per node shows that it is alive. Serial numbers reveal lost messages, which
// are then read from hash leases (sheets), one per node and organization, in which
// each change writes a field. Every node derives the dots from the sockets of all
// nodes. It derives a user's dot only after an event, or at the time at which the dot
// changes without one: a heap per organization holds these times, and an agenda the
// organizations. The users of an organization without connections and queries here
// are dropped, and read again when needed.
//
// A Tracker connects parts that do not depend on it. rosters has a roster per
// organization: its users, this node's reports about them (own), other nodes' reports
// (others), and the users whose dot may have changed (suspects). certainty tracks
// whether absence is known. listeners receive changes. sharing exists only with other
// nodes: a ledger numbers this node's changes, the publisher sends them in messages
// and sheets stores them; the reader reads the sheets of other nodes (peers), and
// heard tracks how far each was followed.
//
// Concurrency: a Tracker is safe for concurrent use. Each organization's users have
// their own lock. Lifecycle: Run works until its context ends, and then releases the
// lease. Invariants: the dot is derived and never stored. Only a node itself reports
// its sockets. Unreadable or lost leases take nobody offline. Allowed imports:
// actors/users, storage leaves, storage/access, storage/eventlog, storage/ephemeral.
package presence
