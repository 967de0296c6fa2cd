package budgets

import "testing"

// A timer that watched a debt may run when its share was dropped already and the person
// is at work under another one, whose places must stay counted.
func TestALateTimerDropsNoNewerShare(t *testing.T) {
	s, who := New(nil, nil, nil), person{"o", "u"}
	old := s.share(who)
	s.forget(who, old)
	now := s.share(who)
	now.running[Requests]++
	s.forget(who, old)
	if s.people[who] != now {
		t.Fatal("the newer share was dropped")
	}
	s.leave(who, Requests)
	if len(s.people) > 0 {
		t.Error("a share without work stays")
	}
}
