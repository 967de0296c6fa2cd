package schedule

import (
	"net/url"
	"slices"
	"time"

	"switchboard/storage/fault"
)

const (
	// MaxInFlight bounds the webhooks that are sent at the same time.
	MaxInFlight = 32
	// maxTasks is the number of tasks above which no new work is accepted.
	maxTasks = 10_000
	// idle is the pause without tasks.
	idle = time.Hour
)

// Webhook is the kind of a task that sends URL and Form. Other packages name the
// kinds of their own steps.
const Webhook = "webhook"

// Task is a pending step of a call or text, or a webhook.
type Task struct {
	ID   uint64    `json:"id"`
	At   time.Time `json:"at"`
	Kind string    `json:"kind"`
	Ref  string    `json:"ref,omitempty"`
	Part string    `json:"part,omitempty"`

	// Fields of a webhook:
	URL      string     `json:"url,omitempty"`
	Form     url.Values `json:"form,omitempty"`
	Key      string     `json:"key,omitempty"` // webhooks of one key are sent in order
	Token    string     `json:"token,omitempty"`
	Attempts int        `json:"attempts,omitempty"`
	Loose    bool       `json:"loose,omitempty"` // may overtake others
}

// Memory is the stored state of a schedule.
type Memory struct {
	Tasks []*Task `json:"tasks"`
	Last  uint64  `json:"last_task"` // id of the latest task
}

// EachCallback calls change with the address of every pending webhook.
func (m *Memory) EachCallback(change func(address *string)) {
	for _, t := range m.Tasks {
		change(&t.URL)
	}
}

// Schedule is the list of pending tasks, in the order in which they were added.
type Schedule struct {
	memory   *Memory
	inFlight map[uint64]bool // webhooks in flight
}

// New returns the schedule of a stored state.
func New(m *Memory) *Schedule { return &Schedule{memory: m, inFlight: map[uint64]bool{}} }

// Busy returns fault.Limited while too much is pending, so that a dead receiver can't
// make the tasks grow without bound. Callers check it before they accept new work.
func (s *Schedule) Busy() error {
	if len(s.memory.Tasks) >= maxTasks {
		return fault.New(fault.Limited, "The phone simulator has too much to do.").After(5 * time.Second)
	}
	return nil
}

// After adds a task that is due after a delay.
func (s *Schedule) After(wait time.Duration, t Task) {
	s.memory.Last++
	t.ID, t.At = s.memory.Last, time.Now().UTC().Add(wait)
	s.memory.Tasks = append(s.memory.Tasks, &t)
}

// Next returns the first due task, or the time until the next one. A webhook is in
// flight until Settle or Forget. It waits for earlier ones of its key, and while too
// many are in flight.
func (s *Schedule) Next(now time.Time) (t Task, due bool, wait time.Duration) {
	wait = idle
	blocked := map[string]bool{}
	for _, t := range s.memory.Tasks {
		if t.Kind == Webhook {
			held := !t.Loose && blocked[t.Key]
			if !t.Loose {
				blocked[t.Key] = true
			}
			if held || s.inFlight[t.ID] || len(s.inFlight) >= MaxInFlight {
				continue
			}
		}
		if d := t.At.Sub(now); d > 0 {
			wait = min(wait, d)
			continue
		}
		if t.Kind == Webhook {
			s.inFlight[t.ID] = true
		}
		return *t, true, 0
	}
	return Task{}, false, wait
}

// Forget removes a task.
func (s *Schedule) Forget(id uint64) {
	delete(s.inFlight, id)
	s.memory.Tasks = slices.DeleteFunc(s.memory.Tasks, func(t *Task) bool { return t.ID == id })
}

// Cancel removes all pending steps of a kind of one call or text.
func (s *Schedule) Cancel(kind, ref string) {
	s.memory.Tasks = slices.DeleteFunc(s.memory.Tasks, func(t *Task) bool { return t.Kind == kind && t.Ref == ref })
}

// Settle ends the sending of a webhook and reports whether that was its last attempt.
// A failed one is retried after a pause, as often as its URL asks for.
func (s *Schedule) Settle(id uint64, failed bool, pause time.Duration) (last bool) {
	delete(s.inFlight, id)
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
