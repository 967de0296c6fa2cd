package rest

import (
	"net/http"

	"switchboard/actors/budgets"
	"switchboard/actors/records"
	"switchboard/storage/access"
)

var feedQuery = []string{"before", "limit"}

// feed answers GET v1/feed?before&limit with a list of records.News, the newest first.
// X-Has-Next says whether there are earlier ones, X-Next-Before the before that continues.
func (o *objects) feed(w http.ResponseWriter, r *http.Request, p *access.Principal) error {
	query := r.URL.Query()
	if err := only(query, "The feed", feedQuery); err != nil {
		return err
	}
	var q records.FeedRequest
	var err error
	if q.Before, q.Limit, err = before(query); err != nil {
		return err
	}
	done, err := o.budgets.Read(r.Context(), p, budgets.List)
	if err != nil {
		return err
	}
	var page records.Feed
	defer func() { done(page.Took, page.Bytes) }()
	if page, err = o.records.Feed(r.Context(), p, q); err != nil {
		return err
	}
	continues(w.Header(), page.Next)
	if page.Items == nil {
		page.Items = []records.News{}
	}
	return writeJSON(w, http.StatusOK, page.Items)
}
