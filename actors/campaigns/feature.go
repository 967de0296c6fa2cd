package campaigns

import (
	"switchboard/actors/feature"
	"switchboard/storage/schema"
)

// Feature declares campaigns and their members.
var Feature = feature.Feature{Name: "campaigns", Objects: []*schema.Object{campaignObject(), memberObject()}}

func campaignObject() *schema.Object {
	return &schema.Object{
		APIName: "campaign", Title: "Campaign", Search: []string{"name"}, Columns: []string{"status", "template", "phone", "owner", "modified_date"},
		Fields: []*schema.Field{
			{Name: "name", Title: "Name", Type: schema.Text, Required: true, Indexed: true},
			{Name: "status", Title: "Status", Type: schema.Enum, Options: []string{"Draft", "Launched", "Paused", "Complete"}, Default: "Draft"},
			{Name: "template", Title: "Template", Type: schema.Lookup, Target: "template", Indexed: true},
			{Name: "phone", Title: "Phone", Type: schema.Lookup, Target: "twilio_phone"},
			{Name: "send_window", Title: "Send Window", Type: schema.JSON, MaxBytes: 4 << 10, Shape: schema.Shape{"from": nil, "to": nil, "days": nil, "time_zone": nil}},
			{Name: "counts", Title: "Counts", Type: schema.JSON, ReadOnly: true, Untracked: true, HelpText: "How many members are in which status"},
		},
	}
}

// memberObject is one contact in one campaign.
func memberObject() *schema.Object {
	return &schema.Object{
		APIName: "campaign_member", Title: "Campaign Member", Columns: []string{"campaign", "contact", "status", "modified_date"},
		Fields: []*schema.Field{
			{Name: "campaign", Title: "Campaign", Type: schema.Lookup, Target: "campaign", Required: true, Indexed: true, Erased: &schema.Erased{Whole: true}},
			{
				Name: "contact", Title: "Contact", Type: schema.Lookup, Target: "contact", Required: true, Unique: true, UniquePer: []string{"campaign"},
				Erased: &schema.Erased{Whole: true},
			},
			{Name: "status", Title: "Status", Type: schema.Enum, Options: []string{"Pending", "Sent", "Replied", "Blocked", "Failed"}, Default: "Pending"},
			{Name: "blocked_reason", Title: "Why Blocked", Type: schema.Text},
			{Name: "twilio_message", Title: "Message", Type: schema.Lookup, Target: "twilio_message"},
		},
	}
}
