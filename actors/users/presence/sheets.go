package presence

import (
	"context"
	"strconv"
	"time"

	"switchboard/storage/ephemeral"
	"switchboard/storage/id"
)

// A node stores its sockets in sheets (hash leases): one per organization, with a
// field per user, at the serial of the organization's last message; and an index of
// them, with a field per organization, at the last change of all. A change of one
// user writes the user's field, the organization's field in the index, and two
// serials.
const (
	indexSheet = ""
	// sheetTime is the lifetime of an unwritten sheet, as of a killed node. A live
	// node writes each sheet twice within it.
	sheetTime = time.Hour
	// maxSheets bounds the sheets of one request.
	maxSheets = 200
)

// sheets writes this node's own sheets. One goroutine uses it.
type sheets struct {
	node    string
	leases  Leases
	ledger  *ledger
	rosters *rosters

	rev   int64 // the last change in them
	index int64 // serial of the index; 0 if it must be rewritten
	lost  bool  // some may be lost, so they must be rewritten
}

// write writes the changes since the last time, and what was lost. A renewal detects
// losses and extends old sheets.
func (s *sheets) write(ctx context.Context, renewal bool) error {
	const tries = 3 // a loss is detected while writing
	for range tries {
		again, err := s.writeOnce(ctx, renewal)
		if err != nil || !again {
			return err
		}
	}
	signal(s.ledger.unwritten.some)
	return nil
}

func (s *sheets) writeOnce(ctx context.Context, renewal bool) (again bool, err error) {
	rewrite := s.lost || s.index == 0
	s.lost = false
	users, rev := s.ledger.toWrite()
	written := false
	defer func() { // even after a panic
		if !written { // some may be written: their serial reveals it
			s.ledger.writeAgain(users)
			s.lost = s.lost || rewrite
		}
	}()
	if rewrite || renewal {
		s.addOld(users, rewrite)
	}
	if len(users) == 0 && !rewrite && !renewal {
		return false, nil
	}
	index := ephemeral.Change{From: s.index, To: rev, Fields: map[string][]byte{}}
	if rewrite {
		index.From = 0
	}
	lost, err := s.writePages(ctx, users, rewrite, index.Fields)
	if err == nil {
		lost, err = s.writeIndex(ctx, index, lost)
	}
	written = err == nil
	return lost && written, err
}

// addOld adds the organizations whose sheets must be extended: all, or those not
// written for long.
func (s *sheets) addOld(users map[id.ID]map[id.ID]bool, all bool) {
	now := time.Now()
	for _, r := range s.rosters.known() {
		r.locked(func() {
			old := r.own.sheet.written > 0 && now.Sub(r.own.sheet.when) > sheetTime/2
			if (all && r.own.sheet.last > 0 || old) && users[r.organization] == nil {
				users[r.organization] = map[id.ID]bool{}
			}
		})
	}
}

// writePages writes the organizations' sheets and adds their index fields. lost
// reports that some were missing, which must be rewritten.
func (s *sheets) writePages(ctx context.Context, users map[id.ID]map[id.ID]bool, rewrite bool, index map[string][]byte) (lost bool, err error) {
	changes, empty := map[string]ephemeral.Change{}, []string{}
	send := func() error {
		some, err := s.writeSome(ctx, changes, empty)
		lost = lost || some
		changes, empty = map[string]ephemeral.Change{}, []string{}
		return err
	}
	for organization, some := range users {
		kept := false
		s.rosters.found(organization, func(r *roster) {
			if kept = len(r.own.people) > 0 && r.own.sheet.last > 0; kept {
				changes[string(organization)] = r.own.change(some, rewrite)
				index[string(organization)] = strconv.AppendInt(nil, r.own.sheet.last, 10)
			}
		})
		if !kept {
			index[string(organization)], empty = nil, append(empty, string(organization))
		}
		if len(changes)+len(empty) >= maxSheets {
			if err := send(); err != nil {
				return lost, err
			}
		}
	}
	return lost, send()
}

// writeSome writes some sheets in one request, and deletes empty ones.
func (s *sheets) writeSome(ctx context.Context, changes map[string]ephemeral.Change, empty []string) (lost bool, err error) {
	ctx, cancel := context.WithTimeout(ctx, callTime)
	defer cancel()
	var missed []string
	if len(changes) > 0 {
		if missed, err = s.leases.Write(ctx, leaseGroup, s.node, changes, sheetTime); err != nil {
			return false, err
		}
	}
	if len(empty) > 0 {
		if err := s.leases.Erase(ctx, leaseGroup, s.node, empty...); err != nil {
			return false, err
		}
	}
	now := time.Now()
	stands := func(organization id.ID, at int64) {
		s.rosters.found(organization, func(r *roster) { r.own.sheet.written, r.own.sheet.when = at, now })
	}
	for name, c := range changes {
		stands(id.ID(name), c.To)
	}
	for _, name := range empty {
		stands(id.ID(name), 0)
	}
	for _, name := range missed {
		stands(id.ID(name), 0)
		s.ledger.unwritten.add(id.ID(name), "")
	}
	return len(missed) > 0, nil
}

// writeIndex writes the index fields. If the index was lost, everything is rewritten.
func (s *sheets) writeIndex(ctx context.Context, c ephemeral.Change, lost bool) (again bool, err error) {
	ctx, cancel := context.WithTimeout(ctx, callTime)
	defer cancel()
	missed, err := s.leases.Write(ctx, leaseGroup, s.node, map[string]ephemeral.Change{indexSheet: c}, sheetTime)
	switch {
	case err != nil:
		return false, err
	case len(missed) > 0:
		s.index = 0
		return true, nil
	default:
		s.index = c.To
		s.rev = c.To
		return lost, nil
	}
}

// names returns the sheets that this node may have written.
func (s *sheets) names() []string {
	names := []string{indexSheet}
	for _, r := range s.rosters.known() {
		r.locked(func() {
			if r.own.sheet.written > 0 {
				names = append(names, string(r.organization))
			}
		})
	}
	return names
}
