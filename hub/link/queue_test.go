package link

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
)

// filled returns a queue with frames of these texts.
func filled(texts ...string) *queue {
	q := &queue{}
	for _, text := range texts {
		q.add([]byte(text))
	}
	return q
}

func (q *queue) holds() string { return string(bytes.Join(q.frames, []byte("|"))) }

func TestAQueueIsCutWhereAWriteEnded(t *testing.T) {
	for n, want := range map[int]string{0: "ab|cd|e", 1: "b|cd|e", 2: "cd|e", 3: "d|e", 4: "e"} {
		q := filled("ab", "cd", "e")
		q.cut(n)
		if q.holds() != want || q.bytes != 5-n || q.count != len(q.frames) {
			t.Errorf("cut after %d: %q, %d bytes, %d frames", n, q.holds(), q.bytes, q.count)
		}
	}
}

func TestHandedOutFramesCountUntilTheyAreSent(t *testing.T) {
	q := filled("ab", "cd")
	frames, size, count := q.hand()
	q.add([]byte("e"))
	if len(frames) != 2 || q.holds() != "e" || q.bytes != 5 || q.count != 3 {
		t.Errorf("handed out %d frames; %q waits, %d bytes and %d frames count", len(frames), q.holds(), q.bytes, q.count)
	}
	q.left(size, count)
	if q.bytes != 1 || q.count != 1 {
		t.Errorf("then %d bytes and %d frames count", q.bytes, q.count)
	}
}

func TestAQueueLeavesInOnePiece(t *testing.T) {
	broken := errors.New("on purpose")
	for _, q := range []*queue{filled("abc"), filled("a", "b", "c")} {
		var got string
		n, err := q.whole(func(piece []byte) (int, error) {
			got = string(piece)
			return 2, broken
		})
		if got != "abc" || n != 2 || !errors.Is(err, broken) {
			t.Errorf("wrote %q: %d, %v", got, n, err)
		}
		q.clear()
		if q.frames != nil || q.box != nil || q.bytes != 0 || q.count != 0 {
			t.Errorf("cleared it is %+v", q)
		}
	}
	large := filled(strings.Repeat("x", scratchSize), "y")
	if large.small() || !filled(strings.Repeat("x", 2*scratchSize)).small() || !filled("x", "y").small() {
		t.Error("what is copied into one piece isn't bounded, or a lone frame is")
	}
}

func TestBoundsShrinkWhileMuchWaits(t *testing.T) {
	o := outgoing{limits: Limits{QueueBytes: 100, QueueMessages: 10}, maxWaiting: 1000}
	for waits, want := range map[int64]bounds{0: {100, 10}, 500: {100, 10}, 750: {50, 10}, 1000: {}, 2000: {}} {
		o.waiting.Store(waits)
		if got := o.bounds(); got != want {
			t.Errorf("while %d bytes wait: %+v", waits, got)
		}
	}
	b := bounds{100, 10}
	if b.half(40, 4, 10) || !b.half(40, 4, 11) || !b.half(0, 5, 1) {
		t.Error("half is not half")
	}
	if b.full(90, 9, 10, 1) || !b.full(90, 9, 11, 1) || !b.full(0, 10, 0, 1) || b.full(0, 0, 1000, 20) {
		t.Error("full is not full, or what comes alone is")
	}
}

func TestEachMessageGetsOneImmediateReply(t *testing.T) {
	var a answers
	if a.take() {
		t.Error("nobody asked")
	}
	for range maxAnswers + 5 {
		a.ask()
	}
	n := 0
	for a.take() {
		n++
	}
	if n != maxAnswers {
		t.Errorf("%d answers", n)
	}
}

func TestTheClosePacketIsPolledAlone(t *testing.T) {
	message := func(text string) Frame { return MessageFrame([]byte(text)) }
	var q pollQueue
	if body, _ := q.body(false); string(body) != "6" {
		t.Errorf("nothing is said as %q", body)
	}
	q.add([]Frame{message("a"), BinaryFrame([]byte{1, 2, 3})}, 20)
	if body, left := q.body(false); string(body) != "4a\x1ebAQID" || left != 20 || q.bytes != 0 || q.frames != nil {
		t.Errorf("%q, %d bytes left", body, left)
	}
	q.add([]Frame{message("a")}, 4)
	q.last(true, message("bye"), closePacket)
	if body, left := q.body(true); string(body) != "4a\x1e4bye" || left != 4 {
		t.Errorf("%q, %d bytes left", body, left)
	}
	if body, left := q.body(true); string(body) != "1" || left != 0 {
		t.Errorf("%q, %d bytes left", body, left)
	}
	q.add([]Frame{message("a")}, 4)
	q.last(false, closePacket)
	if body, left := q.body(true); string(body) != "1" || left != 4 {
		t.Errorf("where what waits is given up: %q, %d bytes left", body, left)
	}
}

func TestATruncatedMessageIsAnError(t *testing.T) {
	s := source{Conn: ended{}, prefix: []byte("abc")}
	p := make([]byte, 2)
	for _, want := range []string{"ab", "c"} {
		if n, err := s.Read(p); string(p[:n]) != want || err != nil {
			t.Errorf("%q, %v", p[:n], err)
		}
	}
	if _, err := s.Read(p); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("the end is %v", err)
	}
}
