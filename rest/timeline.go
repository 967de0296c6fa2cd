package rest

import (
	"net/http"
	"strings"

	"github.com/go-chi/chi/v5"

	"switchboard/actors/budgets"
	"switchboard/actors/records"
	"switchboard/storage/access"
)

var timelineQuery = []string{"before", "limit", "objects"}

// timeline answers GET v1/object/{object}/{id}/timeline?before&limit&objects with a list of
// records.Happened, the newest first. X-Has-Next says whether there are earlier ones,
// X-Next-Before the before that continues.
func (o *objects) timeline(w http.ResponseWriter, r *http.Request, p *access.Principal) error {
	query := r.URL.Query()
	if err := only(query, "A timeline", timelineQuery); err != nil {
		return err
	}
	record, err := pathID(r)
	if err != nil {
		return err
	}
	q := records.TimelineRequest{Before: query.Get("before")}
	if q.Limit, err = wholeNumber(query, "limit", 1); err != nil {
		return err
	}
	if objects := query.Get("objects"); objects != "" {
		for name := range strings.SplitSeq(objects, ",") {
			q.Objects = append(q.Objects, p.Registry().Canonical(objectName(name)))
		}
	}
	done, err := o.budgets.Read(r.Context(), p, budgets.List)
	if err != nil {
		return err
	}
	var page records.Timeline
	defer func() { done(page.Took, page.Bytes) }()
	if page, err = o.records.Timeline(r.Context(), p, objectName(chi.URLParam(r, "object")), record, q); err != nil {
		return err
	}
	w.Header().Set("X-Has-Next", "false")
	if page.Next != "" {
		w.Header().Set("X-Has-Next", "true")
		w.Header().Set("X-Next-Before", page.Next)
	}
	if page.Items == nil {
		page.Items = []records.Happened{}
	}
	for _, item := range page.Items {
		complete(p, item.Object, item.Record)
	}
	return writeJSON(w, http.StatusOK, page.Items)
}
