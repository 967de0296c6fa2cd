package analytics

import (
	"testing"

	"switchboard/storage/query"
)

// What is kept is bounded: what was asked for the longest time ago goes first, and one that
// is too large is not kept.
func TestWhatIsKeptIsBounded(t *testing.T) {
	k := newKept(3 * (besides + 100))
	one := func(size int) *answer { return &answer{json: make([]byte, size)} }
	for _, key := range []string{"a", "b", "c"} {
		k.put(key, one(100))
	}
	k.get("a")
	k.put("d", one(100))
	if k.get("b") != nil || k.get("a") == nil || k.get("c") == nil || k.get("d") == nil {
		t.Error("another one went than the one that was asked for the longest time ago")
	}
	k.put("a", one(50))
	k.put("huge", one(largest))
	if k.get("huge") != nil || k.order.Len() != len(k.byKey) || k.bytes > k.most {
		t.Errorf("%d answers in %d places of %d bytes", len(k.byKey), k.order.Len(), k.bytes)
	}
	held := k.get("a")
	k.put("a", one(60))
	k.move("a", held, query.Mark{Seq: 9}) // another one has come in its place
	if k.get("a").mark.Seq == 9 {
		t.Error("a mark was moved that belongs to another answer")
	}
}
