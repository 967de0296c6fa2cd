package schema

import (
	"bytes"
	"encoding/json"

	"switchboard/storage/settings"
)

func organization() *Object {
	zone := func(raw json.RawMessage) []byte {
		if len(raw) == 0 || bytes.Equal(raw, null) {
			return null
		}
		return raw
	}
	return &Object{
		APIName: "organization", Title: "Organization", Singleton: true, ListKey: "Organization",
		Base: []Grant{{Relation: ToAll, Read: []string{"id", "name", "version", "time_zone"}}},
		Fields: []*Field{
			{Name: "name", Title: "Name", Type: Text, Required: true},
			{Name: "settings", Title: "Settings", Type: JSON, Default: settings.Default().JSON(), Document: settings.Merge},
			{Name: "outbound_notice", Title: "Spending Notice", Type: JSON, ReadOnly: true, HelpText: "{month, percent, stop_usd}: how near this month's calls and texts came to the stop"},
			{Name: "time_zone", Title: "Time Zone", Type: Text, Derived: member("settings", []string{"time_zone"}, zone)},
		},
	}
}
