package records

import (
	"context"
	"errors"
	"maps"
	"slices"
	"time"

	"switchboard/actors/sight"
	"switchboard/storage/access"
	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
	"switchboard/storage/schema"
)

// Written is what a create or an update answers.
type Written struct {
	// Records stand in the order of the input, as the principal may see them.
	Records []entry.Fields
	// Ignored are fields that differed and were not taken.
	Ignored []string
	// Brief counts the records that are named by their ids alone, because the answer
	// was full or the principal no longer sees them.
	Brief int
}

// answerBytes is where an answer ends that holds records.
const answerBytes = 4 << 20

// raceLimit bounds how often rights are decided anew because a record changed
// between the decision and the write.
const raceLimit = 10

// Create makes records of the rows: all or none. Live records are made by their
// actors, who decide on all rows before the first is made; one that is refused only
// then, because something changed meanwhile, makes the error a PartialError. A command id
// makes a repeat answer with the records of the first time.
func (s *Service) Create(ctx context.Context, p *access.Principal, object string, rows []Input, command string) (Written, error) {
	o, rights, err := s.object(p, object)
	if err != nil {
		return Written{}, err
	}
	if err := p.MayCreate(object); err != nil {
		return Written{}, err
	}
	if err := count(rows); err != nil {
		return Written{}, err
	}
	intakes := make([]*intake, len(rows))
	for i, input := range rows {
		if intakes[i], err = creation(o, p, rights, input); err == nil {
			err = s.references(ctx, p, o, intakes[i].set)
		}
		if err == nil {
			err = s.meaningful(ctx, p, o, intakes[i].set)
		}
		if err == nil {
			err = s.Granting(ctx, p, o, nil, intakes[i].set)
		}
		if err != nil {
			return Written{}, fault.From(err).At(i)
		}
	}
	if o.Live {
		return s.createLive(ctx, p, o, rights, intakes, command)
	}
	writes := make([]row.Write, len(intakes))
	for i, in := range intakes {
		in.record = newID(p, o, command, i)
		if f := o.Field("owner"); f.Settable() && in.set["owner"] == nil {
			in.set["owner"] = p.User
		}
		writes[i] = row.Write{Object: o.APIName, ID: in.record, Op: entry.Created, Set: in.set, Cause: o.APIName + ".created"}
	}
	if done, err := s.repeated(ctx, p, o, intakes[0].record, command); err != nil || done {
		if err != nil {
			return Written{}, err
		}
		return s.answer(ctx, p, o, rights, intakes)
	}
	more, err := s.review(ctx, p, o, intakes, true)
	if err != nil {
		return Written{}, err
	}
	made, err := s.commit(ctx, p, row.Change{Writes: writes, Command: command}, more)
	if fault.Is(err, fault.Conflict) {
		// The same command may have run beside this one.
		if done, failed := s.repeated(ctx, p, o, intakes[0].record, command); failed == nil && done {
			return s.answer(ctx, p, o, rights, intakes)
		}
	}
	if err != nil {
		return Written{}, err
	}
	return s.answerWith(ctx, p, o, rights, intakes, made)
}

// Patch updates the records that the rows name by id: all or none, live ones as
// Create says. expect is the version of If-Match, 0 for none; a row's own version
// counts too. A record at another version is fault.VersionConflict; where the client
// named none, too many lost races are fault.Unavailable.
func (s *Service) Patch(ctx context.Context, p *access.Principal, object string, rows []Input, expect int64, command string) (Written, error) {
	o, rights, err := s.object(p, object)
	if err != nil {
		return Written{}, err
	}
	if err := p.MayChange(object); err != nil {
		return Written{}, err
	}
	ids, err := idsOf(rows)
	if err != nil {
		return Written{}, err
	}
	if err := massive(p, len(ids)); err != nil {
		return Written{}, err
	}
	for attempt := 1; ; attempt++ {
		intakes, pinned, err := s.changes(ctx, p, o, rights, rows, ids, expect)
		if fault.Is(err, fault.VersionConflict) && s.wasDone(ctx, p, o, command) { // his own repeat has found it changed
			return s.answer(ctx, p, o, rights, intakesOf(ids))
		}
		if err != nil {
			return Written{}, err
		}
		if o.Live {
			return s.patchLive(ctx, p, o, rights, intakes, command)
		}
		committed, err := s.commitChanges(ctx, p, o, intakes, command)
		if errors.Is(err, row.ErrRepeated) {
			return s.answer(ctx, p, o, rights, intakes)
		}
		// Without a version from the client a lost race only means to decide anew.
		if fault.Is(err, fault.VersionConflict) && !pinned {
			if attempt < raceLimit {
				continue
			}
			return Written{}, fault.Wrap(err, fault.Unavailable, "Too many changes are made to this record at once. Please try again.").After(time.Second)
		}
		if err != nil {
			return Written{}, err
		}
		return s.answerWith(ctx, p, o, rights, intakes, committed)
	}
}

