package records

import (
	"context"
	"slices"
	"strings"
	"time"

	"switchboard/actors/sight"
	"switchboard/storage/access"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
	"switchboard/storage/schema"
)

// RelatedMost is how many related records are counted of an object: so many or more are one.
const RelatedMost = 25

// RelatedCounts are how many records name a record, by object, or by object and field where
// that was asked for.
type RelatedCounts struct {
	Counts map[string]int
	Took   time.Duration
}

// naming is what is counted of one object.
type naming struct {
	key    string // as it was asked for
	object *schema.Object
	by     []*schema.Field
}

// Related counts the records that name one which the principal may see, as far as he may
// see them, by object, up to RelatedMost each. What names it in a field that he may not
// read doesn't count. wanted are the objects that are counted, or fields of them
// ("contact.owner"), nil for all objects that may name it by what they are about; one that is
// named must be known and readable (fault.NotFound, fault.Forbidden).
func (s *Service) Related(ctx context.Context, p *access.Principal, object string, record id.ID, wanted []string) (RelatedCounts, error) {
	out := RelatedCounts{Counts: map[string]int{}}
	o, _, err := s.object(p, object)
	if err != nil {
		return out, err
	}
	if _, err := sight.Shown(ctx, s.store, p, object, record); err != nil {
		return out, err
	}
	counted, err := s.related(p, o, wanted)
	if err != nil {
		return out, err
	}
	var requests []row.ReadRequest
	var keys []string
	for _, child := range counted {
		rights := p.Rights(child.object.APIName)
		var where []row.Condition
		for _, f := range child.by {
			if rights.Everywhere().Has(f.Name) {
				where = append(where, refersTo(f, record))
			}
		}
		if out.Counts[child.key] = 0; len(where) > 0 {
			chosen, err := s.amongRows(ctx, p, child.object)
			if err != nil {
				return out, err
			}
			requests = append(requests, row.ReadRequest{Object: child.object.APIName, Where: where, Any: true, Filter: chosen, Visible: rights.Relations()})
			keys = append(keys, child.key)
		}
	}
	counts, took, err := s.store.CountUpTo(ctx, p.Organization, requests, RelatedMost)
	out.Took = took
	if err != nil {
		return out, err
	}
	for i, n := range counts {
		out.Counts[keys[i]] = n
	}
	return out, nil
}

// related are what is counted, of the objects that the principal may list.
func (s *Service) related(p *access.Principal, of *schema.Object, wanted []string) (out []naming, err error) {
	if wanted == nil {
		for _, o := range p.Registry().Objects() {
			by := o.Naming(of.APIName)
			if len(by) > 0 && !o.Internal && p.Rights(o.APIName) != nil && len(p.Rights(o.APIName).Relations()) > 0 {
				out = append(out, naming{o.APIName, o, by})
			}
		}
		return out, nil
	}
	if len(wanted) > maxRelated {
		return nil, fault.Field("objects", "The related records of %d objects can be counted at once", maxRelated)
	}
	for _, key := range wanted {
		name, field, isOne := strings.Cut(key, ".")
		known, err := s.readable(p, []string{name})
		if err != nil {
			return nil, err
		}
		one := naming{key, known[0], known[0].Naming(of.APIName)}
		if isOne {
			f := one.object.Field(field)
			if f == nil || !f.Names(of.APIName) {
				return nil, fault.Field("objects", "There is no field %q by which a %s names a %s", field, name, of.APIName)
			}
			one.by = []*schema.Field{f}
		}
		if !slices.ContainsFunc(out, func(had naming) bool { return had.key == key }) {
			out = append(out, one)
		}
	}
	return out, nil
}

// maxRelated bounds what one names.
const maxRelated = 100
