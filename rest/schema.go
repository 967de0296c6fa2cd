package rest

import (
	"net/http"

	"github.com/go-chi/chi/v5"

	"switchboard/actors/records"
	"switchboard/rest/wire"
	"switchboard/storage/access"
	"switchboard/storage/fault"
	"switchboard/storage/schema"
)

// viewer is what a principal may see and change in some record of each object.
type viewer struct{ p *access.Principal }

func (v viewer) MayRead(object, field string) bool { return v.p.Rights(object).Readable().Has(field) }

func (v viewer) MayWrite(object, field string) bool {
	own := everyRelation(v.p)
	return v.p.Rights(object).Updatable(&own).Has(field) || v.p.Superuser
}

func (v viewer) MayFilter(object, field string) bool {
	return v.p.Rights(object).Everywhere().Has(field)
}

func (v viewer) MaySort(object, field string) bool {
	return records.Sortable(v.p.Registry().Object(object), v.p.Rights(object).Everywhere(), field)
}

type schemaAnswer struct {
	schema.Description
	Rights wire.Rights `json:"rights"`
}

func schemas(w http.ResponseWriter, _ *http.Request, p *access.Principal) error {
	out := []schemaAnswer{}
	for _, o := range p.Registry().Objects() {
		if p.Rights(o.APIName) != nil && !o.Internal {
			out = append(out, schemaAnswer{p.Registry().Describe(o, viewer{p}), rightsOf(p, o.APIName)})
		}
	}
	return writeJSON(w, http.StatusOK, out)
}

func oneSchema(w http.ResponseWriter, r *http.Request, p *access.Principal) error {
	name := objectName(chi.URLParam(r, "object"))
	o := p.Registry().Object(name)
	if o == nil || o.Internal {
		return fault.New(fault.NotFound, "There is no object %q.", name)
	}
	if p.Rights(name) == nil {
		return fault.New(fault.Forbidden, "You don't have permission to read this object")
	}
	return writeJSON(w, http.StatusOK, schemaAnswer{p.Registry().Describe(o, viewer{p}), rightsOf(p, name)})
}
