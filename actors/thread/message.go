package thread

import (
	"maps"
	"strings"
	"time"
	"unicode/utf8"

	"switchboard/storage/row"
	"switchboard/storage/schema"
)

// previewLength is how much of its newest message a thread shows, in characters.
const previewLength = 160

// Fields are those that every thread has: Said keeps them.
func Fields() []*schema.Field {
	return []*schema.Field{
		{Name: "last_message", Title: "Last Message", Type: schema.Text, ReadOnly: true, HelpText: "The newest message, cut at 160 characters", Untracked: true},
		{Name: "last_message_at", Title: "Last Message At", Type: schema.DateTime, ReadOnly: true, Indexed: true, Untracked: true},
		{Name: "last_number", Title: "Last Number", Type: schema.Integer, Default: int64(0), ReadOnly: true, Untracked: true},
	}
}

// Number is a message's place in its thread.
func Number() *schema.Field {
	return &schema.Field{Name: "number", Title: "Number", Type: schema.Integer, ReadOnly: true, HelpText: "Place in the thread, from 1, without holes"}
}

// Said returns the number of a thread's next message, and what the thread keeps of it.
func Said(thread row.Record, text string, at time.Time) (number int64, keeps row.Fields) {
	number = thread.Int("last_number") + 1
	return number, row.Fields{"last_number": number, "last_message": Preview(text), "last_message_at": at.Truncate(time.Millisecond)}
}

// UpTo is how far a thread is read by somebody who has read up to the number, or all of
// it where number is 0: what came after that was not seen yet.
func UpTo(thread row.Record, number int64) int64 {
	last := thread.Int("last_number")
	if number > 0 {
		return min(number, last)
	}
	return last
}

// Read takes the command to mark a thread read, unread_messages: 0, out of what a client
// sets of it.
func Read(set row.Fields) (rest row.Fields, read bool) {
	if _, read = set["unread_messages"]; !read {
		return set, false
	}
	rest = maps.Clone(set)
	delete(rest, "unread_messages")
	return rest, true
}

// Preview is the beginning of a message, on one line.
func Preview(text string) string {
	line := strings.Join(strings.Fields(text), " ")
	if utf8.RuneCountInString(line) <= previewLength {
		return line
	}
	runes := []rune(line)
	return strings.TrimSpace(string(runes[:previewLength-1])) + "…"
}
