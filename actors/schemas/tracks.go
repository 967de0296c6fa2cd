package schemas

import (
	"encoding/json"
	"slices"
	"time"

	"switchboard/storage/schema"
)

// settles is how long after a history was switched on all nodes are sure to write it: one that
// has not read of it yet may write changes without.
const settles = time.Minute

// history reads whether what becomes of the records is written to their history.
func (d *draft) history(raw json.RawMessage) {
	isKept := true
	if string(raw) != "null" && json.Unmarshal(raw, &isKept) != nil {
		d.wrongf("track_history", "This must be true or false")
		return
	}
	if of := d.base; of != nil && !isKept && of.HistoryStays() {
		d.wrongf("track_history", "The history of %s can't be switched off: it has to tell who changed what", of.Plural)
		return
	}
	if isKept == !d.own.Untracked {
		return
	}
	d.own.Untracked, d.own.TrackedSince = !isKept, time.Time{}
	if isKept {
		d.own.TrackedSince = d.at.Add(settles).UTC().Truncate(time.Second)
	}
}

// duplicateFields reads the fields by which duplicates are found, once all fields are known;
// null is every field of phone numbers. Of those that stand it takes out what is there no more.
func (d *draft) duplicateFields(members map[string]json.RawMessage) {
	const key = "duplicate_fields"
	if d.own.DuplicateFields != nil {
		d.own.DuplicateFields = slices.DeleteFunc(slices.Clone(d.own.DuplicateFields), func(name string) bool { return d.field(name) == nil })
	}
	names, given := d.names(key, members)
	if !given {
		return
	}
	for _, name := range names {
		f := d.field(name)
		if will := d.later[name]; will != nil && f.FindsDuplicates() {
			f = will
		}
		if !f.FindsDuplicates() {
			d.wrongf(key, "Duplicates can't be found by %s: what it holds tells nobody that two records are of the same", f.Title)
		}
	}
	if len(names) > schema.MaxDuplicateFields {
		d.wrongf(key, "Duplicates may be found by %d fields, not %d", schema.MaxDuplicateFields, len(names))
	}
	if names == nil && string(members[key]) != "null" {
		names = []string{} // by none
	}
	d.own.DuplicateFields = names
}
