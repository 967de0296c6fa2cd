package presence

import (
	"maps"

	"switchboard/storage/id"
)

// maxAhead bounds the messages stored behind a missing one.
const maxAhead = 4096

// heard tracks how far this node follows another node's messages, under the peer's
// lock. It applies messages immediately. Serials show whether one is missing; its
// content is then read from the sheets.
type heard struct {
	// at is the serial of each organization's last message or sheet.
	at map[id.ID]int64
	// gaps are the organizations with a missing message, and the serial that their
	// sheet must reach to contain it.
	gaps map[id.ID]int64
	// left are the last messages that removed a user from an organization: an older
	// sheet would restore the user.
	left map[id.ID]int64
	// whole is the serial up to which all changes are known. ahead are the known ones
	// beyond it.
	whole int64
	ahead map[int64]bool
	// told is the last change in the node's lease when it was last read: messages up
	// to it have arrived by now or are lost. read reports whether the index was read.
	told int64
	read bool
}

func newHeard() heard {
	return heard{at: map[id.ID]int64{}, gaps: map[id.ID]int64{}, left: map[id.ID]int64{}, ahead: map[int64]bool{}}
}

// message records a message, and returns whether it is new and whether an earlier one
// is missing.
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

// forward records that all changes up to a serial are known.
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

// missing reports whether the index must be read: for the first time, or because
// messages up to told did not arrive.
func (h *heard) missing(l lease) bool {
	is := !h.read || h.whole < max(h.told, l.Was)
	h.told = l.Rev
	return is
}

// incomplete reports whether messages that are missing may still arrive.
func (h *heard) incomplete() bool { return h.whole < h.told }

// sheet records that an organization's sheet was read. It returns false if the sheet
// is too old: it will be written, and is read again.
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

// behind adds the organizations whose sheet must be read: those with a gap, and those
// whose sheet is newer than what is known.
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

// ended drops and returns the organizations that a complete index no longer has: they
// have no users there.
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

// caughtUp records that everything in an index was read, except lost sheets, which
// are read again.
func (h *heard) caughtUp(stands map[id.ID]int64, at int64) {
	for organization, serial := range stands {
		if h.at[organization] < serial {
			return
		}
	}
	h.read = true
	h.forward(at)
}
