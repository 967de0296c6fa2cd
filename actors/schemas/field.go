package schemas

import (
	"cmp"
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"switchboard/storage/fault"
	"switchboard/storage/schema"
)

// fieldDraft is a field while a client's changes are laid over it.
type fieldDraft struct {
	*draft

	path   string
	f      *schema.Field
	had    *schema.Field // as it stands, nil for a new one
	common bool          // every object has it: its format stays
}

func (d *fieldDraft) at(key string) string { return d.path + "." + key }

func (d *fieldDraft) read(members map[string]json.RawMessage) {
	if !d.format(members) {
		return
	}
	for _, key := range slices.Sorted(maps.Keys(members)) {
		d.key(key, members[key])
	}
	d.whole(members)
	if d.had != nil && !d.isNew && !same(d.had, d.f) {
		d.what = append(d.what, d.f.Name)
	}
	d.rows()
}

// same reports whether a field is told as it was.
func same(a, b *schema.Field) bool {
	was, err := a.MarshalJSON()
	is, failed := b.MarshalJSON()
	return err == nil && failed == nil && string(was) == string(is)
}

// format reads what kind of field it is.
func (d *fieldDraft) format(members map[string]json.RawMessage) bool {
	raw, given := members["format"]
	if !given {
		if d.had == nil {
			d.wrongf(d.at("format"), "A field has a format: see GET v1/schema/formats")
			return false
		}
		return true
	}
	name, _ := textOf(raw)
	kind := schema.TypeNamed(name)
	switch {
	case kind == nil:
		d.wrongf(d.at("format"), "There is no format %q: see GET v1/schema/formats", shortened(name))
	case d.had == nil || d.had.Type == kind:
		d.f.Type = kind
		d.f.Target = cmp.Or(kind.To, d.f.Target)
		return true
	case d.common:
		d.wrongf(d.at("format"), "The format of %s stays", d.f.Title)
	case !d.had.Type.Convertible(kind):
		into := "no other one"
		if to := d.had.Type.Conversions(); len(to) > 0 {
			into = strings.Join(to, ", ")
		}
		d.wrongf(d.at("format"), "The format %s can become %s, not %s: what is stored has no meaning there. Make another field", d.had.Type.Name, into, name)
	default:
		d.f.Type = kind
		if _, given := members["default"]; !given { // of another kind it may be none
			d.f.Default = nil
		}
		if !kind.Optioned {
			d.f.Options, d.f.Labels = nil, nil
		}
		if kind.Free == 0 {
			d.f.MaxLength = 0
		}
		d.f.Unique, d.f.Indexed = d.f.Unique && kind.Unique, d.f.Indexed && kind.Indexed
		return true
	}
	return false
}

func (d *fieldDraft) key(key string, raw json.RawMessage) {
	path, f := d.at(shortened(key)), d.f
	switch key {
	case "format", "default": // at the beginning and at the end
	case "type":
		d.jsonType(path, raw)
	case "title":
		d.text(path, raw, maxTitle, true, &f.Title)
	case "help_text":
		d.text(path, raw, maxHelp, false, &f.HelpText)
	case "width":
		d.number(path, raw, minWidth, maxWidth, &f.Width)
	case "max_length":
		if f.Type.Free == 0 {
			d.wrongf(path, "A field of the format %s has no length", f.Type.Name)
			return
		}
		d.number(path, raw, 1, f.Type.Free, &f.MaxLength)
	case "unit":
		d.unit(path, raw)
	case "holds":
		d.holds(path, raw)
	case "app":
		d.app(path, raw, &f.App)
	case "required":
		d.yes(path, raw, &f.Required)
	case "unique":
		d.yes(path, raw, &f.Unique)
	case "index":
		d.yes(path, raw, &f.Indexed)
	case "modify":
		modify := !f.ReadOnly
		d.yes(path, raw, &modify)
		f.ReadOnly = !modify
	case "sensitive":
		sensitive := f.Type.Sealed
		d.yes(path, raw, &sensitive)
		if sensitive != f.Type.Sealed {
			d.wrongf(path, "Fields of the format encrypted are sensitive, and no others")
		}
	case "options":
		d.options(path, raw)
	case "anyOf":
		d.target(path, raw)
	case "custom":
		custom := f.Custom
		d.yes(path, raw, &custom)
		if custom != f.Custom {
			d.wrongf(path, "Whose a field is can't be set")
		}
	default:
		d.wrongf(path, "There is nothing of this name that can be set")
	}
}

