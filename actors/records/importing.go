package records

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"

	"switchboard/actors/runtime"
	"switchboard/actors/sight"
	"switchboard/storage/access"
	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
	"switchboard/storage/schema"
)

// importing is the work on some rows.
type importing struct {
	*Service

	p      *access.Principal
	o      *schema.Object
	rights *access.Rights
	rows   []row.ImportRow
	out    []row.ImportedRow
	names  named
	isDry  bool
}

// MayImport reports whether a principal may import an object's records; fault.Forbidden,
// fault.NotFound.
func (s *Service) MayImport(p *access.Principal, object, mode string) error {
	if _, _, err := s.object(p, object); err != nil {
		return err
	}
	if !p.Has(access.SystemImport) {
		return fault.New(fault.Forbidden, "Importing takes the system right %s.", access.SystemImport)
	}
	switch mode {
	case row.ImportCreate:
		return p.MayCreate(object)
	case row.ImportUpdate:
		return p.MayChange(object)
	case row.ImportDelete:
		return p.MayDelete(object)
	default:
		return fault.Field("mode", "mode must be create, update or delete")
	}
}

// ImportRows creates, changes or deletes a record for each row, with the rights that a request of the
// principal has. A refused row does not stop the others. A dry run decides the same and writes nothing.
// The error means that the database is away, or that the principal may not import.
func (s *Service) ImportRows(ctx context.Context, p *access.Principal, object, mode string, rows []row.ImportRow, isDry bool) ([]row.ImportedRow, error) {
	o, rights, err := s.object(p, object)
	if err != nil {
		return nil, err
	}
	if err := s.MayImport(p, object, mode); err != nil {
		return nil, err
	}
	w := &importing{Service: s, p: p, o: o, rights: rights, rows: rows, out: make([]row.ImportedRow, len(rows)), isDry: isDry, names: named{}}
	if mode != row.ImportDelete {
		if err := w.findNamed(ctx); err != nil {
			return nil, err
		}
	}
	switch mode {
	case row.ImportCreate:
		err = w.create(ctx)
	case row.ImportUpdate:
		err = w.rounds(func(places []int) error { return w.update(ctx, places) })
	default:
		err = w.rounds(func(places []int) error { return w.remove(ctx, places) })
	}
	return w.out, err
}

// away reports whether an error says nothing of a row, so that the rows are to be tried again.
func away(ctx context.Context, err error) bool {
	switch fault.From(err).Code {
	case fault.Unavailable, fault.Internal, fault.Full, fault.Limited:
		return true
	default:
		return ctx.Err() != nil
	}
}

// left are the places of the rows that were not refused.
func (w *importing) left() (places []int) {
	for i := range w.out {
		if w.out[i].Err == nil {
			places = append(places, i)
		}
	}
	return places
}

// rounds hands the rows on so that no round has two of the same record.
func (w *importing) rounds(do func(places []int) error) error {
	for left := w.left(); len(left) > 0; {
		var now, later []int
		seen := map[id.ID]bool{}
		for _, i := range left {
			if record := w.rows[i].Record; seen[record] {
				later = append(later, i)
			} else {
				seen[record] = true
				now = append(now, i)
			}
		}
		if err := do(now); err != nil {
			return err
		}
		left = later
	}
	return nil
}

// each tries rows together and, where that is refused, in parts, until those are found that are wrong.
func (w *importing) each(ctx context.Context, places []int, spare int, try func(places []int) error) error {
	if len(places) == 0 {
		return nil
	}
	err := try(places)
	if err == nil {
		return nil
	}
	switch at := fault.From(err).Index; {
	case away(ctx, err):
		return err
	case len(places) == 1:
		w.out[places[0]].Err = err
		return nil
	case at >= 0 && at < len(places) && spare > 0:
		w.out[places[at]].Err = err
		return w.each(ctx, slices.Concat(places[:at], places[at+1:]), spare-1, try)
	}
	half := len(places) / 2
	if err := w.each(ctx, places[:half], spare, try); err != nil {
		return err
	}
	return w.each(ctx, places[half:], spare, try)
}

// spares is how many rows are taken out one by one before the rest is tried in halves.
const spares = 8

