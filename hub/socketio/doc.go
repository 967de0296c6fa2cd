// Package socketio is the packet codec of Socket.IO, protocol 5: packets,
// their namespaces and acknowledgement ids, the split of an event into name
// and arguments, and binary attachments.
//
// It is pure: no connection, no clock. Payloads stay raw JSON that is checked
// to be well formed, because the hub decodes most of them into its own types.
// Decode returns views into the caller's bytes.
//
// Source: the Socket.IO protocol document, version 5 ("Packet encoding").
//
// Concurrency: functions are safe for concurrent use; an Assembler belongs to
// one reader.
//
// Allowed imports: the standard library.
package socketio
