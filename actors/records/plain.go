package records

import (
	"context"
	"errors"
	"slices"
	"strconv"

	"switchboard/actors/feature"
	"switchboard/actors/sight"
	"switchboard/storage/access"
	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
	"switchboard/storage/schema"
)

// plain writes records of plain objects, which their transaction owns. Repeats of a command
// are answered as its first time.
type plain struct {
	store     Store
	reviewers map[string]feature.Reviewer
	seals     *seals
	labels    *labels
}

// create makes the records of the rows and gives them, none if the command was executed before.
func (t *plain) create(ctx context.Context, p *access.Principal, o *schema.Object, intakes []*intake, command string) ([]row.Item, error) {
	writes := make([]row.Write, len(intakes))
	for i, in := range intakes {
		if in.record == "" {
			in.record = newID(p, o, command, i)
		}
		if f := o.Field("owner"); f.Settable() && in.set["owner"] == nil {
			in.set["owner"] = p.User
		}
		if err := t.seals.close(p, o, in); err != nil {
			return nil, fault.From(err).At(i)
		}
		writes[i] = row.Write{Object: o.APIName, ID: in.record, Op: entry.Created, Set: in.set, Cause: o.APIName + ".created"}
	}
	if done, err := t.repeated(ctx, p, o, intakes[0].record, command); err != nil || done {
		return nil, err
	}
	more, err := t.review(ctx, p, o, intakes, true)
	if err != nil {
		return nil, err
	}
	made, err := t.commitLabelled(ctx, p, o, intakes, more, func(more []row.Write) ([]row.Item, error) {
		return t.commit(ctx, p, row.Change{Writes: writes, Command: command}, more)
	})
	if fault.Is(err, fault.Conflict) {
		// The same command may have run beside this one.
		if done, failed := t.repeated(ctx, p, o, intakes[0].record, command); failed == nil && done {
			return nil, nil
		}
	}
	return made, t.placed(ctx, p, o, intakes, err)
}

// patch writes the rows that change something and gives the records as they stand then, none if
// the command was executed before.
func (t *plain) patch(ctx context.Context, p *access.Principal, o *schema.Object, intakes []*intake, command string) ([]row.Item, error) {
	for i, in := range intakes {
		if err := t.seals.close(p, o, in); err != nil {
			return nil, fault.From(err).At(i)
		}
	}
	more, err := t.review(ctx, p, o, intakes, false)
	if err != nil {
		return nil, err
	}
	var writes []row.Write
	for _, in := range intakes {
		if len(in.set) > 0 {
			writes = append(writes, row.Write{
				Object: o.APIName, ID: in.record, Op: entry.Updated, Expect: in.expect, Seen: in.seen, Set: in.set, Cause: o.APIName + ".updated",
			})
		}
	}
	if len(writes) == 0 && command == "" {
		return nil, nil
	}
	items, err := t.commitLabelled(ctx, p, o, intakes, more, func(more []row.Write) ([]row.Item, error) {
		return t.commit(ctx, p, row.Change{Writes: writes, Once: once(o), Command: command}, more)
	})
	if errors.Is(err, row.ErrRepeated) {
		return nil, nil
	}
	return items, t.placed(ctx, p, o, intakes, err)
}

// commitLabelled commits with the tags that the rows need. If another request creates one of them
// at the same time, that one is used.
func (t *plain) commitLabelled(
	ctx context.Context, p *access.Principal, o *schema.Object, intakes []*intake, more []row.Write, commit func([]row.Write) ([]row.Item, error),
) ([]row.Item, error) {
	for attempt := 1; ; attempt++ {
		tags, err := t.labels.complete(ctx, p, o, intakes)
		if err != nil {
			return nil, err
		}
		items, err := commit(slices.Concat(more, tags))
		if !madeMeanwhile(err, tags, attempt) {
			return items, err
		}
	}
}

// remove deletes records, unless the command was executed before.
func (t *plain) remove(ctx context.Context, p *access.Principal, o *schema.Object, writes []row.Write, command string) error {
	if err := t.reviewRemoved(ctx, p, o, writes); err != nil {
		return err
	}
	err := t.store.CommitMany(ctx, row.Change{Organization: p.Organization, By: p.User, Command: command, Once: once(o), Writes: writes})
	if errors.Is(err, row.ErrRepeated) {
		return nil
	}
	return err
}

