// Package notifications notifies users of events: it turns entries of the log into
// notifications, and sends emails.
//
// It owns: the object notification, the kinds of notifications, users' preferences for them, and
// the position up to which the log was read. Other features declare which of their entries count
// (feature.Notice).
//
// Concurrency: an Engine reads the log of one organization at a time. Several may run, on several
// nodes: the position decides which of them writes.
//
// Invariants:
//   - An entry notifies each user of each kind once: notifications and the new position of the
//     log are one transaction.
//   - Nobody is notified of a record that they may not read, or of their own change.
//   - An email is sent at least once, under an id of its own by which mail servers recognize a
//     repeat.
//
// Allowed imports: storage leaves, storage/access, storage/schema, storage/eventlog,
// actors/feature, actors/effects, actors/mail, actors/once.
package notifications
