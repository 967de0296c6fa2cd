package rest

import (
	"net/http"
	"strconv"
	"strings"

	"switchboard/actors/budgets"
	"switchboard/actors/records"
	"switchboard/storage/access"
	"switchboard/storage/fault"
)

var feedQuery = []string{"before", "limit", "objects", "own"}

// feed answers GET v1/feed?before&limit&objects&own with a list of records.News, the newest first.
// objects names those whose changes are wanted, with commas between; own=true leaves the
// principal's own changes. X-Objects names all that the principal may ask for, X-Has-Next says
// whether there are earlier ones, X-Next-Before the before that continues.
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
	if text := query.Get("objects"); text != "" {
		q.Objects = strings.Split(text, ",")
	}
	if text := query.Get("own"); text != "" {
		if q.Own, err = strconv.ParseBool(text); err != nil {
			return fault.Field("own", "own is true or false, not %q", text)
		}
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
	w.Header().Set("X-Objects", strings.Join(page.Objects, ","))
	if page.Items == nil {
		page.Items = []records.News{}
	}
	return writeJSON(w, http.StatusOK, page.Items)
}
