package main

import (
	"fmt"
	"strings"

	"switchboard/storage/schema"
)

// recordTypes writes one interface for every object that is served: all fields
// but id and version are optional, because a reader may not be allowed to read
// them.
func recordTypes(registry *schema.Registry) (string, error) {
	var b strings.Builder
	b.WriteString(valueTypes)
	var names []string
	for _, o := range registry.Objects() {
		if o.Internal {
			continue
		}
		name := typeName(o.APIName)
		names = append(names, fmt.Sprintf("  %s: %s;\n", o.APIName, name))
		fmt.Fprintf(&b, "\nexport interface %s {\n", name)
		for _, f := range o.Fields {
			if f.Internal {
				continue
			}
			kind, err := fieldType(f)
			if err != nil {
				return "", fmt.Errorf("%s.%s: %w", o.APIName, f.Name, err)
			}
			switch f.Name {
			case "id", "version":
				fmt.Fprintf(&b, "  %s: %s;\n", f.Name, kind)
			default:
				fmt.Fprintf(&b, "  %s?: %s | null;\n", f.Name, kind)
			}
		}
		b.WriteString("}\n")
	}
	b.WriteString("\n/** The served objects by api name. */\nexport interface Records {\n" + strings.Join(names, "") + "}\n")
	return b.String(), nil
}

const valueTypes = `
/** The value of a lookup. */
export interface LookupValue {
  id: string;
  name?: string;
}

/** The value of a phone field: phone_number is E.164. */
export interface PhoneValue {
  country_code?: string;
  phone_number?: string;
  friendly_number?: string;
  extension?: string | null;
}

/** The value of an address field. */
export interface AddressValue {
  line1?: string;
  line2?: string;
  additional_info?: string;
  city?: string;
  state?: string;
  postal_code?: string;
  country?: string;
}

/** The value of an image field. */
export interface ImageValue {
  url?: string;
  alt_text?: string;
  title?: string;
  width?: number;
  height?: number;
  caption?: string;
  credit?: string;
  public?: boolean;
}

/** The value of a reference to a record of any object. */
export interface AnyObjectValue {
  schema: string;
  id: string;
  name?: string;
}
`

func fieldType(f *schema.Field) (string, error) {
	switch f.Type {
	case schema.Text, schema.TextArea, schema.RichText, schema.Email, schema.URL, schema.Picklist, schema.DateTime:
		return "string", nil
	case schema.Enum:
		return "'" + strings.Join(f.Options, "' | '") + "'", nil
	case schema.Boolean:
		return "boolean", nil
	case schema.Integer, schema.Number:
		return "number", nil
	case schema.MultiList:
		return "string[]", nil
	case schema.Lookup:
		return "LookupValue", nil
	case schema.LookupList:
		return "LookupValue[]", nil
	case schema.Phone:
		return "PhoneValue", nil
	case schema.Address:
		return "AddressValue", nil
	case schema.Image:
		return "ImageValue", nil
	case schema.AnyObject:
		return "AnyObjectValue", nil
	case schema.JSON:
		return "unknown", nil
	default:
		return "", fmt.Errorf("field type %q has no TypeScript type", f.Type)
	}
}

// typeName turns api_name into ApiNameRecord.
func typeName(object string) string {
	var b strings.Builder
	for part := range strings.SplitSeq(object, "_") {
		b.WriteString(strings.ToUpper(part[:1]) + part[1:])
	}
	return b.String() + "Record"
}
