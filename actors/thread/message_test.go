package thread

import (
	"strings"
	"testing"
	"time"

	"switchboard/storage/row"
)

func TestPreviewIsOneShortLine(t *testing.T) {
	if got := Preview("a\n b"); got != "a b" {
		t.Errorf("%q", got)
	}
	for _, word := range []string{"word ", "Größe 😀 "} {
		long := Preview(strings.Repeat(word, 80))
		if n := len([]rune(long)); n > previewLength || n < previewLength-1 || !strings.HasSuffix(long, "…") {
			t.Errorf("%q", long)
		}
	}
}

func TestMessagesAreNumberedAndReadUpToANumber(t *testing.T) {
	thread := row.Record{Fields: row.Fields{"last_number": int64(7)}}
	at := time.Date(2026, 11, 22, 10, 0, 0, 1_234_567, time.UTC)
	number, keeps := Said(thread, "Hello\nyou", at)
	if number != 8 || keeps["last_number"] != int64(8) || keeps["last_message"] != "Hello you" || keeps["last_message_at"] != at.Truncate(time.Millisecond) {
		t.Errorf("%d, %v", number, keeps)
	}
	for asked, want := range map[int64]int64{0: 7, 3: 3, 7: 7, 12: 7} {
		if got := UpTo(thread, asked); got != want {
			t.Errorf("up to %d of 7: %d, want %d", asked, got, want)
		}
	}
	set := row.Fields{"name": "x", "unread_messages": int64(0)}
	if rest, read := Read(set); !read || len(rest) != 1 || len(set) != 2 {
		t.Errorf("%v, %v of %v", rest, read, set)
	}
	if rest, read := Read(row.Fields{"name": "x"}); read || len(rest) != 1 {
		t.Errorf("%v, %v", rest, read)
	}
}
