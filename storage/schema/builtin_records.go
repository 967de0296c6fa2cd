package schema

func contact() *Object {
	return &Object{APIName: "contact", Title: "Contact", Feed: true, Fields: []*Field{
		{Name: "name", Title: "Name", Type: Text, Required: true, Indexed: true},
		{Name: "first_name", Title: "First Name", Type: Text},
		{Name: "last_name", Title: "Last Name", Type: Text},
		{Name: "company", Title: "Company", Type: Text, Indexed: true},
		{Name: "phone", Title: "Phone", Type: Phone, Indexed: true},
		{Name: "second_phone", Title: "Second Phone", Type: Phone, Indexed: true},
		{Name: "email", Title: "Email", Type: Email, Indexed: true},
		{Name: "sms_opt_in", Title: "SMS Opt In", Type: Boolean, HelpText: "Yes, no, or not asked yet; what was said stands in the consent events"},
		{Name: "do_not_call", Title: "Do Not Call", Type: Boolean, Default: false},
		{Name: "salesforce_id", Title: "Salesforce Id", Type: Text},
		{Name: "related_note", Title: "Related Note", Type: Lookup, Target: "note"},
		{Name: "address", Title: "Address", Type: Address},
		{Name: "tags", Title: "Tags", Type: MultiList},
		{Name: "time_zone", Title: "Time Zone", Type: Text},
		{Name: "preferred_language", Title: "Preferred Language", Type: Text},
		{Name: "merged_into", Title: "Merged Into", Type: Lookup, Target: "contact", ReadOnly: true},
	}}
}

func note() *Object {
	return &Object{APIName: "note", Title: "Note", Feed: true, RelatesToAnyObject: true, Fields: []*Field{
		{Name: "name", Title: "Name", Type: Text, Required: true},
		{Name: "notes", Title: "Value", Type: TextArea, Required: true},
		{Name: "related_to", Title: "Related To", Type: AnyObject},
	}}
}
