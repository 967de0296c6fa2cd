package merge

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"switchboard/actors/sight"
	"switchboard/storage/access"
	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/origin"
	"switchboard/storage/row"
	"switchboard/storage/schema"
)

const (
	// mostSelected bounds the records that are merged at once.
	mostSelected = 25
	// inline is how many references the transaction of a merge moves itself, batch how many one
	// portion of its job does.
	inline = 500
	batch  = 200
	// Most is up to how many references of an object are counted.
	Most = 1_000
	// undoable is how long a merge can be undone, and listed how many are offered.
	undoable = 30 * 24 * time.Hour
	listed   = 20
)

// merged is what a client shows after a merge.
const merged = "Records merged successfully"

// Service merges records.
type Service struct {
	records Records
	store   Store
	jobs    Jobs
	now     func() time.Time
}

// New makes the service.
func New(r Records, store Store, j Jobs) *Service {
	return &Service{records: r, store: store, jobs: j, now: time.Now}
}

// request is a merge that was checked as far as it can be without its records.
type request struct {
	Merge

	object   *schema.Object
	chosen   map[string]id.ID
	versions map[id.ID]int64
}

// all are the records of the merge, the master first.
func (r *request) all() []id.ID { return append([]id.ID{r.Master}, r.Selected...) }

// Merge merges records into a master, or says what that would do. Errors: fault.Invalid,
// fault.NotFound, fault.Forbidden where the user may not delete one or change the master,
// fault.VersionConflict where one has changed, fault.Conflict where one is part of another
// record already or a user works with it.
func (s *Service) Merge(ctx context.Context, p *access.Principal, in Merge) (Outcome, error) {
	r, err := read(p, in)
	if err != nil {
		return Outcome{}, err
	}
	if in.DryRun {
		return s.preview(ctx, p, r)
	}
	of := row.Merge{Organization: p.Organization, ID: id.New(), Object: r.object.APIName, Master: r.Master, Merged: r.Selected, By: p.User}
	if in.Command != "" {
		of.ID = id.Derived("merge " + p.Organization.String() + " " + p.User.String() + " " + in.Command)
	}
	var result Result
	asked := origin.Of(ctx)
	asked.Request = of.ID.String() // by which the history knows what an undo restores
	err = s.store.Together(origin.With(ctx, asked), func(ctx context.Context) error {
		if _, err := s.store.MergeByID(ctx, of.Organization, of.ID); !fault.Is(err, fault.NotFound) {
			result = Result{}
			return err // a repeat of the command
		}
		var err error
		result, err = s.merge(ctx, p, r, of)
		return err
	})
	if err != nil {
		return Outcome{}, err
	}
	result.Merge = of.ID
	if result.MasterRecord, err = sight.Shown(ctx, s.store, p, of.Object, of.Master); err != nil {
		return Outcome{}, err
	}
	return outcome(merged, result), nil
}

func outcome(detail string, result Result) Outcome {
	if result.Changes == nil {
		result.Changes = []Change{}
	}
	if result.Kept == nil {
		result.Kept = []string{}
	}
	if result.Moves == nil {
		result.Moves = []Move{}
	}
	return Outcome{Status: 200, Detail: detail, Data: result}
}

// read checks a request.
func read(p *access.Principal, in Merge) (*request, error) {
	r := &request{Merge: in, chosen: map[string]id.ID{}, versions: map[id.ID]int64{}}
	if r.object = objectOf(p, in.Object); r.object == nil {
		return nil, fault.Field("schema_api_name", "There is no object %q", in.Object)
	}
	if !Mergeable(r.object) {
		return nil, fault.Field("schema_api_name", "%s can't be merged", r.object.Plural)
	}
	r.Selected = nil
	for _, one := range in.Selected {
		if !slices.Contains(r.Selected, one) {
			r.Selected = append(r.Selected, one)
		}
	}
	switch {
	case in.Master == "":
		return nil, fault.Field("master_record", "Name the record into which the others are merged")
	case len(r.Selected) == 0 || len(r.Selected) > mostSelected:
		return nil, fault.Field("selected_records", "Select 1 to %d records to merge into the master record", mostSelected)
	case slices.Contains(r.Selected, in.Master):
		return nil, fault.Field("selected_records", "The master record can't be merged into itself")
	}
	for field, raw := range in.Fields {
		var text string
		from, ok := id.ID(""), json.Unmarshal(raw, &text) == nil
		if ok {
			from, ok = id.Parse(text)
		}
		if !ok || !slices.Contains(r.all(), from) {
			return nil, fault.Field("fields", "fields.%s must be the id of one of the merged records", field)
		}
		r.chosen[field] = from
	}
	for record, raw := range in.Versions {
		one, ok := id.Parse(record)
		var version int64
		if !ok || !slices.Contains(r.all(), one) || json.Unmarshal(raw, &version) != nil || version < 1 {
			return nil, fault.Field("versions", "versions must give the version of merged records by their ids")
		}
		r.versions[one] = version
	}
	return r, nil
}

