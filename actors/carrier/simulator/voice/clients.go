package voice

import (
	"net/url"
	"regexp"
	"strings"
	"time"

	"switchboard/actors/carrier/simulator/schedule"
	"switchboard/actors/carrier/simulator/sid"
)

// Legs whose other end is somebody's browser.

const clientPrefix = "client:"

var clientNames = regexp.MustCompile(`^client:[A-Za-z0-9_\-.@]{1,256}(\?[^\s]{0,800})?$`)

// IsClient tells whether a leg to this address reaches a browser.
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

// Place begins a call by somebody's browser: our voice URL is asked what to do with it,
// and told what the browser gave, except where the network itself says it.
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

// Lose notes that the browser of a leg is away; it hangs up where nobody comes back.
func (c *Calls) Lose(l *Leg) {
	c.schedule.Cancel(taskLost, l.SID)
	c.schedule.After(c.config.Lost, schedule.Task{Kind: taskLost, Ref: l.SID})
}

// Regain notes that it is back.
func (c *Calls) Regain(l *Leg) { c.schedule.Cancel(taskLost, l.SID) }

// LoseAll notes that all browsers are away, as after a start, and gives their legs.
func (c *Calls) LoseAll() (lost []*Leg) {
	for _, l := range c.Legs {
		if l.Client != "" && !l.Over() && l.Answered != nil {
			c.Lose(l)
			lost = append(lost, l)
		}
	}
	return lost
}
