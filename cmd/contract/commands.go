package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"time"

	"switchboard/actors/feature"
	"switchboard/storage/id"
)

// commandTypes writes the input and output of each command: socket commands
// by their events, REST commands by method and path.
func commandTypes(all []feature.Feature) string {
	var socket, routes strings.Builder
	records := map[string]bool{}
	for _, f := range all {
		for i := range f.Commands {
			c := &f.Commands[i]
			input, reply := c.Shapes()
			if c.Event != "" {
				answer := shape(reply, "    ", false)
				if c.Answer != "" {
					answer = "{ " + c.Answer + ": " + answer + " }"
				}
				entry(&socket, c.Event, shape(input, "    ", true), answer)
			}
			if r := c.Route; r.Path != "" {
				answer := shape(reply, "    ", false)
				switch {
				case r.Status == 204:
					answer = "void"
				case r.Shows != "":
					answer = typeName(r.Shows)
					records[answer] = true
					if r.Under != "" {
						answer = "{ " + r.Under + ": " + answer + " }"
					}
				}
				entry(&routes, r.Method+" "+r.Path, shape(input, "    ", true), answer)
			}
		}
	}
	return "\nimport type { " + strings.Join(slices.Sorted(maps.Keys(records)), ", ") + " } from \"./records\";\n" +
		"\n/** The commands of the socket by their events: what they are given, and what their ack holds. */\n" +
		"export interface SocketCommands {\n" + socket.String() + "}\n" +
		"\n/** The commands of REST by method and path below /v1. An {id} in the path is the input's. */\n" +
		"export interface RestCommands {\n" + routes.String() + "}\n"
}

func entry(b *strings.Builder, name, input, reply string) {
	fmt.Fprintf(b, "  %q: {\n    input: %s;\n    reply: %s;\n  };\n", name, input, reply)
}

// shape writes a Go type in its wire form. In an input only the id is
// required.
func shape(t reflect.Type, indent string, input bool) string {
	switch t {
	case reflect.TypeFor[id.ID](), reflect.TypeFor[time.Time]():
		return "string"
	case reflect.TypeFor[json.RawMessage]():
		return "unknown"
	}
	switch t.Kind() {
	case reflect.Bool:
		return "boolean"
	case reflect.Int, reflect.Int64, reflect.Float64:
		return "number"
	case reflect.String:
		return "string"
	case reflect.Slice:
		return shape(t.Elem(), indent, input) + "[]"
	case reflect.Pointer: // absent values are null
		return shape(t.Elem(), indent, input) + " | null"
	case reflect.Map:
		return "Record<string, " + shape(t.Elem(), indent, input) + ">"
	case reflect.Struct:
		var b strings.Builder
		members(&b, t, indent+"  ", input)
		if b.Len() == 0 {
			return "Record<string, never>"
		}
		return "{\n" + b.String() + indent + "}"
	default:
		panic(fmt.Sprintf("contract: %s has no type in TypeScript", t))
	}
}

func members(b *strings.Builder, t reflect.Type, indent string, input bool) {
	for field := range t.Fields() {
		name, options, _ := strings.Cut(field.Tag.Get("json"), ",")
		switch {
		case field.Anonymous:
			members(b, field.Type, indent, input)
			continue
		case name == "-" || !field.IsExported():
			continue
		case name == "":
			name = field.Name
		}
		optional, or := "", ""
		switch {
		case input && field.Name != "ID": // null is redundant
			optional, or = "?", " | null | undefined"
		case strings.Contains(options, "omit"):
			optional = "?"
		}
		fmt.Fprintf(b, "%s%s%s: %s%s;\n", indent, name, optional, shape(field.Type, indent, input), or)
	}
}