// create makes a record of each row.
func (w *importing) create(ctx context.Context) error {
	intakes := make([]*intake, len(w.rows))
	for _, i := range w.left() {
		in, err := creation(w.o, w.p, w.rights, w.rows[i].Input)
		if err == nil {
			err = w.checks.row(ctx, w.p, w.o, nil, in)
		}
		if err == nil {
			err = unwritable(w.o, in)
		}
		if err != nil {
			if away(ctx, err) {
				return err
			}
			w.out[i].Err = err
			continue
		}
		in.record = id.Derived("import:" + string(w.p.Organization) + ":" + w.o.APIName + ":" + w.rows[i].Key)
		w.out[i] = row.ImportedRow{Record: in.record, Action: row.RowCreated}
		intakes[i] = in
	}
	switch {
	case w.isDry:
		return w.foresee(ctx, intakes)
	case w.o.Live:
		return w.alone(ctx, w.left(), func(i int) error {
			in := *intakes[i]
			in.record = ""
			err := w.live.create(ctx, w.p, w.o, []*intake{&in}, w.rows[i].Key)
			w.out[i].Record = in.record
			return err
		})
	}
	places, err := w.unmade(ctx, w.left())
	if err != nil {
		return err
	}
	return w.each(ctx, places, spares, func(places []int) error {
		_, err := w.plain.create(ctx, w.p, w.o, copies(intakes, places), "")
		return err
	})
}

// unmade are those of the rows whose records are not there yet: an import that goes on after its node
// died finds those of the batch that was under way.
func (w *importing) unmade(ctx context.Context, places []int) (out []int, err error) {
	ids := make([]id.ID, len(places))
	for k, i := range places {
		ids[k] = w.out[i].Record
	}
	found, err := w.store.Find(ctx, w.p.Organization, row.Query{Object: w.o.APIName, Fields: none, Where: []row.Condition{{Field: "id", Operator: "IN", Value: ids}}})
	if err != nil {
		return nil, err
	}
	made := make(map[id.ID]bool, len(found))
	for _, one := range found {
		made[one.ID] = true
	}
	return slices.DeleteFunc(places, func(i int) bool { return made[w.out[i].Record] }), nil
}

// foresee shows in a dry run what each row would give a new record, and refuses values that another
// record has, or an earlier row.
func (w *importing) foresee(ctx context.Context, intakes []*intake) error {
	for _, f := range w.o.Fields {
		if !f.Unique || !f.Stored() || f.Internal {
			continue
		}
		for {
			places := w.left()
			of := make([]*intake, len(places))
			for k, i := range places {
				of[k] = intakes[i]
			}
			k := w.plain.inUse(ctx, w.p, w.o, f, of)
			if k < 0 {
				break
			}
			taken := fault.Field(f.Name, "%s is already in use", f.Title)
			taken.Code = fault.Conflict
			w.out[places[k]].Err = taken
		}
	}
	for _, i := range w.left() {
		w.out[i].After = w.shown(intakes[i].set)
	}
	return nil
}

// update changes the records of rows.
func (w *importing) update(ctx context.Context, places []int) error {
	inputs := make([]Input, len(places))
	for k, i := range places {
		inputs[k] = w.rows[i].Input
	}
	items, err := w.items(ctx, places, row.ReadRequest{Object: w.o.APIName, Fields: compared(w.o, inputs), Stored: true})
	if err != nil {
		return err
	}
	intakes := make([]*intake, len(w.rows))
	var changed []int
	for _, i := range places {
		item := items[w.rows[i].Record]
		if item == nil {
			w.out[i].Err = sight.Unseen(ctx, w.store, w.p, w.o.APIName, w.rows[i].Record)
			continue
		}
		in, err := w.change(ctx, w.p, w.o, w.rights, item, w.rows[i].Input, 0)
		if err == nil {
			err = unwritable(w.o, in)
		}
		if err != nil {
			if away(ctx, err) {
				return err
			}
			w.out[i].Err = err
			continue
		}
		w.out[i] = row.ImportedRow{Record: item.ID, Action: row.RowUnchanged}
		if len(in.set) == 0 {
			continue
		}
		w.out[i].Action, intakes[i] = row.RowUpdated, in
		changed = append(changed, i)
		if w.isDry {
			w.out[i].After = w.shown(in.set)
			w.out[i].Before = entry.Fields{}
			shown := w.rights.Give(item)
			for name := range w.out[i].After {
				w.out[i].Before[name] = shown[name]
			}
		}
	}
	switch {
	case w.isDry:
		return nil
	case w.o.Live:
		return w.alone(ctx, changed, func(i int) error {
			return w.live.patch(ctx, w.p, w.o, copies(intakes, []int{i}), w.rows[i].Key)
		})
	}
	return w.each(ctx, changed, spares, func(places []int) error {
		_, err := w.plain.patch(ctx, w.p, w.o, copies(intakes, places), "")
		if fault.Is(err, fault.VersionConflict) && len(places) == 1 { // decided on an older version
			_, err = w.PatchOne(ctx, w.p, w.o.APIName, w.rows[places[0]].Record, w.rows[places[0]].Input, "")
		}
		return err
	})
}

