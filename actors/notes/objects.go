package notes

import "switchboard/storage/schema"

func noteObject() *schema.Object {
	return &schema.Object{APIName: "note", Title: "Note", Feed: true, Timeline: &schema.Timeline{Kind: "note", At: "created_date"}, Search: []string{"name"}, Columns: []string{"notes", "related_to", "owner", "modified_date"}, RelatesToAnyObject: true, Fields: []*schema.Field{
		{Name: "name", Title: "Name", Type: schema.Text, Required: true},
		{Name: "notes", Title: "Value", Type: schema.TextArea, Required: true},
		{Name: "related_to", Title: "Related To", Type: schema.AnyObject, Indexed: true, Erased: &schema.Erased{Whole: true}},
	}}
}
