package schedule

import (
	"fmt"
	"net/url"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"switchboard/storage/fault"
)

// owed makes a schedule of webhooks, one key each, of which a capital one may overtake.
func owed(keys string) *Schedule {
	s := New(&Memory{})
	for key := range strings.SplitSeq(keys, "") {
		s.After(0, Task{Kind: Webhook, Key: strings.ToLower(key), Loose: strings.ToUpper(key) == key})
	}
	return s
}

// taken gives the ids of all that is due now.
func taken(s *Schedule) (ids []uint64) {
	for t, due, _ := s.Next(time.Now()); due; t, due, _ = s.Next(time.Now()) {
		ids = append(ids, t.ID)
		if t.Kind != Webhook {
			s.Forget(t.ID)
		}
	}
	return ids
}

func TestWebhooksOfOneKeyKeepTheirOrder(t *testing.T) {
	for keys, want := range map[string]string{
		"aab": "[1 3]", // the second waits for the first
		"aAb": "[1 2 3]",
		"Aab": "[1 2 3]", // one that may overtake holds nobody
		"aba": "[1 2]",
	} {
		if got := fmt.Sprint(taken(owed(keys))); got != want {
			t.Errorf("%s: %s are due, want %s", keys, got, want)
		}
	}
}

func TestAWebhookIsTriedAgainAndThenDropped(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := owed("aa")
		first := taken(s)[0]
		if s.Settle(first, true, time.Second) {
			t.Fatal("the first failure was the last")
		}
		if next, due, wait := s.Next(time.Now()); due || wait != time.Second {
			t.Fatalf("%+v is due, or in %s", next, wait) // the second waits behind it
		}
		time.Sleep(time.Second)
		if got := taken(s); len(got) != 1 || got[0] != first {
			t.Fatalf("%v are due", got)
		}
		if !s.Settle(first, true, time.Second) {
			t.Fatal("it is tried a third time")
		}
		if got := taken(s); len(got) != 1 || got[0] == first {
			t.Fatalf("afterwards %v are due", got)
		}
		if s.Settle(first, false, time.Second) {
			t.Fatal("what is gone was settled")
		}
	})
}

func TestOnlySoManyWebhooksAreUnderWay(t *testing.T) {
	s := New(&Memory{})
	for i := range MaxInFlight + 5 {
		s.After(0, Task{Kind: Webhook, Key: fmt.Sprint(i)})
	}
	s.After(0, Task{Kind: "step"})
	got := taken(s)
	if len(got) != MaxInFlight+1 || got[MaxInFlight] != MaxInFlight+6 {
		t.Fatalf("%v are due", got)
	}
	s.Forget(got[0])
	if got := taken(s); len(got) != 1 {
		t.Fatalf("for one that is gone %v are due", got)
	}
}

func TestTooMuchIsRefused(t *testing.T) {
	s := New(&Memory{Tasks: make([]*Task, maxTasks-1)})
	if err := s.Busy(); err != nil {
		t.Fatal(err)
	}
	s.After(0, Task{})
	if err := s.Busy(); !fault.Is(err, fault.Limited) {
		t.Fatalf("got %v", err)
	}
}

func TestAWebhookThatComesTwiceIsOne(t *testing.T) {
	m := &Memory{}
	s := New(m)
	NewWebhooks(s, "AC", Edges{Duplicate: 1}, 1).Ask("CA", "voice", "http://x", url.Values{})
	if len(m.Tasks) != 2 || m.Tasks[0].Token != m.Tasks[1].Token || m.Tasks[0].Loose || !m.Tasks[1].Loose ||
		m.Tasks[1].Part != "voice" || m.Tasks[1].Ref != "CA" || m.Tasks[1].Form.Get("AccountSid") != "AC" {
		t.Fatalf("owed are %+v and %+v", m.Tasks[0], m.Tasks[1])
	}
}

func TestHowOftenAWebhookIsSent(t *testing.T) {
	for address, want := range map[string]int{
		"http://x": 2, "http://x#rc=5&rp=all": 6, "http://x#rc=9&rp=all": 6, "http://x#rc=0&rp=all": 1, "http://x#rc=5&rp=4xx": 2, "http://x#%zz": 2,
	} {
		if got := attempts(address); got != want {
			t.Errorf("%s: %d times, want %d", address, got, want)
		}
	}
}
