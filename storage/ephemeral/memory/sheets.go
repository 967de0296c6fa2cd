package memory

import (
	"context"
	"maps"
	"slices"
	"sync"
	"time"

	"switchboard/storage/ephemeral"
	"switchboard/storage/fault"
)

// Sheets implements ephemeral.Sheets. The zero value is ready.
type Sheets struct {
	mu     sync.Mutex
	sheets map[place]sheet
}

type place struct{ group, member, name string }

type sheet struct {
	ephemeral.Sheet
	until time.Time
}

// Write implements ephemeral.Sheets.
func (s *Sheets) Write(ctx context.Context, group, member string, changes map[string]ephemeral.Change, ttl time.Duration) (lost []string, err error) {
	if err := ctx.Err(); err != nil {
		return nil, fault.From(err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.sheets == nil {
		s.sheets = map[place]sheet{}
	}
	now := time.Now()
	for name, c := range changes {
		at := place{group, member, name}
		have, held := s.at(at, now)
		if c.From != 0 && (!held || have.Serial != c.From) {
			lost = append(lost, name)
			continue
		}
		if c.From == 0 || have.Fields == nil {
			have.Fields = map[string][]byte{}
		}
		for field, value := range c.Fields {
			if value == nil {
				delete(have.Fields, field)
			} else {
				have.Fields[field] = slices.Clone(value)
			}
		}
		have.Serial, have.until = c.To, now.Add(ttl)
		s.sheets[at] = have
	}
	slices.Sort(lost)
	return lost, nil
}

// at finds a sheet that has not run out, under the lock.
func (s *Sheets) at(at place, now time.Time) (sheet, bool) {
	have, held := s.sheets[at]
	if held && !now.Before(have.until) {
		delete(s.sheets, at)
		return sheet{}, false
	}
	return have, held
}

// Read implements ephemeral.Sheets.
func (s *Sheets) Read(ctx context.Context, group, member string, names ...string) (map[string]ephemeral.Sheet, error) {
	if err := ctx.Err(); err != nil {
		return nil, fault.From(err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	now := time.Now()
	out := map[string]ephemeral.Sheet{}
	for _, name := range names {
		if have, held := s.at(place{group, member, name}, now); held {
			out[name] = ephemeral.Sheet{Serial: have.Serial, Fields: maps.Clone(have.Fields)}
		}
	}
	return out, nil
}

// Erase implements ephemeral.Sheets.
func (s *Sheets) Erase(ctx context.Context, group, member string, names ...string) error {
	if err := ctx.Err(); err != nil {
		return fault.From(err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, name := range names {
		delete(s.sheets, place{group, member, name})
	}
	return nil
}
