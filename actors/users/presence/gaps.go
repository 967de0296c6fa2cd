package presence

import (
	"context"
	"encoding/json"
	"maps"
	"slices"
	"strconv"

	"switchboard/storage/ephemeral"
	"switchboard/storage/id"
)

// maxAhead bounds the messages that are remembered behind one that is missing.
const maxAhead = 4096

// heard is how far this node follows another node's messages, under the peer's lock. What
// a message tells is taken at once; the serials show whether one is missing, and what it
// told is then read from the sheets.
type heard struct {
	// at is the serial of each organization's last message, or of its sheet.
	at map[id.ID]int64
	// gaps are those of which a message is missing, and the serial that their sheet must
	// stand at to contain it.
	gaps map[id.ID]int64
	// left are the last messages that took somebody out of an organization: an older sheet
	// would bring him back.
	left map[id.ID]int64
	// whole is the serial up to which every change was heard; ahead are those heard
	// beyond it.
	whole int64
	ahead map[int64]bool
	// told is the last change that the node's lease named when it was last read: messages
	// up to it have come by now, or are lost. read says that its index was read.
	told int64
	read bool
}

func newHeard() heard {
	return heard{at: map[id.ID]int64{}, gaps: map[id.ID]int64{}, left: map[id.ID]int64{}, ahead: map[int64]bool{}}
}

// message notes a message: whether what it says is not known yet, and whether one before
// it is missing.
func (h *heard) message(organization id.ID, d *delta) (news, gap bool) {
	at := h.at[organization]
	if d.Rev <= at {
		return false, false
	}
	if gap = d.Prev != at; gap {
		h.gaps[organization] = max(h.gaps[organization], d.Prev, at)
	}
	if len(d.Left) > 0 {
		h.left[organization] = d.Rev
	}
	h.at[organization] = d.Rev
	h.ahead[d.Rev] = true
	h.forward(h.whole)
	if len(h.ahead) > maxAhead {
		h.ahead, h.read = map[int64]bool{}, false
	}
	return true, gap
}

// forward notes that every change up to one was heard.
func (h *heard) forward(rev int64) {
	if rev > h.whole {
		h.whole = rev
		maps.DeleteFunc(h.ahead, func(ahead int64, _ bool) bool { return ahead <= rev })
	}
	for h.ahead[h.whole+1] {
		delete(h.ahead, h.whole+1)
		h.whole++
	}
}

// missing tells whether the index must be read: for the first time, or because messages
// up to told did not come.
func (h *heard) missing(l lease) bool {
	is := !h.read || h.whole < max(h.told, l.Was)
	h.told = l.Rev
	return is
}

// catchUp reads of a node's sheets what was missed, all of them for the first time.
func (p *Tracker) catchUp(ctx context.Context, node string, l lease) error {
	blind, index := p.isBlind(), false // what was told meanwhile was told to nobody
	wanted := map[id.ID]bool{}
	p.peer(node, func(other *peer) {
		index = other.heard.missing(l) || blind
		if !index && other.heard.whole < other.heard.told {
			signal(p.gapped) // they may be on their way: it is looked again in a moment
		}
		for organization := range other.heard.gaps {
			wanted[organization] = true
		}
	})
	var stands map[id.ID]int64
	var at int64
	if index {
		var err error
		if stands, at, err = p.readIndex(ctx, node); err != nil {
			return err
		}
		p.peer(node, func(other *peer) {
			for organization, serial := range stands {
				if serial > other.heard.at[organization] {
					wanted[organization] = true
				}
			}
		})
	}
	for some := range slices.Chunk(slices.Sorted(maps.Keys(wanted)), sheetsAtOnce) {
		if err := p.readPages(ctx, node, some); err != nil {
			return err
		}
	}
	if at > 0 {
		p.peer(node, func(other *peer) { p.caughtUp(other, stands, at) })
	}
	return nil
}

// readIndex reads where a node's sheets stand, and the change that they contain all up to,
// 0 where its index was lost: it will be written anew.
func (p *Tracker) readIndex(ctx context.Context, node string) (map[id.ID]int64, int64, error) {
	ctx, cancel := context.WithTimeout(ctx, callTime)
	defer cancel()
	found, err := p.nodes.Leases.Read(ctx, leaseGroup, node, indexSheet)
	if err != nil {
		return nil, 0, err
	}
	stands := map[id.ID]int64{}
	for name, value := range found[indexSheet].Fields {
		serial, err := strconv.ParseInt(string(value), 10, 64)
		if err != nil {
			p.logger.Warn("a node's index of its presence is not understood", "node", node, "error", err)
			continue
		}
		stands[id.ID(name)] = serial
	}
	return stands, found[indexSheet].Serial, nil
}

func (p *Tracker) readPages(ctx context.Context, node string, organizations []id.ID) error {
	names := make([]string, len(organizations))
	for i, organization := range organizations {
		names[i] = string(organization)
	}
	ctx, cancel := context.WithTimeout(ctx, callTime)
	defer cancel()
	found, err := p.nodes.Leases.Read(ctx, leaseGroup, node, names...)
	if err != nil {
		return err
	}
	p.peer(node, func(other *peer) {
		for name, held := range found {
			h, organization := &other.heard, id.ID(name)
			if needed := max(h.gaps[organization], h.left[organization]); held.Serial < needed {
				h.gaps[organization] = needed // it will be written, and is read again
				continue
			}
			p.takePage(other, organization, held)
			delete(h.gaps, organization)
			delete(h.left, organization)
		}
	})
	return nil
}

// takePage replaces what is known of an organization's sockets at a node by its sheet,
// under the peer's lock; messages that are newer than the sheet stay.
func (p *Tracker) takePage(other *peer, organization id.ID, held ephemeral.Sheet) {
	entries := make(map[id.ID]field, len(held.Fields))
	for user, value := range held.Fields {
		var e field
		if err := json.Unmarshal(value, &e); err != nil {
			p.logger.Warn("what a node says of a user is not understood", "node", other.node, "user", user, "error", err)
			continue
		}
		entries[id.ID(user)] = e
	}
	p.with(organization, func(r *roster) {
		activities := r.of(other)
		for user, n := range activities {
			if _, stays := entries[user]; !stays && n.rev <= held.Serial {
				delete(activities, user)
				p.doubt(r, user)
			}
		}
		for user, e := range entries {
			have, known := activities[user]
			if known && have.rev > held.Serial {
				continue
			}
			activities[user] = nodeActivity{e.Activity, e.Input, held.Serial}
			if !known || have.activity != e.Activity || have.input != e.Input {
				p.doubt(r, user)
			}
		}
		if len(activities) == 0 {
			p.without(r, other)
		}
	})
	other.heard.at[organization] = max(other.heard.at[organization], held.Serial)
}

// caughtUp notes that a node's sheets were read, under the peer's lock. Organizations that
// the index does not name any more have nobody there.
func (p *Tracker) caughtUp(other *peer, stands map[id.ID]int64, at int64) {
	h := &other.heard
	for organization, known := range h.at {
		if _, named := stands[organization]; !named && known <= at {
			p.takePage(other, organization, ephemeral.Sheet{Serial: at})
			delete(h.at, organization)
			delete(h.gaps, organization)
			delete(h.left, organization)
		}
	}
	for organization, serial := range stands {
		if h.at[organization] < serial {
			return // its sheet was lost, and is read again
		}
	}
	h.read = true
	h.forward(at)
}
