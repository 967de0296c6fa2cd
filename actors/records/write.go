package records

import (
	"context"
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

// raceLimit bounds how often rights are decided again because a record changed between the
// decision and the write.
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
			err = s.checks.row(ctx, p, o, nil, intakes[i])
		}
		if err != nil {
			return Written{}, fault.From(err).At(i)
		}
	}
	if o.Live {
		return s.answers.partial(ctx, p, o, rights, intakes, s.live.create(ctx, p, o, intakes, command))
	}
	made, err := s.plain.create(ctx, p, o, intakes, command)
	if err != nil {
		return Written{}, err
	}
	return s.answers.with(ctx, p, o, rights, intakes, made)
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
		if fault.Is(err, fault.VersionConflict) && s.plain.wasDone(ctx, p, o, command) { // his own repeat has found it changed
			return s.answers.read(ctx, p, o, rights, intakesOf(ids))
		}
		if err != nil {
			return Written{}, err
		}
		if o.Live {
			return s.answers.partial(ctx, p, o, rights, intakes, s.live.patch(ctx, p, o, intakes, command))
		}
		committed, err := s.plain.patch(ctx, p, o, intakes, command)
		// Without a version from the client a lost race only means to decide again.
		if fault.Is(err, fault.VersionConflict) && !pinned {
			if attempt < raceLimit {
				continue
			}
			return Written{}, fault.Wrap(err, fault.Unavailable, "Too many changes to this record at once. Please try again.").After(time.Second)
		}
		if err != nil {
			return Written{}, err
		}
		return s.answers.with(ctx, p, o, rights, intakes, committed)
	}
}

// changes reads the records and decides every row; pinned tells that the client
// named a version.
func (s *Service) changes(ctx context.Context, p *access.Principal, o *schema.Object, rights *access.Rights, rows []Input, ids []id.ID, expect int64) (intakes []*intake, pinned bool, err error) {
	intakes = make([]*intake, len(rows))
	for rest := ids; len(rest) > 0; {
		var items map[id.ID]*row.Item
		if items, rest, err = sight.Some(ctx, s.store, p, rest, row.ReadRequest{
			Object: o.APIName, Fields: compared(o, rows), Stored: true, Seen: len(ids) == 1 && !o.Live, // many would be much to hold
		}); err != nil {
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
		err = s.checks.row(ctx, p, o, item, in)
	}
	if err != nil {
		return nil, err
	}
	if expect != 0 {
		in.expect = expect
	}
	in.pinned = in.expect != 0
	if in.pinned && in.expect != item.Version {
		return nil, fault.New(fault.VersionConflict, "Someone else changed this record. Review it before saving.")
	}
	if in.expect == 0 && !o.Live {
		in.expect = item.Version // rights were decided on this version
	}
	return in, nil
}

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
			return fault.New(fault.VersionConflict, "Someone else changed this record. Review it before deleting.").At(i)
		}
		if !named[record] {
			named[record] = true
			places = append(places, i)
			writes = append(writes, row.Write{Object: o.APIName, ID: record, Op: entry.Removed, Expect: item.Version, Cause: o.APIName + ".deleted"})
		}
	}
	if len(writes) == 0 {
		if s.plain.wasDone(ctx, p, o, command) {
			return nil
		}
		return fault.New(fault.NotFound, "Record not found")
	}
	if !o.Live {
		return s.plain.remove(ctx, p, o, writes, command)
	}
	return replaced(s.live.remove(ctx, p, o, writes, expect, command), places, len(ids))
}
