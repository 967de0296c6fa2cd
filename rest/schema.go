package rest

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
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

// schemasOf describes all objects as a principal sees them, and names this version of the description.
func schemasOf(p *access.Principal) (text []byte, version string, err error) {
	out := []schemaAnswer{}
	for _, o := range p.Registry().Objects() {
		if p.Rights(o.APIName) != nil && !o.Internal {
			out = append(out, schemaAnswer{p.Registry().Describe(o, viewer{p}), rightsOf(p, o.APIName)})
		}
	}
	if text, err = json.Marshal(out); err != nil {
		return nil, "", fault.Wrap(err, fault.Internal, "Something went wrong on our side. Please try again.")
	}
	sum := sha256.Sum256(text)
	return text, hex.EncodeToString(sum[:12]), nil
}

// allSchemas is GET v1/schema. X-Schema-Version identifies the version of rights and objects, as
// in GET v1/me and the topic me: another node may lag behind the one that announced a change. A
// response to a request for the current version may be cached, since every version has its own
// address.
func allSchemas(w http.ResponseWriter, r *http.Request, p *access.Principal) error {
	text, version, err := schemasOf(p)
	if err != nil {
		return err
	}
	w.Header().Set("X-Schema-Version", p.Version())
	if r.URL.Query().Get("version") == version {
		w.Header().Set("Cache-Control", "private, max-age=31536000, immutable")
	}
	return writeJSON(w, http.StatusOK, raw(text))
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
