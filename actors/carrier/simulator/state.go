package simulator

import (
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// Bounds of the lists that are kept. What is over is forgotten, oldest first.
const (
	keptLegs          = 100
	keptConferences   = 100
	keptConversations = 500
	keptMessages      = 500
	keptTexts         = 50
	keptSentences     = 10
	mostTasks         = 10_000
)

// leg is one party's connection.
type leg struct {
	SID           string     `json:"sid"`
	Direction     string     `json:"direction"` // inbound, outbound-api
	From          string     `json:"from"`
	To            string     `json:"to"`
	Status        string     `json:"status"`
	Label         string     `json:"label,omitempty"`
	Conference    string     `json:"conference,omitempty"` // its sid, while dialling into it or in it
	Joined        bool       `json:"joined,omitempty"`
	EndsIt        bool       `json:"ends_it,omitempty"`
	Starts        bool       `json:"starts,omitempty"`
	Callback      string     `json:"callback,omitempty"`
	Events        []string   `json:"events,omitempty"`
	Sequence      int        `json:"sequence"`
	Program       []verb     `json:"program,omitempty"` // what follows the running verb
	Heard         []string   `json:"heard,omitempty"`   // sentences that were spoken to it, the latest
	Timeout       int        `json:"timeout,omitempty"`
	Created       time.Time  `json:"created"`
	Answered      *time.Time `json:"answered,omitempty"`
	Ended         *time.Time `json:"ended,omitempty"`
	ByREST        bool       `json:"by_rest,omitempty"`
	ForwardedFrom string     `json:"forwarded_from,omitempty"`
}

func (l *leg) over() bool { return l.Ended != nil }

// conference is a call's meeting of legs, under a friendly name.
type conference struct {
	SID      string     `json:"sid"`
	Name     string     `json:"name"`
	Status   string     `json:"status"` // init, in-progress, completed
	Callback string     `json:"callback,omitempty"`
	Events   []string   `json:"events,omitempty"`
	Sequence int        `json:"sequence"`
	Legs     []string   `json:"legs,omitempty"` // in the room, in order of joining
	Created  time.Time  `json:"created"`
	Ended    *time.Time `json:"ended,omitempty"`
	Reason   string     `json:"reason,omitempty"`
	EndedBy  string     `json:"ended_by,omitempty"`
}

// conversation is a thread of texts between one address and one of our numbers.
type conversation struct {
	SID         string    `json:"sid"`
	Participant string    `json:"participant"`
	Address     string    `json:"address"`
	Proxy       string    `json:"proxy"`
	State       string    `json:"state"`
	Created     time.Time `json:"created"`
	Next        int       `json:"next"` // index of the next message
	Messages    []message `json:"messages,omitempty"`
}

type message struct {
	SID        string    `json:"sid"`
	Index      int       `json:"index"`
	Author     string    `json:"author"`
	Body       string    `json:"body"`
	Attributes string    `json:"attributes"`
	Created    time.Time `json:"created"`
	Receipt    string    `json:"receipt,omitempty"` // DY sid of an outgoing one
	Status     string    `json:"status,omitempty"`
	ErrorCode  int       `json:"error_code,omitempty"`
}

// task is something that happens later: a step of a leg or a webhook to be sent.
type task struct {
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

// state is the provider's whole memory.
type state struct {
	Account       string                   `json:"account"`
	AuthToken     string                   `json:"auth_token"`
	Public        string                   `json:"public"`
	Service       string                   `json:"service"`
	Legs          map[string]*leg          `json:"legs"`
	Conferences   map[string]*conference   `json:"conferences"`
	Conversations map[string]*conversation `json:"conversations"`
	OptedOut      map[string]bool          `json:"opted_out"`          // address + space + our number
	Refusing      map[string]bool          `json:"refusing,omitempty"` // our numbers whose texts are refused
	Texts         []Text                   `json:"texts"`
	Tasks         []*task                  `json:"tasks"`
	LastTask      uint64                   `json:"last_task"`
}

func sid(prefix string) string {
	var b [16]byte
	_, _ = rand.Read(b[:]) // never fails (crypto/rand since Go 1.24)
	return prefix + hex.EncodeToString(b[:])
}

const stateFile = "provider.json"

// load reads the state of a folder, an empty one where there is none yet. A file
// that can't be read is an error: it is never thrown away silently.
func load(folder string) (*state, error) {
	s := &state{
		Legs: map[string]*leg{}, Conferences: map[string]*conference{},
		Conversations: map[string]*conversation{}, OptedOut: map[string]bool{}, Refusing: map[string]bool{},
	}
	raw, err := os.ReadFile(filepath.Join(folder, stateFile))
	if errors.Is(err, fs.ErrNotExist) {
		return s, nil
	}
	if err != nil {
		return nil, fmt.Errorf("simulator: %w", err)
	}
	if err := json.Unmarshal(raw, s); err != nil {
		return nil, fmt.Errorf("simulator: %s is damaged; move it away to start anew: %w", filepath.Join(folder, stateFile), err)
	}
	return s, nil
}

// save writes the state beside its place and renames it there. It is not synced:
// it has to outlive the process, not the machine.
func (s *state) save(folder string) error {
	raw, err := json.Marshal(s) //nolint:gosec // the token belongs into the state: the account outlives the process, the file is ours alone
	if err != nil {
		return fmt.Errorf("simulator: %w", err)
	}
	place := filepath.Join(folder, stateFile)
	if err := os.WriteFile(place+".new", raw, 0o600); err != nil {
		return fmt.Errorf("simulator: %w", err)
	}
	if err := os.Rename(place+".new", place); err != nil {
		return fmt.Errorf("simulator: %w", err)
	}
	return nil
}

// remember adds the conversations that the configuration knows of and the state
// does not.
func (s *state) remember(threads []Thread, now time.Time) {
	for _, t := range threads {
		if s.Conversations[t.SID] == nil {
			s.Conversations[t.SID] = &conversation{
				SID: t.SID, Participant: t.Participant, Address: t.Address, Proxy: t.Proxy,
				State: "active", Created: now, Next: t.Messages,
			}
		}
	}
}

// move lets callbacks follow the public URL, which changes where the product is
// started on another port: the calls of before would otherwise talk to nobody.
func (s *state) move(public string) {
	follow := func(address *string) {
		if rest, found := strings.CutPrefix(*address, s.Public+"/"); found {
			*address = public + "/" + rest
		}
	}
	if s.Public != "" && s.Public != public {
		for _, l := range s.Legs {
			follow(&l.Callback)
		}
		for _, c := range s.Conferences {
			follow(&c.Callback)
		}
		for _, t := range s.Tasks {
			follow(&t.URL)
		}
	}
	s.Public = public
}

// prune forgets the oldest of what is over.
func (s *state) prune() {
	drop(s.Legs, keptLegs, func(l *leg) *time.Time { return l.Ended })
	drop(s.Conferences, keptConferences, func(c *conference) *time.Time { return c.Ended })
	drop(s.Conversations, keptConversations, func(c *conversation) *time.Time { return &c.Created })
	if n := len(s.Texts) - keptTexts; n > 0 {
		s.Texts = slices.Delete(s.Texts, 0, n)
	}
}

// drop removes the oldest of those that have an end, down to kept of them.
func drop[T any](m map[string]T, kept int, ended func(T) *time.Time) {
	if len(m) <= kept {
		return
	}
	type old struct {
		key string
		at  time.Time
	}
	var list []old
	for key, v := range m {
		if at := ended(v); at != nil {
			list = append(list, old{key, *at})
		}
	}
	if len(list) <= kept {
		return
	}
	slices.SortFunc(list, func(a, b old) int { return a.at.Compare(b.at) })
	for _, o := range list[:len(list)-kept] {
		delete(m, o.key)
	}
}
