package texting

import (
	"fmt"
	"testing"

	"switchboard/actors/carrier/simulator/schedule"
)

const (
	customer = "+15550100002"
	ours     = "+15550100001"
)

// provider is texts whose tasks a test reads.
func provider() (*Conversations, *schedule.Memory) {
	owed := &schedule.Memory{}
	tasks := schedule.New(owed)
	return New(&Memory{}, nil, Config{URL: "http://us/conversations"}, tasks, schedule.NewWebhooks(tasks, "AC", schedule.Edges{}, 1)), owed
}

// settled does all receipts that are owed and gives what was told of them.
func settled(s *Conversations, owed *schedule.Memory) string {
	var told []string
	for len(owed.Tasks) > 0 {
		task := owed.Tasks[0]
		owed.Tasks = owed.Tasks[1:]
		switch {
		case task.Kind == TaskReceipt:
			s.Receipt(*task)
		case task.Form.Get("EventType") == "onDeliveryUpdated":
			told = append(told, task.Form.Get("Status"))
		}
	}
	return fmt.Sprint(told)
}

func TestReceiptsFollowConsent(t *testing.T) {
	s, owed := provider()
	for _, k := range []struct{ says, want string }{
		{"Hello", "[sent delivered]"}, {" stop ", "[failed]"}, {"Hello?", "[failed]"}, {"Start", "[sent delivered]"},
	} {
		s.Receive(customer, ours, k.says)
		c := s.open(customer, ours)
		m := s.Post(c, Message{Author: "a", Body: "Hi"}, false)
		if got := settled(s, owed); got != k.want {
			t.Errorf("after %q: %s, want %s", k.says, got, k.want)
		}
		if last := s.Texts()[len(s.Texts())-1]; last.SID != m.SID || last.Status != c.Message(m.SID).Status {
			t.Errorf("after %q those who watch see %+v", k.says, last)
		}
	}
}

func TestIndexesGoOnWhereMessagesAreForgotten(t *testing.T) {
	s, _ := provider()
	for i := range keptMessages + 10 {
		if m := s.Receive(customer, ours, "Hello"); m.Index != i {
			t.Fatalf("message %d has the index %d", i, m.Index)
		}
	}
	c := s.open(customer, ours)
	if len(c.Messages) != keptMessages || c.Messages[0].Index != 10 {
		t.Fatalf("%d are kept from %d", len(c.Messages), c.Messages[0].Index)
	}
}

func TestTheOldestAreForgotten(t *testing.T) {
	s, _ := provider()
	first := s.open(customer, ours)
	for i := range keptConversations {
		s.open(fmt.Sprint("+1555020", 1000+i), ours)
	}
	s.memory.Prune()
	if len(s.memory.Conversations) != keptConversations || s.Get(first.SID) != nil {
		t.Fatalf("%d are kept, the first among them: %t", len(s.memory.Conversations), s.Get(first.SID) != nil)
	}
}
