package assistance

import (
	"switchboard/actors/feature"
	"switchboard/storage/schema"
)

// Feature declares what an assistant was asked and answered.
var Feature = feature.Feature{Name: "assistance", Objects: []*schema.Object{{
	APIName: "ai_output", Title: "AI Output", RelatesToAnyObject: true, NameField: "question", Columns: []string{"answer", "conversation", "applied", "owner", "created_date"},
	Order: "created_date",
	Fields: []*schema.Field{
		{Name: "name", Title: "Name", Type: schema.TextArea, Derived: &schema.Derivation{How: schema.Alias, From: []string{"question"}}},
		{Name: "question", Title: "Question", Type: schema.TextArea, Required: true},
		{Name: "answer", Title: "Answer", Type: schema.TextArea, Required: true},
		{Name: "conversation", Title: "Conversation", Type: schema.Lookup, Target: "twilio_conversation", Indexed: true, Erased: &schema.Erased{Whole: true}},
		{Name: "related_to", Title: "Related To", Type: schema.AnyObject, Indexed: true, Erased: &schema.Erased{Whole: true}},
		{Name: "model", Title: "Model", Type: schema.Text, MaxLength: 100},
		{Name: "applied", Title: "Applied", Type: schema.Boolean, Default: false},
	},
}}}
