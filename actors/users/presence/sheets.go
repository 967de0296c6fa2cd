package presence

import (
	"context"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"switchboard/storage/ephemeral"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// What a node says of its sockets is kept in sheets: one per organization, with a field
// per user, that stands at the serial of the organization's last message; and an index of
// them, with a field per organization, that stands at the last change of all. A change of
// one person writes his field, his organization's in the index, and two serials.
const (
	indexSheet = ""
	// sheetTime is how long a sheet is kept that nobody writes: those of a node that was
	// killed. A node that lives writes each twice within it.
	sheetTime = time.Hour
	// sheetsAtOnce bounds the sheets of one request.
	sheetsAtOnce = 200
)

// sheets is what this node knows of its own.
type sheets struct {
	// telling is locked while changes get their serials: under it every change that has
	// one is among those to be written.
	telling   sync.Mutex
	unwritten pending
	rev       atomic.Int64 // the last change that is in them
	was       int64        // the last change at the last renewal
	index     int64        // where the index stands, 0 for one that is to be written anew
	lost      atomic.Bool  // they are to be written anew
}

// page is what this node knows of an organization's sheet, under the lock of its roster.
type page struct {
	last    int64 // the serial of the organization's last message
	written int64 // where the sheet stands, 0 where it is to be written anew
	when    time.Time
}

// doubt has all sheets written anew, since some may be lost.
func (s *sheets) doubt() { s.lost.Store(true) }

// field is what a sheet says of a user.
type field struct {
	Activity activity `json:"m,omitempty"`
	Input    activity `json:"i,omitempty"` // as in a lease
}

// write writes what changed since the last time, and what was lost of it. With renewal it
// is seen whether something was, and what grows old is kept.
func (p *Tracker) write(ctx context.Context, renewal bool) error {
	const tries = 3 // what was lost is seen when it is written
	for range tries {
		again, err := p.writeOnce(ctx, renewal)
		if err != nil || !again {
			return err
		}
	}
	signal(p.changed)
	return nil
}

func (p *Tracker) writeOnce(ctx context.Context, renewal bool) (again bool, err error) {
	anew := p.sheets.lost.Swap(false) || p.sheets.index == 0
	p.sheets.telling.Lock()
	rev, users := p.rev.Load(), p.sheets.unwritten.take()
	p.sheets.telling.Unlock()
	if users == nil {
		users = map[id.ID]map[id.ID]bool{}
	}
	if anew || renewal {
		p.addOld(users, anew)
	}
	if len(users) == 0 && !anew && !renewal {
		return false, nil
	}
	index := ephemeral.Change{From: p.sheets.index, To: max(rev, 1), Fields: map[string][]byte{}}
	if anew {
		index.From = 0
	}
	lost, err := p.writePages(ctx, users, anew, index.Fields)
	if err == nil {
		lost, err = p.writeIndex(ctx, index, lost)
	}
	if err != nil { // some may be written: those are found to stand elsewhere
		for organization, some := range users {
			p.sheets.unwritten.add(organization, "")
			for user := range some {
				p.sheets.unwritten.add(organization, user)
			}
		}
		if anew {
			p.sheets.doubt()
		}
		return false, err
	}
	return lost, nil
}

// addOld adds the organizations whose sheets are to be kept: all, or those that were not
// written for long.
func (p *Tracker) addOld(users map[id.ID]map[id.ID]bool, all bool) {
	now := time.Now()
	for _, r := range p.known() {
		r.locked(func() {
			old := r.sheet.written > 0 && now.Sub(r.sheet.when) > sheetTime/2
			if (all && r.sheet.last > 0 || old) && users[r.organization] == nil {
				users[r.organization] = map[id.ID]bool{}
			}
		})
	}
}

// writePages writes the organizations' sheets and gives what the index is to say of them.
// lost tells that some were not there, which are to be written again.
func (p *Tracker) writePages(ctx context.Context, users map[id.ID]map[id.ID]bool, anew bool, index map[string][]byte) (lost bool, err error) {
	changes, empty := map[string]ephemeral.Change{}, []string{}
	send := func() error {
		some, err := p.writeSome(ctx, changes, empty)
		lost = lost || some
		changes, empty = map[string]ephemeral.Change{}, []string{}
		return err
	}
	for organization, some := range users {
		kept := false
		p.found(organization, func(r *roster) {
			if kept = len(r.own) > 0 && r.sheet.last > 0; kept {
				changes[string(organization)] = r.change(some, anew)
				index[string(organization)] = strconv.AppendInt(nil, r.sheet.last, 10)
			}
		})
		if !kept {
			index[string(organization)], empty = nil, append(empty, string(organization))
		}
		if len(changes)+len(empty) >= sheetsAtOnce {
			if err := send(); err != nil {
				return lost, err
			}
		}
	}
	return lost, send()
}

// change is what changed of some users since their sheet was written, or all of it.
func (r *roster) change(users map[id.ID]bool, anew bool) ephemeral.Change {
	c := ephemeral.Change{From: r.sheet.written, To: r.sheet.last, Fields: map[string][]byte{}}
	set := func(user id.ID) {
		c.Fields[string(user)] = nil
		if u := r.own[user]; u != nil {
			if n, known := u.activity(); known {
				c.Fields[string(user)] = row.JSONValue(field{n.activity, n.input})
			}
		}
	}
	if anew || r.sheet.written == 0 {
		c.From = 0
		for user := range r.own {
			set(user)
		}
		return c
	}
	for user := range users {
		if user != "" {
			set(user)
		}
	}
	return c
}

// writeSome writes some sheets in one request, and removes those of which nobody is told.
func (p *Tracker) writeSome(ctx context.Context, changes map[string]ephemeral.Change, empty []string) (lost bool, err error) {
	ctx, cancel := context.WithTimeout(ctx, callTime)
	defer cancel()
	var missed []string
	if len(changes) > 0 {
		if missed, err = p.nodes.Leases.Write(ctx, leaseGroup, p.nodes.Node, changes, sheetTime); err != nil {
			return false, err
		}
	}
	if len(empty) > 0 {
		if err := p.nodes.Leases.Erase(ctx, leaseGroup, p.nodes.Node, empty...); err != nil {
			return false, err
		}
	}
	now := time.Now()
	stands := func(organization id.ID, at int64) {
		p.found(organization, func(r *roster) { r.sheet.written, r.sheet.when = at, now })
	}
	for name, c := range changes {
		stands(id.ID(name), c.To)
	}
	for _, name := range empty {
		stands(id.ID(name), 0)
	}
	for _, name := range missed {
		stands(id.ID(name), 0)
		p.sheets.unwritten.add(id.ID(name), "")
	}
	return len(missed) > 0, nil
}

// writeIndex writes what the index is to say; where it was lost, all is written anew.
func (p *Tracker) writeIndex(ctx context.Context, c ephemeral.Change, lost bool) (again bool, err error) {
	ctx, cancel := context.WithTimeout(ctx, callTime)
	defer cancel()
	missed, err := p.nodes.Leases.Write(ctx, leaseGroup, p.nodes.Node, map[string]ephemeral.Change{indexSheet: c}, sheetTime)
	switch {
	case err != nil:
		return false, err
	case len(missed) > 0:
		p.sheets.index = 0
		return true, nil
	default:
		p.sheets.index = c.To
		p.sheets.rev.Store(c.To)
		return lost, nil
	}
}

// sheetNames are those that this node may have written.
func (p *Tracker) sheetNames() []string {
	names := []string{indexSheet}
	for _, r := range p.known() {
		r.locked(func() {
			if r.sheet.written > 0 {
				names = append(names, string(r.organization))
			}
		})
	}
	return names
}
