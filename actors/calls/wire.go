package calls

import (
	"switchboard/actors/carrier"
	"switchboard/actors/runtime"
)

// RegisterWire names the commands and replies that cross to other nodes.
func RegisterWire() {
	for name, sample := range wire {
		runtime.RegisterWire(Kind+"."+name, sample)
	}
}

// wire is what crosses. Names and shapes stay readable by the previous release.
var wire = map[string]any{
	"inbound":            Inbound{},
	"dial":               Dial{},
	"accept":             Accept{},
	"decline":            Decline{},
	"hangup":             Hangup{},
	"patch":              Patch{},
	"ring_out":           RingOut{},
	"offer":              Offer{},
	"leg_changed":        LegChanged{},
	"conference_changed": ConferenceChanged{},
	"leg_added":          LegAdded{},
	"observed":           Observed{},
	"ref":                Ref{},
	"answer":             carrier.Answer{},
}
