package schema

// LiveCallStatuses are the states of a call that is not over.
func LiveCallStatuses() []string { return []string{"queued", "ringing", "in-progress"} }

func call() *Object {
	return &Object{
		APIName: "call", Kept: "Calls are kept for their history.", Title: "Call", Live: true, Route: RouteRule{Owner: "user", Candidates: "candidates"},
		Open: &Open{Field: "status", Values: LiveCallStatuses()}, Role: Ongoing, Topic: "calls", Feed: true,
		Base: []Grant{
			{Relation: ToOwner, Update: []string{"disposition", "notes", "contact"}},
			{Relation: ToCandidate},
		},
		Fields: []*Field{
			{Name: "sid", Title: "Provider Id", Type: Text, Unique: true, ReadOnly: true},
			{Name: "status", Title: "Status", Type: Enum, ReadOnly: true, Indexed: true, Options: []string{
				"queued", "ringing", "in-progress", "answered", "completed", "busy", "failed", "no-answer", "canceled",
			}},
			{Name: "direction", Title: "Direction", Type: Enum, ReadOnly: true, Options: []string{"inbound", "outbound"}},
			{Name: "user", Title: "User", Type: Lookup, Target: "user", ReadOnly: true, Indexed: true},
			{Name: "contact", Title: "Contact", Type: Lookup, Target: "contact", Indexed: true},
			{Name: "to_formatted", Title: "To", Type: Text, ReadOnly: true},
			{Name: "from_formatted", Title: "From", Type: Text, ReadOnly: true},
			{Name: "to_number", Title: "To Number", Type: Text, ReadOnly: true},
			{Name: "from_number", Title: "From Number", Type: Text, ReadOnly: true, Indexed: true},
			{Name: "forwarded_from", Title: "Forwarded From", Type: Text, ReadOnly: true},
			{Name: "start_time", Title: "Start Time", Type: DateTime, ReadOnly: true},
			{Name: "answered_at", Title: "Answered At", Type: DateTime, ReadOnly: true},
			{Name: "end_time", Title: "End Time", Type: DateTime, ReadOnly: true},
			{Name: "transfer", Title: "Transfer", Type: Enum, Options: []string{"Cold", "Warm"}, ReadOnly: true},
			{Name: "conference_id", Title: "Conference Id", Type: Text, ReadOnly: true},
			{Name: "duration", Title: "Duration", Type: Integer, ReadOnly: true, HelpText: "Seconds"},
			{Name: "disposition", Title: "Disposition", Type: Picklist},
			{Name: "notes", Title: "Notes", Type: TextArea},
			{Name: "phone", Title: "Our Number", Type: Lookup, Target: "twilio_phone", ReadOnly: true},
			{Name: "candidates", Title: "Rings For", Type: LookupList, Target: "user", ReadOnly: true},
			{Name: "declined_by", Title: "Declined By", Type: LookupList, Target: "user", ReadOnly: true},
			{Name: "legs", Title: "Legs", Type: JSON, ReadOnly: true, Internal: true},
		},
	}
}

func twilioPhone() *Object {
	return &Object{APIName: "twilio_phone", Title: "Twilio Phone", WriteRight: "manage_phones", Fields: []*Field{
		{Name: "sid", Title: "Provider Id", Type: Text, Required: true, Unique: true},
		{Name: "phone_number", Title: "Phone Number", Type: Text, Required: true, Unique: true, Number: true, HelpText: "E.164"},
		{Name: "friendly_number", Title: "Friendly Number", Type: Text},
		{Name: "service_sid", Title: "Messaging Service Id", Type: Text},
		{Name: "voice_application_sid", Title: "Voice Application Id", Type: Text},
		{Name: "capabilities", Title: "Capabilities", Type: JSON},
		{Name: "assigned_user", Title: "Assigned User", Type: Lookup, Target: "user"},
	}}
}
