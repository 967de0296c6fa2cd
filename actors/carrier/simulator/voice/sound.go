package voice

// Change holds the changes of a participant; nil means unchanged.
type Change struct {
	Muted, Held, EndsIt *bool
	// Coaches is the only leg that hears it from now on, or "" for all.
	Coaches *string
}

// Alter changes a participant and sends the events.
func (c *Calls) Alter(l *Leg, change Change) {
	set := func(flag *bool, to *bool, kind, on, off string) {
		if to == nil || *flag == *to {
			return
		}
		*flag = *to
		event := on
		if !*flag {
			event = off
		}
		if in := c.Conferences.of(l); in != nil {
			c.Conferences.tell(in, kind, event, l.party())
		}
	}
	set(&l.Muted, change.Muted, "mute", "participant-mute", "participant-unmute")
	set(&l.Held, change.Held, "hold", "participant-hold", "participant-unhold")
	set(&l.EndsIt, change.EndsIt, "modify", "participant-modify", "participant-modify")
	if change.Coaches != nil && *change.Coaches != l.Coaches {
		l.Coaches = *change.Coaches
		if in := c.Conferences.of(l); in != nil {
			c.Conferences.tell(in, "modify", "participant-modify", l.party())
		}
	}
}

// Rings reports whether a leg waits alone while another one is dialed, and so hears
// the ringing tone.
func (c *Calls) Rings(l *Leg) bool {
	for _, other := range c.Legs.In(l.Conference) {
		if other != l && !other.Joined && other.Status == Ringing {
			return true
		}
	}
	return false
}

// Mixing reports whether a leg is mixed with the others of its conference.
func (c *Calls) Mixing(l *Leg) bool {
	in := c.Conferences.of(l)
	return in != nil && l.Joined && in.Status == mixing
}
