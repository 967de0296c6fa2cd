// Package thread is what conversations and chats have in common: their messages have
// dense numbers, and who has read up to which is a number too.
//
// Concurrency: functions only.
// Allowed imports: storage leaves, storage/schema, storage/access, actors/feature,
// actors/sight.
package thread