// whole checks what the parts of the field say together.
func (d *fieldDraft) whole(members map[string]json.RawMessage) {
	f := d.f
	say := func(key, format string, args ...any) {
		if d.errors[d.at(key)] == nil {
			d.wrongf(d.at(key), format, args...)
		}
	}
	switch {
	case f.Title == "":
		say("title", "A field has a title")
	case f.Type.Targeted && f.Target == "":
		say("anyOf", `A field of the format %s says to which object it refers: [{"schema_api_name": "contact"}]`, f.Type.Name)
	case f.Type.Closed && len(f.Options) == 0:
		say("options", "A field of the format %s has options", f.Type.Name)
	case f.Unique && !f.Type.Unique:
		say("unique", "A field of the format %s can't be unique", f.Type.Name)
	case f.Indexed && !f.Type.Indexed:
		say("index", "A field of the format %s can't be indexed", f.Type.Name)
	case f.Required && f.ReadOnly && f.Default == nil && members["default"] == nil:
		say("required", "Nobody could make a record: the field is required, nobody may set it, and it has no default")
	}
	if raw, given := members["default"]; given && d.errors[d.at("options")] == nil {
		d.setDefault(raw)
	} else if f.Default != nil && len(f.Options) > 0 {
		if err := f.Chosen(f.Default, nil); err != nil {
			say("default", "%s", fault.From(err).Detail)
		}
	}
}

func (d *fieldDraft) setDefault(raw json.RawMessage) {
	f, path := d.f, d.at("default")
	if string(raw) == "null" {
		f.Default = nil
		return
	}
	if !f.Type.Defaults {
		d.wrongf(path, "A field of the format %s has no default", f.Type.Name)
		return
	}
	if f.Title == "" {
		return // told already
	}
	plain := *f
	plain.Required = false
	value, err := schema.Check(&plain, raw)
	if err == nil {
		err = f.Chosen(value, nil)
	}
	if err != nil {
		d.wrongf(path, "%s", fault.From(err).Detail)
		return
	}
	f.Default = value
}

func (d *fieldDraft) yes(path string, raw json.RawMessage, into *bool) {
	switch string(raw) {
	case "true":
		*into = true
	case "false":
		*into = false
	default:
		d.wrongf(path, "This must be true or false")
	}
}

func (d *fieldDraft) number(path string, raw json.RawMessage, least, most int, into *int) {
	if string(raw) == "null" {
		*into = 0
		return
	}
	var n int
	if json.Unmarshal(raw, &n) != nil || n < least || n > most {
		d.wrongf(path, "This must be a whole number from %d to %d", least, most)
		return
	}
	*into = n
}

// jsonType takes the type of JSON that the format has, with or without null.
func (d *fieldDraft) jsonType(path string, raw json.RawMessage) {
	var list []string
	if one, ok := textOf(raw); ok {
		list = []string{one}
	} else if json.Unmarshal(raw, &list) != nil {
		list = nil
	}
	list = slices.DeleteFunc(list, func(s string) bool { return s == "null" })
	if !slices.Equal(list, []string{d.f.Type.JSONType}) {
		d.wrongf(path, "The format %s is of the type %s", d.f.Type.Name, d.f.Type.JSONType)
	}
}

func (d *fieldDraft) unit(path string, raw json.RawMessage) {
	unit := ""
	d.text(path, raw, 20, false, &unit)
	switch {
	case unit != "" && !counts(d.f.Type):
		d.wrongf(path, "A field of the format %s counts nothing", d.f.Type.Name)
	case unit != "" && d.f.Type.Unit != "" && !currencyRule.MatchString(unit):
		d.wrongf(path, "This must be a code of ISO 4217, such as EUR")
	default:
		d.f.Unit = unit
	}
}

