package contacts

import "switchboard/storage/schema"

func contactObject() *schema.Object {
	return &schema.Object{APIName: "contact", Title: "Contact", Erasable: true, Feed: true, Search: []string{"name", "company", "email", "phone", "second_phone"}, Brief: []string{"do_not_call"}, Standing: &schema.Standing{By: []string{"do_not_call", "sms_opt_in"}, Numbers: []string{"phone", "second_phone"}, Refuses: map[string]bool{"do_not_call": true, "sms_opt_in": false}}, MergedInto: "merged_into", Columns: []string{"company", "phone", "email", "sms_opt_in", "owner", "modified_date"}, Fields: []*schema.Field{
		{Name: "name", Title: "Name", Type: schema.Text, Required: true, Indexed: true},
		{Name: "first_name", Title: "First Name", Type: schema.Text},
		{Name: "last_name", Title: "Last Name", Type: schema.Text},
		{Name: "company", Title: "Company", Type: schema.Text, Indexed: true},
		{Name: "phone", Title: "Phone", Type: schema.Phone, Indexed: true},
		{Name: "second_phone", Title: "Second Phone", Type: schema.Phone, Indexed: true},
		{Name: "email", Title: "Email", Type: schema.Email, Indexed: true},
		{Name: "sms_opt_in", Title: "SMS Opt In", Type: schema.Boolean, HelpText: "Yes, no, or not asked yet; what was said stands in the consent events"},
		{Name: "do_not_call", Title: "Do Not Call", Type: schema.Boolean, Default: false},
		{Name: "salesforce_id", Title: "Salesforce Id", Type: schema.Text},
		{Name: "related_note", Title: "Related Note", Type: schema.Lookup, Target: "note"},
		{Name: "address", Title: "Address", Type: schema.Address},
		{Name: "tags", Title: "Tags", Type: schema.MultiList},
		{Name: "time_zone", Title: "Time Zone", Type: schema.Text, IsZone: true, HelpText: "Quiet hours are those of this zone"},
		{Name: "preferred_language", Title: "Preferred Language", Type: schema.Text, IsLanguage: true},
		{Name: "merged_into", Title: "Merged Into", Type: schema.Lookup, Target: "contact", ReadOnly: true, Erased: &schema.Erased{Whole: true}},
	}}
}
