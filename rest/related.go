package rest

import (
	"net/http"
	"strings"

	"github.com/go-chi/chi/v5"

	"switchboard/actors/budgets"
	"switchboard/actors/records"
	"switchboard/storage/access"
	"switchboard/storage/entry"
	"switchboard/storage/exact"
)

// relatedBody is what is asked of related records.
type relatedBody struct {
	// Objects are those that are counted, or fields of them ("contact.owner"); all objects that
	// may name the record where there are none.
	Objects []string `json:"objects"`
}

// relatedCounts answers POST v1/object/{object}/{id}/related_counts {objects?} with how many
// records name the record, by object or by field, up to records.RelatedMost.
func (o *objects) relatedCounts(w http.ResponseWriter, r *http.Request, p *access.Principal) error {
	record, err := pathID(r)
	if err != nil {
		return err
	}
	var body relatedBody
	text, err := readBody(r, maxBody, true)
	if err != nil {
		return err
	}
	if text != nil {
		if err := exact.Into(text, &body); err != nil {
			return err
		}
	}
	for i, name := range body.Objects {
		object, field, isOne := strings.Cut(name, ".")
		if body.Objects[i] = p.Registry().Canonical(objectName(object)); isOne {
			body.Objects[i] += "." + field
		}
	}
	done, err := o.budgets.Read(r.Context(), p, budgets.List)
	if err != nil {
		return err
	}
	var counts records.RelatedCounts
	defer func() { done(counts.Took, 0) }()
	if counts, err = o.records.Related(r.Context(), p, objectName(chi.URLParam(r, "object")), record, body.Objects); err != nil {
		return err
	}
	return writeJSON(w, http.StatusOK, counts.Counts)
}

// duplicates answers GET v1/object/{object}/{id}/duplicates with a list of records.
func (o *objects) duplicates(w http.ResponseWriter, r *http.Request, p *access.Principal) error {
	record, err := pathID(r)
	if err != nil {
		return err
	}
	if err := only(r.URL.Query(), "What asks for duplicates", nil); err != nil {
		return err
	}
	done, err := o.budgets.Read(r.Context(), p, budgets.Search)
	if err != nil {
		return err
	}
	var found records.Duplicates
	defer func() { done(found.Took, found.Bytes) }()
	object := objectName(chi.URLParam(r, "object"))
	if found, err = o.records.Duplicates(r.Context(), p, object, record); err != nil {
		return err
	}
	complete(p, object, found.Records...)
	return writeRows(w, found.Records)
}

// suspectGroup is a group of records that may be duplicates of each other.
type suspectGroup struct {
	Records []entry.Fields `json:"records"`
}

// suspects answers GET v1/object/{object}/duplicates with {data: [{records}], more}: the groups of
// records that may be duplicates of each other.
func (o *objects) suspects(w http.ResponseWriter, r *http.Request, p *access.Principal) error {
	if err := only(r.URL.Query(), "What asks for duplicates", nil); err != nil {
		return err
	}
	done, err := o.budgets.Read(r.Context(), p, budgets.Search)
	if err != nil {
		return err
	}
	var found records.Suspects
	defer func() { done(found.Took, found.Bytes) }()
	object := objectName(chi.URLParam(r, "object"))
	if found, err = o.records.Suspects(r.Context(), p, object); err != nil {
		return err
	}
	groups := make([]suspectGroup, len(found.Groups))
	for i, group := range found.Groups {
		complete(p, object, group...)
		groups[i] = suspectGroup{group}
	}
	return writeJSON(w, http.StatusOK, map[string]any{"data": groups, "more": found.More})
}
