package rest

import (
	"net/http"
	"strings"

	"switchboard/actors/budgets"
	"switchboard/actors/records"
	"switchboard/storage/access"
)

// searchQuery are the parameters of a search.
var searchQuery = []string{"q", "objects", "limit"}

// search answers GET v1/search?q=&objects=a,b&limit= with {"data": [records.Found]}.
func (o *objects) search(w http.ResponseWriter, r *http.Request, p *access.Principal) error {
	query := r.URL.Query()
	if err := only(query, "A search", searchQuery); err != nil {
		return err
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
	defer func() { done(finds.Took, finds.Bytes) }()
	if finds, err = o.records.Search(r.Context(), p, q); err != nil {
		return err
	}
	return writeJSON(w, http.StatusOK, map[string]any{"data": finds.Found})
}
