package schema

import (
	"encoding/json"

	"switchboard/storage/fault"
	"switchboard/storage/id"
)

// ObjectName names an object, by its api name. What else clients are shown of it, its
// description tells.
var ObjectName = declare(FieldType{
	Travel: travelName,
	Name:   "object", JSONType: "object", Format: "object", TypeScript: typeScript("ObjectValue"), Interface: `
/** The value of a field that names an object. */
export interface ObjectValue {
  id: string;
  api_name: string;
  title?: string;
}
`,
	Example: `"contact"`,
	Check:   checkObjectName,
	Wire: func(_ *Field, value any, _ Names) json.RawMessage {
		name, _ := value.(string)
		return encoded(objectValue{SchemaID(name), name})
	},
	Complete: completeObject,
	Column:   textColumn, Index: asItIs, Sort: InOrder,
	NamesObject: func(value any) string {
		name, _ := value.(string)
		return name
	},
})

type objectValue struct {
	ID      id.ID  `json:"id"`
	APIName string `json:"api_name"`
}

// SchemaID is the id under which an object is described.
func SchemaID(object string) id.ID { return id.Derived("schema:" + object) }

// checkObjectName takes the api name itself, and what is shown of an object.
func checkObjectName(f *Field, raw []byte) (any, error) {
	name, ok := text(raw)
	if !ok {
		var given struct {
			APIName       string `json:"api_name"`
			SchemaAPIName string `json:"schema_api_name"`
		}
		if json.Unmarshal(raw, &given) != nil {
			given.APIName = ""
		}
		if name = given.APIName; name == "" {
			name = given.SchemaAPIName
		}
		ok = name != ""
	}
	if name == "" && ok {
		return nil, nil
	}
	if !ok || !nameRule.MatchString(name) {
		return nil, fault.Field(f.Name, "%s must be the api name of an object, such as contact, or {api_name: …}", f.Title)
	}
	return name, nil
}

// completeObject adds the title, and the names under which reports and filters have the same.
func completeObject(r *Registry, _ *Field, shown json.RawMessage) json.RawMessage {
	var of objectValue
	if json.Unmarshal(shown, &of) != nil || of.APIName == "" {
		return shown
	}
	var title *string
	if o := r.byName[of.APIName]; o != nil {
		title = &o.Title
	}
	return encoded(struct {
		objectValue

		Title         *string `json:"title"`
		Name          *string `json:"name"`
		SchemaID      id.ID   `json:"schema_id"`
		SchemaAPIName string  `json:"schema_api_name"`
		SchemaTitle   *string `json:"schema_title"`
	}{of, title, title, of.ID, of.APIName, title})
}