// objectOf finds an object by the name that an address or a request gives it, nil for none that is
// served.
func objectOf(p *access.Principal, name string) *schema.Object {
	name = strings.NewReplacer("-", "_", " ", "_").Replace(strings.ToLower(name))
	o := p.Registry().Object(p.Registry().Canonical(name))
	if o == nil || o.Internal {
		return nil
	}
	return o
}

// Mergeable reports whether records of an object can be merged: those that no actor owns, and that may
// be deleted.
func Mergeable(o *schema.Object) bool { return o.Extendable() && o.Deletable() }

// preview says what a merge would do.
func (s *Service) preview(ctx context.Context, p *access.Principal, r *request) (Outcome, error) {
	m, err := s.candidates(ctx, p, r)
	if err != nil {
		return Outcome{}, err
	}
	var result Result
	if result.Changes, err = m.changes(); err != nil {
		return Outcome{}, err
	}
	result.MasterRecord = m.all[0].fields
	if result.Kept, err = s.kept(p, r.object, m, result.Changes); err != nil {
		return Outcome{}, err
	}
	result.Changes = slices.DeleteFunc(result.Changes, func(c Change) bool { return slices.Contains(result.Kept, c.Field) })
	counts := map[string]int{}
	for _, ref := range references(p.Registry(), r.object) {
		if rights := p.Rights(ref.Object.APIName); rights == nil || len(rights.Relations()) == 0 || ref.Object.Internal {
			continue // it is moved, and is none of the user's business
		}
		n, err := s.store.CountNaming(ctx, p.Organization, ref.Object.APIName, ref.Field.Name, r.Selected, Most)
		if err != nil {
			return Outcome{}, err
		}
		if counts[ref.Object.APIName] == 0 && n > 0 {
			result.Moves = append(result.Moves, Move{Object: ref.Object.APIName})
		}
		counts[ref.Object.APIName] += n
	}
	for i := range result.Moves {
		result.Moves[i].Count = min(counts[result.Moves[i].Object], Most)
	}
	return outcome("", result), nil
}

// kept are the fields among the changes that the user may not change.
func (s *Service) kept(p *access.Principal, o *schema.Object, m *merging, changes []Change) (names []string, err error) {
	may := p.Rights(o.APIName).Changing(p, m.route)
	for _, c := range changes {
		takes, err := may.Takes(o.Field(c.Field))
		if err == nil && takes {
			continue
		}
		if _, isStanding := o.Standing.Refusal(c.Field); isStanding {
			return nil, fault.New(fault.Forbidden, "You don't have permission to change %s, which this merge has to carry over", o.Field(c.Field).Title)
		}
		names = append(names, c.Field)
	}
	return names, nil
}

// candidates reads the records of a merge and refuses those that can't be merged by this user.
func (s *Service) candidates(ctx context.Context, p *access.Principal, r *request) (*merging, error) {
	o, ids := r.object, r.all()
	if err := p.MayChange(o.APIName); err != nil {
		return nil, err
	}
	if err := p.MayDelete(o.APIName); err != nil {
		return nil, err
	}
	rights := p.Rights(o.APIName)
	m := &merging{object: o, chosen: r.chosen}
	for rest := ids; len(rest) > 0; {
		var found map[id.ID]*row.Item
		var err error
		if found, rest, err = sight.Some(ctx, s.store, p, rest, row.ReadRequest{Object: o.APIName}); err != nil {
			return nil, err
		}
		for one, item := range found {
			if one != r.Master && !rights.Deletable(&item.Route) {
				return nil, fault.New(fault.Forbidden, "You don't have permission to delete %s, which this merge does", named(o, rights.Show(item))).At(slices.Index(ids, one) - 1)
			}
			if want := r.versions[one]; want != 0 && want != item.Version {
				return nil, fault.New(fault.VersionConflict, "Someone else changed %s. Review it before merging.", named(o, rights.Show(item)))
			}
			if one == r.Master {
				m.route = &item.Route
			}
			m.all = append(m.all, candidate{id: one, fields: rights.Show(item)})
		}
	}
	slices.SortFunc(m.all, func(a, b candidate) int { return slices.Index(ids, a.id) - slices.Index(ids, b.id) })
	for i, one := range ids {
		if i >= len(m.all) || m.all[i].id != one {
			return nil, s.absent(ctx, p, o, one)
		}
	}
	if rights.Updatable(m.route) == nil {
		return nil, fault.New(fault.Forbidden, "You don't have permission to change %s, the master record", named(o, m.all[0].fields))
	}
	stored, err := s.store.Find(ctx, p.Organization, row.Query{Object: o.APIName, Where: []row.Condition{{Field: "id", Operator: "IN", Value: ids}}, Limit: len(ids)})
	if err != nil {
		return nil, err
	}
	for i := range m.all {
		for _, one := range stored {
			if one.ID == m.all[i].id {
				m.all[i].stored = one
			}
		}
	}
	return m, nil
}