// changes reads the records and decides every row; pinned tells that the client
// named a version.
func (s *Service) changes(ctx context.Context, p *access.Principal, o *schema.Object, rights *access.Rights, rows []Input, ids []id.ID, expect int64) (intakes []*intake, pinned bool, err error) {
	intakes = make([]*intake, len(rows))
	for rest := ids; len(rest) > 0; {
		var items map[id.ID]*row.Item
		if items, rest, err = sight.Some(ctx, s.store, p, rest, row.ReadRequest{Object: o.APIName, Fields: compared(o, rows), Stored: true}); err != nil {
			return nil, false, err
		}
		for i, one := range ids {
			if items[one] == nil {
				continue
			}
			in, err := s.change(ctx, p, o, rights, items[one], rows[i], expect)
			if err != nil {
				return nil, false, fault.From(err).At(i)
			}
			intakes[i] = in
			pinned = pinned || in.pinned
		}
	}
	for i, in := range intakes {
		if in == nil {
			return nil, false, fault.From(sight.Unseen(ctx, s.store, p, o.APIName, ids[i])).At(i)
		}
	}
	return intakes, pinned, nil
}

// compared lists the fields that the rows name, and those by which it is decided who
// may change a record: no more is read of them.
func compared(o *schema.Object, rows []Input) []string {
	named := map[string]bool{}
	for _, f := range o.Fields {
		if f.SuperuserOnly || f.Grants != "" {
			named[f.Name] = true
		}
	}
	for _, input := range rows {
		for name := range input {
			if f := o.Field(name); f != nil && !f.Internal {
				named[name] = true
			}
		}
	}
	return slices.AppendSeq([]string{}, maps.Keys(named))
}

// change decides one row of a PATCH.
func (s *Service) change(ctx context.Context, p *access.Principal, o *schema.Object, rights *access.Rights, item *row.Item, input Input, expect int64) (*intake, error) {
	in, err := change(o, p, rights, item, input)
	if err == nil {
		err = s.references(ctx, p, o, in.set)
	}
	if err == nil {
		err = s.meaningful(ctx, p, o, in.set)
	}
	if err == nil {
		err = s.Granting(ctx, p, o, item, in.set)
	}
	if err != nil {
		return nil, err
	}
	if expect != 0 {
		in.expect = expect
	}
	in.pinned = in.expect != 0
	if in.pinned && in.expect != item.Version {
		return nil, fault.New(fault.VersionConflict, "Somebody else changed this record meanwhile. Look at it again before you save.")
	}
	if in.expect == 0 && !o.Live {
		in.expect = item.Version // rights were decided on this version
	}
	return in, nil
}

// commitChanges writes the rows that change something and gives the records as they
// stand then.
func (s *Service) commitChanges(ctx context.Context, p *access.Principal, o *schema.Object, intakes []*intake, command string) ([]row.Item, error) {
	more, err := s.review(ctx, p, o, intakes, false)
	if err != nil {
		return nil, err
	}
	var writes []row.Write
	for _, in := range intakes {
		if len(in.set) > 0 {
			writes = append(writes, row.Write{
				Object: o.APIName, ID: in.record, Op: entry.Updated, Expect: in.expect, Set: in.set, Cause: o.APIName + ".updated",
			})
		}
	}
	if len(writes) == 0 && command == "" {
		return nil, nil
	}
	return s.commit(ctx, p, row.Change{Writes: writes, Once: once(o), Command: command}, more)
}

// commit writes records, and what else their domain wants written, and gives the
// records as they stand then; of many that were there before it gives none.
func (s *Service) commit(ctx context.Context, p *access.Principal, change row.Change, more []row.Write) ([]row.Item, error) {
	writes := change.Writes
	change.Organization, change.By, change.Writes = p.Organization, p.User, slices.Concat(writes, more)
	if len(writes) > fewRecords && writes[0].Op == entry.Updated {
		return nil, s.store.CommitMany(ctx, change)
	}
	items, err := s.store.CommitItems(ctx, change)
	if len(items) > len(writes) {
		items = items[:len(writes)]
	}
	return items, err
}

