// Package chat owns team chats: members, messages and read positions.
//
// messages.go holds the commands, state.go and post.go the pure core, actor.go the
// actor, service.go the commands for the edges. The core imports no storage
// implementation, engine or hub.
//
// Invariants: a chat's messages have dense numbers from 1. A member has one read
// number; the unread count is derived from both and never stored. A message is one
// entry for the message and one for its chat, for any number of members. A private
// chat is visible only to its members.
//
// Concurrency: the actor is the only writer of its chat. The version check guards
// against a second one. Allowed imports: storage leaves, storage/schema,
// storage/access, actors/runtime, actors/sight.
package chat
