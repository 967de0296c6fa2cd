package tags

import (
	"context"

	"switchboard/storage/access"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
	"switchboard/storage/schema"
)

// reviewer looks at tags that are about to be written.
type reviewer struct{}

// Review keeps the value of a tag, which records hold, and gives a new one its key: of one
// list no two have the same value, however its letters are written.
func (reviewer) Review(_ context.Context, _ *access.Principal, _ id.ID, before row.Record, set row.Fields) ([]row.Write, error) {
	value, given := set["value"].(string)
	if before.ID != "" {
		if given && value != before.Text("value") {
			return nil, fault.Field("value", "The value of a tag can't change because records use it. Change its label instead.")
		}
		value = before.Text("value")
	}
	whole := func(name string) any {
		if v, changed := set[name]; changed || before.ID == "" {
			return v
		}
		return before.Fields[name]
	}
	global, said := whole("global").(bool)
	list, _ := whole("global_list_name").(string)
	object, _ := whole("object").(string)
	field, _ := whole("field_api_name").(string)
	if list == "" && (global || !said) {
		list = schema.GlobalTags
	}
	if !global && said {
		list = schema.ListOfField(object, field)
	}
	set[schema.LabelKey] = schema.KeyOfLabel(list, value)
	return nil, nil
}