// reviewRemoved asks the object's reviewer about records that are about to go.
func (t *plain) reviewRemoved(ctx context.Context, p *access.Principal, o *schema.Object, writes []row.Write) error {
	reviewer, is := t.reviewers[o.APIName].(feature.Remover)
	if !is {
		return nil
	}
	records := make([]row.Record, len(writes))
	for i, write := range writes {
		var err error
		if records[i], err = t.store.Get(ctx, p.Organization, o.APIName, write.ID); err != nil {
			return err
		}
	}
	return reviewer.Remove(ctx, p, records)
}

// commit writes records, and what else their domain wants written, and gives the
// records as they stand then; of many that were there before it gives none.
func (t *plain) commit(ctx context.Context, p *access.Principal, change row.Change, more []row.Write) ([]row.Item, error) {
	writes := change.Writes
	change.Organization, change.By, change.Writes = p.Organization, p.User, slices.Concat(writes, more)
	if len(writes) > fewRecords && writes[0].Op == entry.Updated {
		return nil, t.store.CommitMany(ctx, change)
	}
	items, err := t.store.CommitItems(ctx, change)
	if len(items) > len(writes) {
		items = items[:len(writes)]
	}
	return items, err
}

// fewRecords are so few that a change may hold them whole.
const fewRecords = 4

// repeated reports whether the command was executed before: its first record has an id derived
// from it.
func (t *plain) repeated(ctx context.Context, p *access.Principal, o *schema.Object, first id.ID, command string) (bool, error) {
	if command == "" {
		return false, nil
	}
	done, _, err := sight.Some(ctx, t.store, p, []id.ID{first}, row.ReadRequest{Object: o.APIName, Fields: none})
	return len(done) > 0, err
}

// newID derives the id from the command where there is one.
func newID(p *access.Principal, o *schema.Object, command string, index int) id.ID {
	if command == "" {
		return id.New()
	}
	return id.Derived("create:" + string(p.Organization) + ":" + string(p.User) + ":" + o.APIName + ":" + command + ":" + strconv.Itoa(index))
}

// once names what a command on records of the object does once.
func once(o *schema.Object) string { return "records " + o.APIName }

// wasDone reports whether the command was executed before.
func (t *plain) wasDone(ctx context.Context, p *access.Principal, o *schema.Object, command string) bool {
	if command == "" {
		return false
	}
	done, err := t.store.CarriedOut(ctx, p.Organization, p.User, command, once(o))
	return err == nil && done
}

// review asks the object's reviewer about every record that changes.
func (t *plain) review(ctx context.Context, p *access.Principal, o *schema.Object, intakes []*intake, isNew bool) ([]row.Write, error) {
	reviewer := t.reviewers[o.APIName]
	if reviewer == nil {
		return nil, nil
	}
	watches := func(row.Fields) bool { return true }
	if w, ok := reviewer.(feature.Watcher); ok && !isNew {
		watches = func(set row.Fields) bool {
			return slices.ContainsFunc(w.Watches(), func(field string) bool { _, given := set[field]; return given })
		}
	}
	var sets []row.Fields
	for _, in := range intakes {
		if (isNew || len(in.set) > 0) && watches(in.set) {
			sets = append(sets, in.set)
		}
	}
	if f, ok := reviewer.(feature.Foreseer); ok && len(sets) > 1 {
		var err error
		if ctx, err = f.Foresee(ctx, p, sets); err != nil {
			return nil, err
		}
	}
	var more []row.Write
	for i, in := range intakes {
		if len(in.set) == 0 && !isNew || !watches(in.set) {
			continue
		}
		var before row.Record
		if !isNew {
			var err error
			if before, err = t.store.Get(ctx, p.Organization, o.APIName, in.record); err != nil {
				return nil, fault.From(err).At(i)
			}
		}
		writes, err := reviewer.Review(ctx, p, in.record, before, in.set)
		if err != nil {
			return nil, fault.From(err).At(i)
		}
		more = append(more, writes...)
	}
	return more, nil
}