// absent is the refusal of a record that the user does not see: it was merged, deleted, never was
// one of this object, or is not for them.
func (s *Service) absent(ctx context.Context, p *access.Principal, o *schema.Object, one id.ID) error {
	into, err := s.store.MergedInto(ctx, p.Organization, o.APIName, one)
	if err != nil {
		return err
	}
	if refusal := sight.Unseen(ctx, s.store, p, o.APIName, one); !fault.Is(refusal, fault.NotFound) {
		return refusal
	}
	if into != "" {
		if fields, err := sight.Shown(ctx, s.store, p, o.APIName, into); err == nil {
			return fault.New(fault.Conflict, "One of these records was already merged into %s. Refresh the list.", named(o, fields))
		}
	}
	return fault.New(fault.NotFound, "One of these records does not exist among %s, or was deleted", strings.ToLower(o.Plural))
}

// named is the name of a record, for refusals.
func named(o *schema.Object, fields entry.Fields) string {
	var name string
	if _ = json.Unmarshal(fields[o.NameField], &name); name == "" { // null is no name
		return "one of the records"
	}
	return name
}

// merge carries a merge out, in the transaction of the context.
func (s *Service) merge(ctx context.Context, p *access.Principal, r *request, of row.Merge) (result Result, err error) {
	o := r.object
	if _, err := s.store.LockMerging(ctx, of.Organization, of.Object, r.all()); err != nil {
		return result, err
	}
	m, err := s.candidates(ctx, p, r)
	if err != nil {
		return result, err
	}
	if err := s.idle(ctx, p, r); err != nil {
		return result, err
	}
	if result.Changes, err = m.changes(); err != nil {
		return result, err
	}
	if result.Kept, err = s.kept(p, o, m, result.Changes); err != nil {
		return result, err
	}
	result.Changes = slices.DeleteFunc(result.Changes, func(c Change) bool { return slices.Contains(result.Kept, c.Field) })
	if err := s.markMerged(ctx, p, o, of.Merged, of.Master); err != nil {
		return result, err
	}
	// The others go first: a unique value of theirs may fill a blank of the master's.
	if err := s.records.Delete(ctx, p, o.APIName, of.Merged, 0, ""); err != nil {
		return result, err
	}
	if len(result.Changes) > 0 {
		set := map[string]json.RawMessage{}
		for _, c := range result.Changes {
			set[c.Field] = c.Value
		}
		if _, err := s.records.PatchOne(ctx, p, o.APIName, of.Master, set, ""); err != nil {
			return result, err
		}
	}
	if err := s.store.AddMerge(ctx, of); err != nil {
		return result, err
	}
	_, isOver, err := s.move(ctx, p, of, inline)
	if err == nil && !isOver {
		result.Job, err = s.jobs.StartJob(ctx, p, Kind, Target{of.ID}, "")
	}
	return result, err
}

// markMerged notes in merged records of an object that has a field for it into which they went; ""
// for none.
func (s *Service) markMerged(ctx context.Context, p *access.Principal, o *schema.Object, ids []id.ID, into id.ID) error {
	f := o.Field(o.MergedInto)
	if f == nil {
		return nil
	}
	var value any
	if into != "" {
		value = into
	}
	writes := make([]row.Write, len(ids))
	for i, one := range ids {
		writes[i] = row.Write{Object: o.APIName, ID: one, Op: entry.Updated, Set: row.Fields{f.Name: value}, Cause: o.APIName + ".merged"}
	}
	_, err := s.store.Commit(ctx, row.Change{Organization: p.Organization, By: p.User, Writes: writes})
	return err
}

// idle refuses a merge while somebody works with one of the records that it deletes, as in a call.
func (s *Service) idle(ctx context.Context, p *access.Principal, r *request) error {
	for _, ref := range references(p.Registry(), r.object) {
		if ref.Object.Open == nil {
			continue
		}
		for _, one := range r.Selected {
			open, err := s.store.AtWork(ctx, row.Erasure{Organization: p.Organization, Object: r.object.APIName, Record: one}, ref.Object.APIName, ref.Field.Name)
			if err != nil {
				return err
			}
			if open {
				return fault.New(fault.Conflict, "A %s with one of these records is in progress. Try again when it has ended.", strings.ToLower(ref.Object.Title))
			}
		}
	}
	return nil
}