func (d *fieldDraft) holds(path string, raw json.RawMessage) {
	name, ok := textOf(raw)
	switch kind := schema.TypeNamed(name); {
	case !d.f.Type.Sealed:
		d.wrongf(path, "Fields of the format encrypted hold something, and no others")
	case d.had != nil && name != d.had.Holds:
		d.wrongf(path, "What an encrypted field holds stays")
	case !ok || name != "" && (kind == nil || !mayBeHeld(kind)):
		d.wrongf(path, "An encrypted field can't hold this")
	default:
		d.f.Holds = name
	}
}

func (d *fieldDraft) target(path string, raw json.RawMessage) {
	var list []struct {
		SchemaAPIName string `json:"schema_api_name"`
		Type          string `json:"type"`
	}
	if json.Unmarshal(raw, &list) != nil {
		d.wrongf(path, `This must be a list such as [{"schema_api_name": "contact"}]`)
		return
	}
	target := ""
	for _, one := range list {
		if one.SchemaAPIName != "" && target == "" {
			target = one.SchemaAPIName
		} else if one.Type != "null" {
			d.wrongf(path, "A field refers to records of one object")
			return
		}
	}
	o := d.have.Registry.Object(target)
	switch {
	case !d.f.Type.Targeted:
		d.wrongf(path, "A field of the format %s refers to no object", d.f.Type.Name)
	case d.f.Type.To != "" && target != d.f.Type.To:
		d.wrongf(path, "A field of the format %s refers to the object %s", d.f.Type.Name, d.f.Type.To)
	case d.had != nil && target != d.had.Target:
		d.wrongf(path, "To which object a field refers stays. Make another field")
	case target == d.own.APIName && d.base == nil: // to itself
		d.f.Target = target
	case o == nil || o.Internal:
		d.wrongf(path, "There is no object %q", shortened(target))
	default:
		d.f.Target = target
	}
}

// options reads a list of options: texts, or objects that say how they look.
func (d *fieldDraft) options(path string, raw json.RawMessage) {
	if !d.f.Type.Optioned {
		d.wrongf(path, "A field of the format %s has no options", d.f.Type.Name)
		return
	}
	var items []json.RawMessage
	if json.Unmarshal(raw, &items) != nil {
		d.wrongf(path, "This must be a list of options")
		return
	}
	if len(items) > schema.MaxOptions {
		d.wrongf(path, "A field may have %d options, not %d", schema.MaxOptions, len(items))
		return
	}
	labels, values := make([]schema.Option, 0, len(items)), make([]string, 0, len(items))
	for _, item := range items {
		o, why := optionOf(item)
		switch {
		case why != "":
		case slices.ContainsFunc(values, func(v string) bool { return strings.EqualFold(v, o.Value) }):
			why = "The option " + o.Value + " stands twice in it, or with other letters"
		}
		if why != "" {
			d.wrongf(path, "%s", why)
			return
		}
		labels, values = append(labels, o), append(values, o.Value)
	}
	if d.f.Type.Closed && !slices.ContainsFunc(labels, func(o schema.Option) bool { return o.Active }) {
		d.wrongf(path, "A field of the format %s has an option that can be chosen", d.f.Type.Name)
		return
	}
	d.f.Options, d.f.Labels = values, labels
	if len(values) == 0 {
		d.f.Options, d.f.Labels = nil, nil
	}
}

func optionOf(item json.RawMessage) (o schema.Option, why string) {
	if text, ok := textOf(item); ok {
		o = schema.Option{Value: text, Active: true}
	} else {
		var given struct {
			Value, Label, Color *string
			Active              *bool
		}
		var members map[string]json.RawMessage
		if json.Unmarshal(item, &members) != nil || json.Unmarshal(item, &given) != nil || given.Value == nil {
			return o, `An option is a text, or an object such as {"value": "new", "label": "New", "color": "blue", "active": true}`
		}
		for key := range members {
			if !slices.Contains([]string{"value", "label", "color", "active"}, key) {
				return o, "An option has no " + shortened(key)
			}
		}
		o = schema.Option{Value: *given.Value, Active: given.Active == nil || *given.Active}
		if given.Label != nil {
			o.Label = strings.TrimSpace(*given.Label)
		}
		if given.Color != nil {
			o.Color = *given.Color
		}
	}
	o.Value = strings.TrimSpace(o.Value)
	if o.Label == "" {
		o.Label = o.Value
	}
	return o, o.Wrong()
}
