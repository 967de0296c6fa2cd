package presence

import (
	"maps"

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

// incomplete tells whether messages are missing that may still be on their way.
func (h *heard) incomplete() bool { return h.whole < h.told }

// sheet notes that an organization's sheet was read; false where it stands before what is
// to be read in it: it will be written, and is read again.
func (h *heard) sheet(organization id.ID, stands int64) bool {
	if needed := max(h.gaps[organization], h.left[organization]); stands < needed {
		h.gaps[organization] = needed
		return false
	}
	h.at[organization] = max(h.at[organization], stands)
	delete(h.gaps, organization)
	delete(h.left, organization)
	return true
}

// behind are the organizations whose sheet is to be read: those with a gap, and those
// whose sheet stands beyond what was heard.
func (h *heard) behind(stands map[id.ID]int64, wanted map[id.ID]bool) {
	for organization := range h.gaps {
		wanted[organization] = true
	}
	for organization, serial := range stands {
		if serial > h.at[organization] {
			wanted[organization] = true
		}
	}
}

// ended forgets the organizations that an index, which contains all up to a change, does
// not name any more, and gives them: nobody is there.
func (h *heard) ended(stands map[id.ID]int64, at int64) (out []id.ID) {
	for organization, known := range h.at {
		if _, named := stands[organization]; !named && known <= at {
			delete(h.at, organization)
			delete(h.gaps, organization)
			delete(h.left, organization)
			out = append(out, organization)
		}
	}
	return out
}

// caughtUp notes that all was read that an index names, unless a sheet was lost, which is
// read again.
func (h *heard) caughtUp(stands map[id.ID]int64, at int64) {
	for organization, serial := range stands {
		if h.at[organization] < serial {
			return
		}
	}
	h.read = true
	h.forward(at)
}
