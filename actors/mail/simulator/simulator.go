package simulator

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"switchboard/actors/mail"
	"switchboard/storage/fault"
	"switchboard/storage/id"
)

// kept bounds the letters.
const kept = 1_000

// Sent is a letter with the time at which it was sent.
type Sent struct {
	mail.Letter
	At time.Time
}

// Mail keeps letters.
type Mail struct {
	file string
	now  func() time.Time

	mu      sync.Mutex
	letters []Sent // oldest first
}

// New opens the letters of a folder, which is made where it is not there.
func New(folder string, now func() time.Time) (*Mail, error) {
	m := &Mail{file: filepath.Join(folder, "letters.json"), now: now}
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, fmt.Errorf("letters: %w", err)
	}
	raw, err := os.ReadFile(m.file)
	if errors.Is(err, fs.ErrNotExist) {
		return m, nil
	}
	if err == nil {
		err = json.Unmarshal(raw, &m.letters)
	}
	if err != nil {
		return nil, fmt.Errorf("letters: %w", err)
	}
	return m, nil
}

// Send implements mail.Mail: a letter that is here already is not doubled.
func (m *Mail) Send(_ context.Context, l mail.Letter) error {
	l, err := mail.Check(l)
	if err != nil {
		return err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if slices.ContainsFunc(m.letters, func(s Sent) bool { return s.ID == l.ID }) {
		return nil
	}
	letters := append(slices.Clone(m.letters), Sent{l, m.now().UTC()})
	letters = letters[max(0, len(letters)-kept):]
	if err := m.write(letters); err != nil {
		return fault.Wrap(err, fault.Unavailable, "The email could not be stored.")
	}
	m.letters = letters
	return nil
}

func (m *Mail) write(letters []Sent) error {
	raw, err := json.Marshal(letters)
	if err != nil {
		return fmt.Errorf("letters: %w", err)
	}
	if err := os.WriteFile(m.file+".new", raw, 0o600); err != nil {
		return fmt.Errorf("letters: %w", err)
	}
	if err := os.Rename(m.file+".new", m.file); err != nil {
		return fmt.Errorf("letters: %w", err)
	}
	return nil
}

// Letters lists an organization's letters, the newest first.
func (m *Mail) Letters(organization id.ID) []Sent {
	m.mu.Lock()
	defer m.mu.Unlock()
	out := []Sent{}
	for _, s := range slices.Backward(m.letters) {
		if s.Organization == organization {
			out = append(out, s)
		}
	}
	return out
}

var _ mail.Mail = (*Mail)(nil)
