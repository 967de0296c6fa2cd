package conversations

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"switchboard/actors/runtime"
)

// shown returns the thread's texts, oldest first, and checks that its numbers are
// dense.
func (h *driven) shown() string {
	h.t.Helper()
	var bodies []string
	for i, m := range h.messages() {
		if m.Int("number") != int64(i)+1 {
			h.t.Errorf("message %d has the number %d", i+1, m.Int("number"))
		}
		bodies = append(bodies, m.Text("body"))
	}
	if last := h.state.Conversation.Int("last_number"); last != int64(len(bodies)) {
		h.t.Errorf("the last number is %d of %d", last, len(bodies))
	}
	if preview := h.state.Conversation.Text("last_message"); len(bodies) > 0 && preview != bodies[len(bodies)-1] {
		h.t.Errorf("the list shows %q, the thread ends with %q", preview, bodies[len(bodies)-1])
	}
	return strings.Join(bodies, " ")
}

func indexed(index int, body string) Event {
	e := text(fmt.Sprint("IM", index), body)
	e.Event.Index = index
	return e
}

func TestTextsFollowTheProvidersOrder(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	for range 200 {
		h := newThread(t)
		order := random.Perm(6)
		for _, i := range append(order, order[:3]...) { // some are repeated
			h.do(indexed(i, fmt.Sprint("t", i)))
		}
		if got := h.shown(); got != "t0 t1 t2 t3 t4 t5" || h.unread() != 6 {
			t.Fatalf("in the order %v: %s, %d unread", order, got, h.unread())
		}
	}
}

func TestLateTextIsUnread(t *testing.T) {
	h := newThread(t)
	h.do(indexed(0, "t0"))
	h.do(indexed(2, "t2"))
	h.do(MarkRead{By: agent})
	h.do(indexed(1, "t1"))
	if got := h.shown(); got != "t0 t1 t2" || h.unread() != 1 {
		t.Errorf("%s, %d unread", got, h.unread())
	}
	h.do(MarkRead{By: agent})
	if h.unread() != 0 || len(h.state.Unread) != 0 {
		t.Errorf("%d unread", h.unread())
	}
}

// A text of ours is shown immediately, and its index comes later: with the provider's
// response or the webhook, whichever is first.
func TestOurTextTakesTheProvidersPosition(t *testing.T) {
	for name, tells := range map[string]func(h *driven, sent Sending, index int){
		"by the answer": func(h *driven, sent Sending, index int) { h.do(Sent{Message: sent.ID, SID: "IMo", Index: &index}) },
		"by the echo": func(h *driven, sent Sending, index int) {
			echo := text("IMo", "ours")
			echo.Event.Author, echo.Event.ClientID, echo.Event.Index, echo.User = string(agent), "c1", index, Person{ID: agent}
			h.do(echo)
		},
	} {
		t.Run(name, func(t *testing.T) {
			for index, want := range map[int]string{1: "t0 ours t2 t3", 2: "t0 t1 ours t3", 3: "t0 t1 t2 ours"} {
				others := slices.DeleteFunc([]int{1, 2, 3}, func(i int) bool { return i == index })
				h := newThread(t)
				h.contact(true)
				h.do(indexed(0, "t0"))
				sent := h.do(Send{CommandMeta: runtime.CommandMeta{By: agent}, Body: "ours", ClientID: "c1"}).(Sending)
				for _, i := range others {
					h.do(indexed(i, fmt.Sprint("t", i)))
				}
				tells(h, sent, index)
				tells(h, sent, index)
				if got := h.shown(); got != want || h.unread() != 2 {
					t.Errorf("with the index %d: %s, %d unread, want %s", index, got, h.unread(), want)
				}
			}
		})
	}
}

func TestLateTextPassesABoundedNumber(t *testing.T) {
	h := newThread(t)
	for i := range maxPassed + 10 {
		h.do(indexed(i+1, fmt.Sprint("t", i+1)))
	}
	h.do(indexed(0, "t0"))
	if at := slices.Index(strings.Fields(h.shown()), "t0"); at != 10 {
		t.Errorf("it is at %d", at)
	}
}
