package notifications

import (
	"encoding/json"
	"slices"

	"switchboard/storage/id"
	"switchboard/storage/row"
)

// channels are the ways by which a user is notified.
type channels struct {
	InApp   *bool `json:"in_app"`
	Desktop *bool `json:"desktop"`
	Email   *bool `json:"email"`
}

// preferences are the member notifications of a user's settings.
type preferences struct {
	Kinds        map[string]channels `json:"kinds"`
	DoNotDisturb bool                `json:"do_not_disturb"`
	OnlyAway     bool                `json:"only_away"`
	// Muted are records of which a user is notified only when they are mentioned.
	Muted map[id.ID]bool `json:"muted"`
}

// preferencesOf reads what a user chose. What can't be read counts as not chosen.
func preferencesOf(user row.Record) preferences {
	var settings struct {
		Notifications json.RawMessage `json:"notifications"`
	}
	var p preferences
	if user.JSON("settings", &settings) == nil && len(settings.Notifications) > 0 {
		if json.Unmarshal(settings.Notifications, &p) != nil {
			return preferences{}
		}
	}
	return p
}

// chosen are the channels of one notification.
type chosen struct{ inApp, desktop, email bool }

func (c chosen) none() bool { return !c.inApp && !c.email }

// quiet are the kinds that show no notice on the desktop unless a user wants them.
var quiet = []string{Updated, OutboundText}

func or(value *bool, otherwise bool) bool {
	if value == nil {
		return otherwise
	}
	return *value
}

// of decides how a user is notified of a kind of event of a record. isAway reports that nobody is at
// any of their screens, broad that everybody is notified, not users who are named.
func (p *preferences) of(kind string, record id.ID, broad, isAway bool) chosen {
	if p.Muted[record] && (kind != Mention || broad) {
		return chosen{}
	}
	wanted := p.Kinds[kind]
	c := chosen{
		inApp:   or(wanted.InApp, true),
		desktop: or(wanted.Desktop, !slices.Contains(quiet, kind)),
		email:   or(wanted.Email, false),
	}
	if p.DoNotDisturb || (p.OnlyAway && !isAway) {
		c.desktop, c.email = false, false
	}
	c.desktop = c.desktop && c.inApp
	return c
}
