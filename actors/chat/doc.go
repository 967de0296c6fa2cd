// Package chat owns the team chats: members, messages, and who has read how far.
//
// messages.go holds the commands, state.go and post.go the pure core, actor.go
// the shell, service.go the door for the edges. The core imports no storage
// implementation, engine or hub.
//
// Invariants: each message of a chat has a dense number from 1; a member has one
// read number, and what is unread is derived from the two, never counted up; one
// message is one entry for the message and one for its chat, however many
// members there are; a private chat is its members' alone.
//
// Concurrency: the actor is the only writer of its chat; the version check holds
// that against a second one.
// Allowed imports: storage leaves, storage/schema, storage/access, actors/runtime,
// actors/sight.
package chat
