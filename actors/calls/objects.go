package calls

import "switchboard/storage/schema"

// LiveStatuses returns the statuses of a call that is not over.
func LiveStatuses() []string { return []string{"queued", "ringing", "in-progress"} }

func callObject() *schema.Object {
	return &schema.Object{
		APIName: "call", Kept: "Calls are kept for their history.", Title: "Call", Making: "make calls", Live: true, Route: schema.RouteRule{Owner: "user", Candidates: "candidates"},
		Open: &schema.Open{Field: "status", Values: LiveStatuses()}, Role: schema.Ongoing, Topic: "calls", Feed: true,
		Search: []string{"name", "from_number", "to_number"}, Columns: []string{"start_time", "duration", "contact", "status", "user", "transfers"}, Order: "start_time",
		Timeline: &schema.Timeline{Kind: "call", At: "start_time"},
		Base: []schema.Grant{
			{Relation: schema.ToOwner, Update: []string{"disposition", "notes", "contact"}},
			{Relation: schema.ToCandidate},
		},
		Fields: []*schema.Field{
			{Name: "name", Title: "Name", Type: schema.Text, Indexed: true, Repeats: "contact"},
			{Name: "sid", Title: "Provider Id", Type: schema.Text, Unique: true, ReadOnly: true},
			{Name: "status", Title: "Status", Type: schema.Enum, ReadOnly: true, Indexed: true, Options: []string{
				"queued", "ringing", "in-progress", "answered", "completed", "busy", "failed", "no-answer", "canceled",
			}},
			{Name: "error_text", Title: "Error", Type: schema.Text, ReadOnly: true, HelpText: "Why it failed"},
			{Name: "direction", Title: "Direction", Type: schema.Enum, ReadOnly: true, Options: []string{"inbound", "outbound"}},
			{Name: "user", Title: "User", Type: schema.Lookup, Target: "user", ReadOnly: true, Indexed: true},
			{Name: "contact", Title: "Contact", Type: schema.Lookup, Target: "contact", Indexed: true, Erased: &schema.Erased{Blank: []string{
				"name", "to_formatted", "from_formatted", "to_number", "from_number", "forwarded_from", "notes", "legs", "journal", "error_text",
			}}},
			{Name: "to_formatted", Title: "To", Type: schema.Text, ReadOnly: true},
			{Name: "from_formatted", Title: "From", Type: schema.Text, ReadOnly: true},
			{Name: "to_number", Title: "To Number", Type: schema.Text, Phone: true, ReadOnly: true, Indexed: true},
			{Name: "from_number", Title: "From Number", Type: schema.Text, Phone: true, ReadOnly: true, Indexed: true},
			{Name: "forwarded_from", Title: "Forwarded From", Type: schema.Text, ReadOnly: true},
			{Name: "start_time", Title: "Start Time", Type: schema.DateTime, ReadOnly: true, Indexed: true},
			{Name: "answered_at", Title: "Answered At", Type: schema.DateTime, ReadOnly: true},
			{Name: "end_time", Title: "End Time", Type: schema.DateTime, ReadOnly: true},
			{Name: "transfer", Title: "Transfer", Type: schema.Enum, Options: []string{"Cold", "Warm"}, ReadOnly: true},
			{Name: "transfer_state", Title: "Transfer State", Type: schema.Enum, ReadOnly: true, Options: []string{
				TransferPending, TransferAccepted, TransferTalking, TransferCompleted, TransferDeclined, TransferReturned, TransferCanceled,
			}},
			{Name: "transfer_to", Title: "Transferred To", Type: schema.Lookup, Target: "user", ReadOnly: true},
			{Name: "transfers", Title: "Transfers", Type: schema.JSON, ReadOnly: true, Width: 200, HelpText: "Each time a colleague took the call over: from, to (users), at, transfer (Cold or Warm)"},
			{Name: "held_at", Title: "On Hold Since", Type: schema.DateTime, ReadOnly: true},
			{Name: "hold_seconds", Title: "On Hold", Type: schema.Integer, ReadOnly: true, Unit: "seconds"},
			{Name: "recording", Title: "Recording", Type: schema.Enum, ReadOnly: true, Options: []string{RecordingStarting, RecordingOn, RecordingPaused}, HelpText: "Whether it is recorded now"},
			{Name: "conference_id", Title: "Conference Id", Type: schema.Text, ReadOnly: true},
			{Name: "conference", Title: "Conference", Type: schema.Lookup, Target: ConferenceObject, ReadOnly: true},
			{Name: "duration", Title: "Duration", Type: schema.Integer, ReadOnly: true, Unit: "seconds", Width: 100},
			{Name: "disposition", Title: "Disposition", Type: schema.Picklist},
			{Name: "notes", Title: "Notes", Type: schema.TextArea},
			{Name: "phone", Title: "Our Number", Type: schema.Lookup, Target: "twilio_phone", ReadOnly: true},
			{Name: "journal", Title: "Journal", Type: schema.Integer, ReadOnly: true, Untracked: true, HelpText: "Number of journal events; users who can read this can read them"},
			{Name: "candidates", Title: "Offered To", Type: schema.LookupList, Target: "user", ReadOnly: true},
			{Name: "declined_by", Title: "Declined By", Type: schema.LookupList, Target: "user", ReadOnly: true},
			{Name: "seen_by", Title: "Seen By", Type: schema.LookupList, Target: "user", ReadOnly: true, HelpText: "Users who marked the missed call as seen"},
			// It holds the id of the user who places the call until the call is over,
			// so nobody can place two calls at once.
			{Name: "dialling", Title: "Dialling", Type: schema.Text, Unique: true, ReadOnly: true, Internal: true},
			{Name: "legs", Title: "Legs", Type: schema.JSON, ReadOnly: true, Internal: true},
		},
	}
}
