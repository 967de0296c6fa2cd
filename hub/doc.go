// Package hub delivers an organization's log to its sockets and accepts
// commands from them (docs/realtime.md is the contract).
//
// It owns Socket.IO sessions over hub/link, their topics, the applied
// position in each organization's log, recovery, and the decision which
// socket receives which part of an entry. Decisions that need no socket are
// packages of their own: hub/topic (which topics exist and what belongs to
// them), hub/projection (what is sent), hub/window (recent entries),
// hub/limits (rates), hub/pid (recovery tokens) and hub/live (how the result
// of a live query changes). The hub never reads a record from storage while
// delivering: an entry carries everything it needs.
//
// Path of an entry: Append (called by the log's relay, never blocks) → the
// organization's goroutine, strictly in seq order, with gaps filled from the
// log → under the organization's lock: window, applied position, delivery. If
// the entry may change a user's permissions, the user is paused, the
// permissions are reloaded outside the lock, and then the user receives what
// they missed. The sockets of a topic are grouped by profile (access.Rights'
// Profile): what a group sees of an entry is decided once, and once more for
// each user named in the entry's routes. A frame is built once per pair of
// field sets and shared. A bulk entry asks each socket once for a fresh
// snapshot (resync). Entries that change who sees other records (a user's
// teams, a chat's members) do the same for the sockets they may affect.
//
// Each live query belongs to one subscription. The query itself decides under
// the lock how an entry changes its result (storage/query: Watch); if only
// another run can decide, the query runs outside the delivery (queryRuns).
// Changes of results have no position in the log: a client that reconnects,
// or whose permissions may have changed, runs the query again.
//
// Between nodes: changes reach every node through the log. Typing indicators
// and the figures of the administrators' live view go through the Broker and
// return to all hubs, including this one, by Fleeting. Names that are not
// topics belong to the hubs or other components and reach no client.
//
// Limits: sockets, subscriptions, events per second and running commands are
// bounded per socket, user and organization. Each refusal says when to try
// again and is counted. Floods end the connection with one of link's reasons.
//
// Components, each of which knows only those before it: node (shared by
// everything on this node) → rooms and socketIndex (who is connected and
// subscribed to what) → orgState (socketIndex, window and applied position
// under one lock; delivers) → rightsReloads, threadChecks, presenceReports
// and queryRuns (who is paused until permissions are reloaded, which threads
// a socket may see, pending presence changes, which live queries run) →
// orgHub (follows the log with all of these) → orgHubs → handshake and
// recovery (how a socket joins) → connection → Hub.
//
// Concurrency: an orgHub (one organization on this node) has one goroutine
// that applies entries, and one mutex, the applied-seq lock of its orgState.
// The mutex guards sockets, topics, window, applied position, rightsReloads,
// threadChecks, presenceReports and queryRuns; nothing under it blocks or
// touches a database. Joining and recovery finish under the same lock, so
// there is neither a gap nor a duplicate between replay and live delivery. A
// socket's commands run one after the other. The lock of orgHubs guards the
// set of organizations, their reference counts, and the watches; no other
// lock is taken under it. A connection's lock may be taken under its
// organization's lock, never the other way round.
//
// Lifecycle: New → registrations (Handle, SnapshotOf) → Run, concurrently
// with ServeHTTP, Append and Fleeting, and Drain at the end. Run returns when
// every goroutine has ended. An orgHub lives from its first socket until
// Retention after its last. Every goroutine has one of two forms and is
// counted by node.work: run loops until its owner's context ends (janitor,
// orgHub); runQueue ends when its queue is empty (connection, rightsReloads,
// threadChecks, queryRuns).
//
// Invariants: a socket's packets leave in seq order; one entry is at most one
// packet per socket; only change and sync carry an offset, and no two packets
// of a socket share one; every event has exactly one object argument; a
// socket receives nothing under a principal that is older than its offset.
//
// Allowed imports: storage leaves, storage/schema, storage/access,
// storage/query, storage/eventlog and storage/broker (ports), hub/link,
// hub/socketio, hub/engineio, hub/wire, hub/topic, hub/projection,
// hub/window, hub/limits, hub/live, hub/pid, prometheus.
package hub