// remove deletes the records of rows. What is gone already counts as deleted: an import that goes on
// after its node died has deleted it before.
func (w *importing) remove(ctx context.Context, places []int) error {
	items, err := w.items(ctx, places, row.ReadRequest{Object: w.o.APIName, Fields: none})
	if err != nil {
		return err
	}
	var there []int
	for _, i := range places {
		record := w.rows[i].Record
		item := items[record]
		w.out[i] = row.ImportedRow{Record: record, Action: row.RowDeleted}
		switch {
		case item == nil:
			if err := sight.Unseen(ctx, w.store, w.p, w.o.APIName, record); w.isDry || !fault.Is(err, fault.NotFound) {
				w.out[i].Err = err
			}
		case !w.rights.Deletable(&item.Route):
			w.out[i].Err = fault.New(fault.Forbidden, "You don't have permission to delete this record")
		case w.rows[i].Version != 0 && w.rows[i].Version != item.Version:
			w.out[i].Err = fault.New(fault.Conflict, "Changed by someone since")
		default:
			there = append(there, i)
		}
	}
	if w.isDry {
		return nil
	}
	write := func(places []int) []row.Write {
		writes := make([]row.Write, len(places))
		for k, i := range places {
			record := w.rows[i].Record
			writes[k] = row.Write{Object: w.o.APIName, ID: record, Op: entry.Removed, Expect: items[record].Version, Cause: w.o.APIName + ".deleted"}
		}
		return writes
	}
	if w.o.Live {
		return w.alone(ctx, there, func(i int) error {
			return w.live.remove(ctx, w.p, w.o, write([]int{i}), 0, w.rows[i].Key)
		})
	}
	return w.each(ctx, there, spares, func(places []int) error {
		return w.plain.remove(ctx, w.p, w.o, write(places), "")
	})
}

// items reads the records of rows.
func (w *importing) items(ctx context.Context, places []int, request row.ReadRequest) (map[id.ID]*row.Item, error) {
	all := make(map[id.ID]*row.Item, len(places))
	rest := make([]id.ID, len(places))
	for k, i := range places {
		rest[k] = w.rows[i].Record
	}
	for len(rest) > 0 {
		var some map[id.ID]*row.Item
		var err error
		if some, rest, err = sight.Some(ctx, w.store, w.p, rest, request); err != nil {
			return nil, err
		}
		maps.Copy(all, some)
	}
	return all, nil
}

// alone writes rows one by one: records that actors own.
func (w *importing) alone(ctx context.Context, places []int, write func(place int) error) error {
	for _, i := range places {
		err := write(i)
		if partial, is := errors.AsType[*runtime.PartialError](err); is {
			err = errors.Join(partial.Outcomes...)
		}
		switch {
		case err == nil:
		case away(ctx, err):
			return err
		default:
			w.out[i].Err = err
		}
	}
	return nil
}

// copies are intakes that may be written, and written again: writing seals what they set.
func copies(intakes []*intake, places []int) []*intake {
	out := make([]*intake, len(places))
	for k, i := range places {
		one := *intakes[i]
		one.set = maps.Clone(one.set)
		out[k] = &one
	}
	return out
}

// unwritable refuses a row that gives a field which the principal may not change: in a table it was
// meant.
func unwritable(o *schema.Object, in *intake) error {
	if len(in.ignored) == 0 {
		return nil
	}
	slices.Sort(in.ignored)
	titles := make([]string, len(in.ignored))
	for i, name := range in.ignored {
		titles[i] = o.Field(name).Title
	}
	refused := fault.New(fault.Forbidden, "You don't have permission to change %s", strings.Join(titles, ", "))
	refused.Fields = map[string][]string{in.ignored[0]: {refused.Detail}}
	return refused
}

// shown are values in storage shape as clients are shown them.
func (w *importing) shown(set row.Fields) entry.Fields {
	out := make(entry.Fields, len(set))
	for name, value := range set {
		f := w.o.Field(name)
		switch {
		case f.Type.Sealed && value != nil:
			out[name] = row.JSONValue(schema.Mask)
		case value == nil:
			out[name] = row.JSONValue(nil)
		default:
			out[name] = f.Type.Wire(f, value, w.names)
		}
	}
	return out
}

// named are the names of the records that rows refer to.
type named map[id.ID]string

// Name implements schema.Names.
func (n named) Name(_ string, record id.ID) *string {
	if name, known := n[record]; known {
		return &name
	}
	return nil
}
