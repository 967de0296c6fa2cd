// Package hub delivers what the log says to the sockets of an organization, and
// takes commands from them (docs/realtime.md is the contract).
//
// It owns: sessions of Socket.IO over hub/link, their topics, the applied place
// in each organization's log, recovery, and who is told what of an entry. What can be
// decided without a socket has packages of its own: hub/topic (which topics there are and
// what belongs to them), hub/projection (what is sent), hub/window (recent entries),
// hub/limits (rates), hub/pid (tokens of recovery) and hub/live (how one answer of a live
// query becomes another). It never reads a record from
// storage while delivering: an entry carries all that is needed.
//
// Way of an entry: Append (called by the log's relay, never blocks) → the
// tenant's goroutine, strictly in seq order, holes filled from the log → under the
// tenant's lock: window, applied, delivery. A user whose rights the
// entry may change is paused: they are read beside the delivery, and then he is told what
// he missed. The sockets of a topic are grouped by profile (access.Rights'
// Profile): what a group sees of an entry is decided once, and once more for the
// users whom the entry's routes name; its frame is built once per pair of field
// sets, and then there is nothing left but to write. A bulk entry asks sockets to take
// fresh snapshots (resync), each once until it has. Entries that change who sees other
// records (a user's teams, a chat's members) ask those who may be concerned.
//
// Live queries belong to one subscription each. What an entry is to an answer says the
// query (storage/query: Watch), under the lock; where only another run can tell, it is run
// beside the delivery (queryRuns). What is told of an answer has no place in the log: who
// comes back takes it anew, and so does whose rights may have changed.
//
// Between nodes: a change comes to every node by the log. Typing and the figures of
// the administrators' live view go through the Broker and come back to all hubs, this
// one too, by Fleeting; names that aren't topics are the hubs' and other parts' own
// and reach no client.
//
// Limits: sockets, subscriptions, events per second and running commands are bounded
// per socket, user and organization; each refusal says when to try again and is
// counted. Floods end the connection with a reason of link's table.
//
// Parts, each of which knows those before it: node (what all on this node have in
// common) → rooms and members (who is here and follows what) → audience (members, window
// and applied under one lock: delivers) → renewals, threadChecks, presenceReports and
// queryRuns (who is paused until his rights are read, which threads a socket may see, what
// Presence is told, which live queries are run) → tenant (follows the log with all of these) → tenants → entering and recovery (a socket's way in) → connection → Hub.
//
// Concurrency: a tenant (one organization on this node) has one goroutine that
// applies, and one mutex, the applied-seq lock of its audience, that guards sockets,
// topics, window and applied, renewals, threadChecks, presenceReports and queryRuns; nothing under it
// blocks or touches a database. Joining and recovering end under the same lock, so
// between replay and live delivery there is neither gap nor double. A socket's commands
// run one after the other. The lock of the tenants guards which there are and who holds
// them, and the watches; under it no other lock is taken. A connection's lock may be
// taken under its tenant's, never the other way round.
//
// Lifecycle: New → registrations (Handle, SnapshotOf) → Run, beside it ServeHTTP, Append,
// Fleeting, and Drain at the end; Run returns when every goroutine has ended. A tenant lives from its first
// socket until Retention after its last. Whatever runs has one of two forms, and node.work
// counts it: run loops until the context of its owner ends (keeper, tenant); workOff ends
// when nothing is queued (connection, renewals, threadChecks, queryRuns).
//
// Invariants: a socket's packets leave in seq order; one entry is at most one
// packet per socket; only change and sync carry an offset, and no two packets
// of a socket share one; every event has exactly one object argument; a socket is
// told nothing under a principal that is older than its place.
//
// Allowed imports: storage leaves, storage/schema, storage/access, storage/query,
// storage/eventlog and storage/broker (ports), hub/link, hub/socketio, hub/engineio,
// hub/wire, hub/topic, hub/projection, hub/window, hub/limits, hub/live,
// hub/pid, prometheus.
package hub
