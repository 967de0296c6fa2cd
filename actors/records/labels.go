package records

import (
	"cmp"
	"context"
	"slices"

	"switchboard/storage/access"
	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
	"switchboard/storage/schema"
)

// labels creates the tags of values entered into multi-selects, unless the field has its own
// options. Writing such a field needs no right to tags.
type labels struct{ store Store }

// keysAtOnce is how many keys one query asks for.
const keysAtOnce = 1_000

// complete brings the entries of labelled fields into the form that their tags have, and
// gives the writes that make those of which there is no tag yet.
func (l *labels) complete(ctx context.Context, p *access.Principal, o *schema.Object, intakes []*intake) ([]row.Write, error) {
	of := p.Registry().Role(schema.Label)
	if of == nil {
		return nil, nil
	}
	entries := entriesOf(o, intakes)
	if len(entries) == 0 {
		return nil, nil
	}
	known, err := l.known(ctx, p.Organization, of, entries)
	if err != nil {
		return nil, err
	}
	var writes []row.Write
	for _, e := range entries {
		key := schema.KeyOfLabel(schema.GlobalTags, e.text)
		if known[schema.KeyOfLabel(e.own, e.text)] != "" || known[key] != "" {
			continue
		}
		known[key] = e.text
		writes = append(writes, row.Write{Object: of.APIName, ID: id.New(), Op: entry.Created, Cause: of.APIName + ".created", Set: row.Fields{
			"value": e.text, "label": e.text, "owner": p.User, schema.LabelKey: key,
		}})
	}
	for _, in := range intakes {
		for name, value := range in.set {
			if f := o.Field(name); f.Labelled() {
				in.set[name] = asKnown(known, schema.ListOfField(o.APIName, name), value)
			}
		}
	}
	return writes, nil
}

// ahead completes the entries of live records, whose actors write them in transactions of their
// own: the tags are there before. One that nothing holds, since the actor refuses the record, does
// no harm; an entry without its tag would have no label and no colour.
func (l *labels) ahead(ctx context.Context, p *access.Principal, o *schema.Object, intakes []*intake) error {
	for attempt := 1; ; attempt++ {
		tags, err := l.complete(ctx, p, o, intakes)
		if err != nil || len(tags) == 0 {
			return err
		}
		_, err = l.store.Commit(ctx, row.Change{Organization: p.Organization, By: p.User, Writes: tags})
		if !madeMeanwhile(err, tags, attempt) {
			return err
		}
	}
}

// labelEntry is a text that is written into a field which may have entries of its own.
type labelEntry struct{ own, text string }

// entriesOf lists the entries that are written, each once for each field.
func entriesOf(o *schema.Object, intakes []*intake) []labelEntry {
	var out []labelEntry
	seen := map[labelEntry]bool{}
	for _, in := range intakes {
		for _, f := range o.Fields {
			list, _ := in.set[f.Name].([]string)
			if !f.Labelled() {
				continue
			}
			own := schema.ListOfField(o.APIName, f.Name)
			for _, text := range list {
				if e := (labelEntry{own, text}); !seen[e] {
					seen[e] = true
					out = append(out, e)
				}
			}
		}
	}
	return out
}

// known finds the values of the tags that there are, by their keys.
func (l *labels) known(ctx context.Context, organization id.ID, of *schema.Object, entries []labelEntry) (map[string]string, error) {
	keys := make([]string, 0, 2*len(entries))
	for _, e := range entries {
		keys = append(keys, schema.KeyOfLabel(e.own, e.text), schema.KeyOfLabel(schema.GlobalTags, e.text))
	}
	out := make(map[string]string, len(keys))
	for part := range slices.Chunk(keys, keysAtOnce) {
		values := make([]any, len(part))
		for i, key := range part {
			values[i] = key
		}
		found, err := l.store.Find(ctx, organization, row.Query{
			Object: of.APIName, Fields: []string{"value", schema.LabelKey}, Limit: keysAtOnce,
			Where: []row.Condition{{Field: schema.LabelKey, Operator: "IN", Value: values}},
		})
		if err != nil {
			return nil, err
		}
		for _, tag := range found {
			out[tag.Text(schema.LabelKey)] = tag.Text("value")
		}
	}
	return out, nil
}

// asKnown writes entries as their tags do, each once. A tag of the field itself goes before one
// of all.
func asKnown(known map[string]string, own string, value any) any {
	list, ok := value.([]string)
	if !ok {
		return value
	}
	out := make([]string, 0, len(list))
	for _, text := range list {
		text = cmp.Or(known[schema.KeyOfLabel(own, text)], known[schema.KeyOfLabel(schema.GlobalTags, text)], text)
		if !slices.Contains(out, text) {
			out = append(out, text)
		}
	}
	return out
}

// madeMeanwhile reports whether a conflict may come of somebody else's making one of the same
// tags at the same time: then all is to be decided again.
func madeMeanwhile(err error, tags []row.Write, attempt int) bool {
	return len(tags) > 0 && attempt < raceLimit && fault.Is(err, fault.Conflict)
}
