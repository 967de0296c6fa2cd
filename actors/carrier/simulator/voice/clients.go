package voice

import (
	"net/url"
	"regexp"
	"strings"
	"time"

	"switchboard/actors/carrier/simulator/schedule"
	"switchboard/actors/carrier/simulator/sid"
)

// Legs whose other end is a browser.

const clientPrefix = "client:"

var clientNames = regexp.MustCompile(`^client:[A-Za-z0-9_\-.@]{1,256}(\?[^\s]{0,800})?$`)

// IsClient reports whether a leg to this address reaches a browser.
func IsClient(to string) bool { return clientNames.MatchString(to) }

// clientOf splits the address of a browser; both are "" for any other.
func clientOf(to string) (client, params string) {
	address, is := strings.CutPrefix(to, clientPrefix)
	if !is {
		return "", ""
	}
	client, params, _ = strings.Cut(address, "?")
	return client, params
}

// Place starts a call by a user's browser. It requests instructions from our voice
// URL, with the browser's parameters except those that the network sets itself.
func (c *Calls) Place(client string, given url.Values) *Leg {
	l := &Leg{
		SID: sid.New("CA"), Direction: Inbound, From: clientPrefix + client, To: given.Get("To"), Client: client,
		Status: Ringing, Created: time.Now().UTC(), Callback: c.config.StatusURL, Events: []string{"completed"},
	}
	c.Legs[l.SID] = l
	form := l.form()
	for name := range given {
		if !form.Has(name) {
			form.Set(name, given.Get(name))
		}
	}
	c.webhooks.Ask(l.SID, Instructions, c.config.VoiceURL, form)
	return l
}

// Lose records that the browser of a leg is disconnected; the leg hangs up unless it
// returns.
func (c *Calls) Lose(l *Leg) {
	c.schedule.Cancel(taskLost, l.SID)
	c.schedule.After(c.config.Lost, schedule.Task{Kind: taskLost, Ref: l.SID})
}

// Regain records that it is back.
func (c *Calls) Regain(l *Leg) { c.schedule.Cancel(taskLost, l.SID) }

// LoseAll records that all browsers are disconnected, as after a start, and returns
// their legs.
func (c *Calls) LoseAll() (lost []*Leg) {
	for _, l := range c.Legs {
		if l.Client != "" && !l.Over() && l.Answered != nil {
			c.Lose(l)
			lost = append(lost, l)
		}
	}
	return lost
}
