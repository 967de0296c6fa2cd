package main

import (
	"encoding/json"
	"fmt"
	"strings"

	"switchboard/storage/id"
	"switchboard/storage/schema"
)

// everybodyIsAda gives all records the same name.
type everybodyIsAda struct{}

func (everybodyIsAda) Name(string, id.ID) *string {
	name := "Ada"
	return &name
}

// fieldTypes lists the types of fields for the browser's tests: the schema of
// a property of each, and an example of the server's output.
func fieldTypes() (string, error) {
	var b strings.Builder
	b.WriteString("\n/** Every type of field that the server has. */\nexport const fieldTypes = [\n")
	for _, t := range schema.Types() {
		f := &schema.Field{Name: "f", Title: "Field", Type: t, Target: "contact", Options: []string{"Open", "Closed"}}
		value, err := schema.Check(f, json.RawMessage(t.Example))
		if err != nil {
			return "", fmt.Errorf("example of %s: %w", t, err)
		}
		fmt.Fprintf(&b, "  { name: '%s', type: '%s', format: '%s', isSortable: %t, example: %s },\n",
			t, t.JSONType, t.Format, t.Sort != "", t.Wire(f, value, everybodyIsAda{}))
	}
	b.WriteString("] as const;\n")
	return b.String(), nil
}

// colorNames lists the colors of labels.
func colorNames() string {
	return "\n/** What labels can be shown in, in the order in which people choose. */\nexport const colors = [\n  \"" +
		strings.Join(schema.Colors(), "\",\n  \"") + "\",\n] as const;\nexport type Color = (typeof colors)[number];\n"
}
