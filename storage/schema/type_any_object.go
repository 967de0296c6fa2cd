package schema

import (
	"encoding/json"

	"switchboard/storage/fault"
	"switchboard/storage/id"
)

// AnyObject refers to a record of any object. Its name does not filter: it is shown by
// rights of the target's object.
var AnyObject = declare(FieldType{
	Name: "any-object", JSONType: "object", Format: "any-object", TypeScript: typeScript("AnyObjectValue"), Interface: `
/** The value of a reference to a record of any object. */
export interface AnyObjectValue {
  schema: string;
  id: string;
  name?: string;
}
`,
	Example: `{"schema":"contact","id":"0198c0de-0000-7000-8000-0000000000aa"}`,
	Check:   checkAnyObject,
	Wire:    showAnyObject,
	Column:  jsonColumn, Index: "(%s->>'id')", Size: packedSize,
	Members: []string{"id", "schema"},
	References: func(_ *Field, value any, give func(object string, record id.ID)) {
		if to := anyObject(value); to.ID.Valid() {
			give(to.Schema, to.ID)
		}
	},
	HideNames: hideAnyName,
})

// AnyObjectValue refers to a record of any object.
type AnyObjectValue struct {
	Schema string `json:"schema"` // api name
	ID     id.ID  `json:"id"`
	Name   string `json:"name,omitempty"`
}

// checkAnyObject takes the object by its api name or as an object that has one. A name
// is not taken: readers are told the one that the record has.
func checkAnyObject(f *Field, raw []byte) (any, error) {
	raw = namedObject(raw)
	parts, err := textMembers(f, raw, "schema", "id", "name")
	if err != nil {
		return nil, err
	}
	if parts["schema"] == "" && parts["id"] == "" {
		return nil, nil
	}
	target, ok := id.Parse(parts["id"])
	if !ok || !nameRule.MatchString(parts["schema"]) {
		return nil, fault.Field(f.Name, "%s must name a record: {schema: api name of its object, id: its id}", f.Title)
	}
	out, err := json.Marshal(AnyObjectValue{Schema: parts["schema"], ID: target})
	return json.RawMessage(out), err
}

// namedObject puts the api name in the place of an object that has it.
func namedObject(raw []byte) []byte {
	var whole map[string]json.RawMessage
	var object map[string]json.RawMessage
	if json.Unmarshal(raw, &whole) != nil || json.Unmarshal(whole["schema"], &object) != nil || object == nil {
		return raw
	}
	for _, key := range []string{"api_name", "schema_api_name"} {
		if name := object[key]; len(name) > 0 {
			whole["schema"] = name
			if out, err := json.Marshal(whole); err == nil {
				return out
			}
		}
	}
	return raw
}

// anyObject reads a reference as it is stored.
func anyObject(value any) (to AnyObjectValue) {
	raw, _ := value.(json.RawMessage)
	if json.Unmarshal(raw, &to) != nil {
		return AnyObjectValue{}
	}
	return to
}

// showAnyObject gives the name that the record has now.
func showAnyObject(_ *Field, value any, names Names) json.RawMessage {
	to := anyObject(value)
	to.Name = ""
	if name := names.Name(to.Schema, to.ID); name != nil {
		to.Name = *name
	}
	return encoded(to)
}

func hideAnyName(_ *Field, shown json.RawMessage, readable func(object string) bool) json.RawMessage {
	var to *AnyObjectValue
	if json.Unmarshal(shown, &to) != nil {
		return null
	}
	if to == nil || to.Name == "" || readable(to.Schema) {
		return shown
	}
	to.Name = ""
	return encoded(to)
}
