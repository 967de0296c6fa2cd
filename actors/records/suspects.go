package records

import (
	"context"
	"slices"
	"time"

	"switchboard/actors/sight"
	"switchboard/storage/access"
	"switchboard/storage/entry"
	"switchboard/storage/id"
	"switchboard/storage/row"
	"switchboard/storage/schema"
)

// maxSuspects bounds the groups of suspected duplicates that are listed at once.
const maxSuspects = 100

// Suspects are groups of records of an object that may be duplicates of each other.
type Suspects struct {
	Groups [][]entry.Fields
	// More says that there are more groups than are listed.
	More  bool
	Took  time.Duration
	Bytes int
}

// Suspects finds the records of an object that are the same as others by any of the fields that
// say so, as Duplicates does for one record. Groups that have a record in common are one.
func (s *Service) Suspects(ctx context.Context, p *access.Principal, object string) (Suspects, error) {
	out := Suspects{Groups: [][]entry.Fields{}}
	o, rights, err := s.object(p, object)
	if err != nil {
		return out, err
	}
	var by []string
	for _, f := range o.DuplicatesBy() {
		if rights.Everywhere().Has(f.Name) {
			by = append(by, f.Name)
		}
	}
	if len(by) == 0 {
		return out, nil
	}
	groups, took, err := s.store.Suspects(ctx, p.Organization, row.Suspects{
		ReadRequest: row.ReadRequest{Object: o.APIName, Visible: rights.Relations()}, By: by, Most: maxSuspects,
	})
	out.Took = took
	if err != nil {
		return out, err
	}
	out.More = len(groups) > maxSuspects
	return out, s.showSuspects(ctx, p, o, rights, joined(groups[:min(len(groups), maxSuspects)]), &out)
}

// showSuspects reads the records of groups.
func (s *Service) showSuspects(ctx context.Context, p *access.Principal, o *schema.Object, rights *access.Rights, groups [][]id.ID, out *Suspects) error {
	shown := map[id.ID]entry.Fields{}
	for rest := slices.Concat(groups...); len(rest) > 0; {
		page := rest[:min(len(rest), maxRows)]
		found, left, err := sight.Some(ctx, s.store, p, page, row.ReadRequest{Object: o.APIName})
		if err != nil {
			return err
		}
		for one, item := range found {
			shown[one] = rights.Show(item)
			out.Bytes += shown[one].Size()
		}
		rest = append(slices.Clone(left), rest[len(page):]...)
	}
	for _, group := range groups {
		var records []entry.Fields
		for _, one := range group {
			if shown[one] != nil {
				records = append(records, shown[one])
			}
		}
		if len(records) > 1 {
			out.Groups = append(out.Groups, records)
		}
	}
	return nil
}

// joined makes one group of those that have a record in common, in the order of the first ones.
func joined(groups [][]id.ID) (out [][]id.ID) {
	at := map[id.ID]int{} // the place of each record's group in out
	for _, group := range groups {
		into := len(out)
		out = append(out, nil)
		for _, one := range group {
			had, known := at[one]
			if !known {
				at[one] = into
				out[into] = append(out[into], one)
				continue
			}
			if had == into {
				continue
			}
			first, second := min(had, into), max(had, into)
			for _, moved := range out[second] {
				at[moved] = first
			}
			out[first], out[second] = append(out[first], out[second]...), nil
			into = first
		}
	}
	return slices.DeleteFunc(out, func(group []id.ID) bool { return len(group) == 0 })
}

// Successor gives the record into which a record was merged that is not there any more, if the
// principal may see it; "" for none.
func (s *Service) Successor(ctx context.Context, p *access.Principal, object string, record id.ID) (id.ID, error) {
	o, _, err := s.object(p, object)
	if err != nil {
		return "", err
	}
	into, err := s.store.MergedInto(ctx, p.Organization, o.APIName, record)
	if err != nil || into == "" {
		return "", err
	}
	if _, err := sight.Of(ctx, s.store, p, o.APIName, into); err != nil {
		return "", nil //nolint:nilerr // an unreadable target is reported as none
	}
	return into, nil
}
