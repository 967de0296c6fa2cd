package organizations

import (
	"switchboard/storage/schema"
	"switchboard/storage/settings"
)

func organizationObject() *schema.Object {
	return &schema.Object{
		APIName: "organization", Title: "Organization", Singleton: true, Audited: true, ListKey: "Organization",
		Base: []schema.Grant{{Relation: schema.ToAll, Read: []string{"id", "name", "version", "time_zone", "record_buttons", "enter_key"}}},
		Fields: []*schema.Field{
			{Name: "name", Title: "Name", Type: schema.Text, Required: true},
			{Name: "settings", Title: "Settings", Type: schema.JSON, Default: settings.Default().JSON(), Document: settings.Merge},
			{Name: "outbound_notice", Title: "Spending Notice", Type: schema.JSON, ReadOnly: true, Untracked: true, HelpText: "{month, percent, stop_usd}: how near this month's calls and texts came to the stop"},
			{Name: "apps", Title: "Apps", Type: schema.LookupList, Target: "app", Uses: true},
			{Name: "time_zone", Title: "Time Zone", Type: schema.Text, Derived: &schema.Derivation{How: schema.Inner, From: []string{"settings"}, Path: []string{"time_zone"}}},
			{Name: "record_buttons", Title: "Buttons of Records", Type: schema.Text, Derived: &schema.Derivation{How: schema.Inner, From: []string{"settings"}, Path: []string{"record_buttons"}}, HelpText: "superuser_only where the pages of records offer changes to superusers alone"},
			{Name: "enter_key", Title: "Key That Sends", Type: schema.Text, Derived: &schema.Derivation{How: schema.Inner, From: []string{"settings"}, Path: []string{"enter_key"}}, HelpText: "What sends a message where one writes: enter, shift_enter or ctrl_enter"},
		},
	}
}
