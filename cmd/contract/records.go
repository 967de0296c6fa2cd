package main

import (
	"fmt"
	"strings"

	"switchboard/storage/schema"
)

// recordTypes writes one interface for every served object: all fields except
// id and version are optional, because a reader may not be allowed to read
// them.
func recordTypes(registry *schema.Registry) string {
	var b strings.Builder
	for _, t := range schema.Types() {
		b.WriteString(t.Interface)
	}
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
			kind := f.Type.TypeScript(f)
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
	return b.String()
}

// typeName turns api_name into ApiNameRecord.
func typeName(object string) string {
	var b strings.Builder
	for part := range strings.SplitSeq(object, "_") {
		b.WriteString(strings.ToUpper(part[:1]) + part[1:])
	}
	return b.String() + "Record"
}
