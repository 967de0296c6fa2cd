package rest

import (
	"net/http"
	"slices"
	"strings"
	"time"

	"switchboard/actors/budgets"
	"switchboard/actors/records"
	"switchboard/storage/access"
	"switchboard/storage/fault"
)

// searchQuery are the parameters of a search.
var searchQuery = []string{"q", "objects", "limit"}

// search answers GET v1/search?q=&objects=a,b&limit= with {"data": [records.Found]}.
func (o *objects) search(w http.ResponseWriter, r *http.Request, p *access.Principal) error {
	query := r.URL.Query()
	for name, values := range query {
		if !slices.Contains(searchQuery, name) {
			return fault.Field(name, "A search has no parameter %q; it has %s", name, strings.Join(searchQuery, ", "))
		}
		if len(values) > 1 {
			return fault.Field(name, "%s stands more than once", name)
		}
	}
	q := records.SearchRequest{Text: query.Get("q")}
	for name := range strings.SplitSeq(query.Get("objects"), ",") {
		if name = strings.TrimSpace(name); name != "" {
			q.Objects = append(q.Objects, objectName(name))
		}
	}
	var err error
	if q.Limit, err = wholeNumber(query, "limit", 1); err != nil {
		return err
	}
	done, err := o.budgets.Read(r.Context(), p, budgets.Search)
	if err != nil {
		return err
	}
	var finds records.Finds
	began := time.Now()
	defer func() { done(min(finds.Took, time.Since(began)), finds.Bytes) }()
	if finds, err = o.records.Search(r.Context(), p, q); err != nil {
		return err
	}
	return writeJSON(w, http.StatusOK, map[string]any{"data": finds.Found})
}
