package calls

import (
	"switchboard/actors/carrier"
	"switchboard/actors/runtime"
)

// RegisterWire names the commands and replies that cross to other nodes. The names
// and shapes stay readable by the previous release.
func RegisterWire() {
	for name, sample := range map[string]any{
		"inbound":            Inbound{},
		"dial":               Dial{},
		"accept":             Accept{},
		"decline":            Decline{},
		"hangup":             Hangup{},
		"patch":              Patch{},
		"offer":              Offer{},
		"leg_changed":        LegChanged{},
		"conference_changed": ConferenceChanged{},
		"leg_added":          LegAdded{},
		"observed":           Observed{},
		"ref":                Ref{},
		"answer":             carrier.Answer{},
	} {
		runtime.RegisterWire(Kind+"."+name, sample)
	}
}