// fewRecords are so few that a change may hold them whole.
const fewRecords = 4

// Delete removes records. Ids of no record are passed over; where none exists it
// is fault.NotFound. All or none.
func (s *Service) Delete(ctx context.Context, p *access.Principal, object string, ids []id.ID, expect int64, command string) error {
	o, rights, err := s.object(p, object)
	if err != nil {
		return err
	}
	if err := p.MayDelete(object); err != nil {
		return err
	}
	if len(ids) == 0 || len(ids) > maxRows {
		return fault.Field("ids", "Name 1 to %d records by their ids", maxRows)
	}
	if err := massive(p, len(ids)); err != nil {
		return err
	}
	items, _, err := sight.Some(ctx, s.store, p, ids, row.ReadRequest{Object: o.APIName, Fields: none})
	if err != nil {
		return err
	}
	var writes []row.Write
	var places []int // of the writes in the list of ids
	named := map[id.ID]bool{}
	for i, record := range ids {
		item := items[record]
		if item == nil {
			if err := sight.Unseen(ctx, s.store, p, o.APIName, record); !fault.Is(err, fault.NotFound) {
				return fault.From(err).At(i)
			}
			continue
		}
		if !rights.Deletable(&item.Route) {
			return fault.New(fault.Forbidden, "You don't have permission to delete this record").At(i)
		}
		if expect != 0 && expect != item.Version {
			return fault.New(fault.VersionConflict, "Somebody else changed this record meanwhile. Look at it again before you delete it.").At(i)
		}
		if !named[record] {
			named[record] = true
			places = append(places, i)
			writes = append(writes, row.Write{Object: o.APIName, ID: record, Op: entry.Removed, Expect: item.Version, Cause: o.APIName + ".deleted"})
		}
	}
	if len(writes) == 0 {
		if s.wasDone(ctx, p, o, command) {
			return nil
		}
		return fault.New(fault.NotFound, "Record not found")
	}
	if !o.Live {
		err := s.store.CommitMany(ctx, row.Change{Organization: p.Organization, By: p.User, Command: command, Once: once(o), Writes: writes})
		if errors.Is(err, row.ErrRepeated) {
			return nil
		}
		return err
	}
	return replaced(s.removeLive(ctx, p, o, writes, expect, command), places, len(ids))
}

// answer reads the written records anew: their route may have changed, and with
// it what the principal sees of them.
func (s *Service) answer(ctx context.Context, p *access.Principal, o *schema.Object, rights *access.Rights, intakes []*intake) (Written, error) {
	ids := make([]id.ID, 0, len(intakes))
	for _, in := range intakes {
		if in.record != "" {
			ids = append(ids, in.record)
		}
	}
	items, _, err := sight.Some(ctx, s.store, p, ids, row.ReadRequest{Object: o.APIName})
	if err != nil {
		return Written{}, err
	}
	return written(rights, intakes, items), nil
}

// answerWith answers with the records as the commit left them; where some of the
// rows had nothing to write, all are read.
func (s *Service) answerWith(ctx context.Context, p *access.Principal, o *schema.Object, rights *access.Rights, intakes []*intake, committed []row.Item) (Written, error) {
	if len(committed) < len(intakes) {
		return s.answer(ctx, p, o, rights, intakes)
	}
	items := make(map[id.ID]*row.Item, len(committed))
	for i := range committed { // of a record that several rows changed, the last says how it stands
		items[committed[i].ID] = &committed[i]
	}
	return written(rights, intakes, items), nil
}

// written shows of each record what the principal sees of it, as far as the answer
// has room; further records are named by their ids.
func written(rights *access.Rights, intakes []*intake, items map[id.ID]*row.Item) Written {
	var out Written
	size := 0
	seen := map[string]bool{}
	for _, in := range intakes {
		for _, name := range in.ignored {
			if !seen[name] {
				seen[name] = true
				out.Ignored = append(out.Ignored, name)
			}
		}
		fields := entry.Fields{"id": row.JSONValue(in.record)}
		item := items[in.record]
		if item == nil || size >= answerBytes {
			out.Brief++
		} else if shown := rights.Show(item); shown != nil {
			fields = shown
			size += fields.Size()
		}
		out.Records = append(out.Records, fields)
	}
	return out
}
