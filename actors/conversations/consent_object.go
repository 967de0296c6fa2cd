package conversations

import "switchboard/storage/schema"

// The kinds of consent events.
const (
	ConsentOptIn  = "opt_in"
	ConsentOptOut = "opt_out"
	ConsentHelp   = "help"
)

// consentObject holds consent events, one for each statement about texting a number.
// Events are only added, never changed or deleted: a record of consent must remain.
func consentObject() *schema.Object {
	return &schema.Object{
		APIName: "consent_event", Kept: "Consent is a record of what was said: it is never deleted.", Title: "Consent Event", Live: true,
		Standing: &schema.Standing{By: []string{"kind"}, Numbers: []string{"number"}},
		Fields: []*schema.Field{
			{Name: "name", Title: "Name", Type: schema.Text, ReadOnly: true},
			// An opt-out outlives the erasure of its contact, so that the number is
			// not texted again. Everything else is erased.
			{Name: "contact", Title: "Contact", Type: schema.Lookup, Target: "contact", Indexed: true, Erased: &schema.Erased{
				Whole: true, Stays: &schema.Open{Field: "kind", Values: []string{ConsentOptOut}}, Blank: []string{"name", "evidence"},
			}},
			{Name: "number", Title: "Number", Type: schema.Text, Indexed: true, HelpText: "Whose consent it is: E.164"},
			{Name: "sender", Title: "Our Number", Type: schema.Text, ReadOnly: true, HelpText: "To which number of ours it was said; empty for all of them"},
			{Name: "kind", Title: "Kind", Type: schema.Enum, Options: []string{ConsentOptIn, ConsentOptOut, ConsentHelp}, Required: true},
			{Name: "source", Title: "Source", Type: schema.Enum, Required: true, Options: []string{
				"form", "keyword", "verbal", "import", "admin", "provider_21610",
			}},
			{Name: "evidence", Title: "Evidence", Type: schema.TextArea, HelpText: "What was said or signed, where and when"},
			{Name: "at", Title: "At", Type: schema.DateTime, ReadOnly: true, Indexed: true},
			{Name: "by", Title: "By", Type: schema.Lookup, Target: "user", ReadOnly: true},
			{Name: "conversation", Title: "Conversation", Type: schema.Lookup, Target: "twilio_conversation", ReadOnly: true},
			{Name: "position", Title: "Position", Type: schema.Integer, ReadOnly: true, HelpText: "The provider's index of the text in its conversation"},
		},
	}
}
