package schedule

import (
	"net/url"
	"slices"
	"time"

	"switchboard/storage/fault"
)

const (
	// MostUnderWay bounds the webhooks that are sent at the same time.
	MostUnderWay = 32
	// mostTasks is from where on no new work is taken.
	mostTasks = 10_000
	// idle is how long nothing will be due where nothing is owed.
	idle = time.Hour
)

// Webhook is the kind of a task that sends URL and Form; all other kinds are named by
// those whose steps they are.
const Webhook = "webhook"

// Task is something that happens later: a step of a call or text, or a webhook.
type Task struct {
	ID   uint64    `json:"id"`
	At   time.Time `json:"at"`
	Kind string    `json:"kind"`
	Ref  string    `json:"ref,omitempty"`
	Part string    `json:"part,omitempty"`

	// Of a webhook:
	URL      string     `json:"url,omitempty"`
	Form     url.Values `json:"form,omitempty"`
	Key      string     `json:"key,omitempty"` // webhooks of one key are sent in order
	Token    string     `json:"token,omitempty"`
	Attempts int        `json:"attempts,omitempty"`
	Loose    bool       `json:"loose,omitempty"` // may overtake
}

// Memory is what a schedule stores.
type Memory struct {
	Tasks []*Task `json:"tasks"`
	Last  uint64  `json:"last_task"` // the latest task's id
}

// EachCallback calls change with every address that a webhook is owed to.
func (m *Memory) EachCallback(change func(address *string)) {
	for _, t := range m.Tasks {
		change(&t.URL)
	}
}

// Schedule is the tasks that are owed, in the order in which they were added.
type Schedule struct {
	memory   *Memory
	underWay map[uint64]bool // webhooks that are being sent
}

// New makes the schedule of what was stored.
func New(m *Memory) *Schedule { return &Schedule{memory: m, underWay: map[uint64]bool{}} }

// Busy is fault.Limited while too much is owed, so that a receiver that is dead can't
// make the tasks grow without end. It is asked before new work is taken.
func (s *Schedule) Busy() error {
	if len(s.memory.Tasks) >= mostTasks {
		return fault.New(fault.Limited, "The phone simulator has too much to do.").After(5 * time.Second)
	}
	return nil
}

// After adds a task that is due after some time.
func (s *Schedule) After(wait time.Duration, t Task) {
	s.memory.Last++
	t.ID, t.At = s.memory.Last, time.Now().UTC().Add(wait)
	s.memory.Tasks = append(s.memory.Tasks, &t)
}

// Next gives the first task that is due, or how long none will be. A webhook is marked
// as under way until Settle or Forget; it waits where another one of its key is earlier,
// and where too many are under way.
func (s *Schedule) Next(now time.Time) (t Task, due bool, wait time.Duration) {
	wait = idle
	blocked := map[string]bool{}
	for _, t := range s.memory.Tasks {
		if t.Kind == Webhook {
			held := !t.Loose && blocked[t.Key]
			if !t.Loose {
				blocked[t.Key] = true
			}
			if held || s.underWay[t.ID] || len(s.underWay) >= MostUnderWay {
				continue
			}
		}
		if d := t.At.Sub(now); d > 0 {
			wait = min(wait, d)
			continue
		}
		if t.Kind == Webhook {
			s.underWay[t.ID] = true
		}
		return *t, true, 0
	}
	return Task{}, false, wait
}

// Forget removes a task.
func (s *Schedule) Forget(id uint64) {
	delete(s.underWay, id)
	s.memory.Tasks = slices.DeleteFunc(s.memory.Tasks, func(t *Task) bool { return t.ID == id })
}

// Cancel removes all steps of a kind that are owed to somebody.
func (s *Schedule) Cancel(kind, ref string) {
	s.memory.Tasks = slices.DeleteFunc(s.memory.Tasks, func(t *Task) bool { return t.Kind == kind && t.Ref == ref })
}

// Settle ends the sending of a webhook and returns whether that was its last: one that
// failed is owed again after a pause, as often as its URL asks for.
func (s *Schedule) Settle(id uint64, failed bool, pause time.Duration) (last bool) {
	delete(s.underWay, id)
	i := slices.IndexFunc(s.memory.Tasks, func(t *Task) bool { return t.ID == id })
	if i < 0 {
		return false
	}
	owed := s.memory.Tasks[i]
	if owed.Attempts++; failed && owed.Attempts < attempts(owed.URL) {
		owed.At = time.Now().UTC().Add(pause)
		return false
	}
	s.Forget(id)
	return true
}
