package rest

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"switchboard/actors/budgets"
	"switchboard/actors/records"
	"switchboard/storage/access"
)

var auditQuery = []string{"before", "limit", "object"}

// audit answers GET v1/audit?before&limit&object with a list of records.Audited, the newest
// first. X-Has-Next says whether there are earlier ones, X-Next-Before the before that
// continues.
func (o *objects) audit(w http.ResponseWriter, r *http.Request, p *access.Principal) error {
	query := r.URL.Query()
	if err := only(query, "The audit", auditQuery); err != nil {
		return err
	}
	var q records.AuditRequest
	var err error
	if q.Before, q.Limit, err = before(query); err != nil {
		return err
	}
	for name := range strings.SplitSeq(query.Get("object"), ",") {
		if name = strings.TrimSpace(name); name != "" {
			q.Objects = append(q.Objects, objectName(name))
		}
	}
	done, err := o.budgets.Read(r.Context(), p, budgets.List)
	if err != nil {
		return err
	}
	var page records.Audit
	defer func() { done(page.Took, page.Bytes) }()
	if page, err = o.records.Audit(r.Context(), p, q); err != nil {
		return err
	}
	continues(w.Header(), page.Next)
	if page.Items == nil {
		page.Items = []records.Audited{}
	}
	return writeJSON(w, http.StatusOK, page.Items)
}

// before reads where a list goes on and how long its page is, 0 for what is not said.
func before(query url.Values) (number int64, limit int, err error) {
	from, err := wholeNumber(query, "before", 1)
	if err == nil {
		limit, err = wholeNumber(query, "limit", 1)
	}
	return int64(from), limit, err
}

// continues says before which number a list goes on, 0 at its end.
func continues(h http.Header, next int64) {
	h.Set("X-Has-Next", strconv.FormatBool(next != 0))
	if next != 0 {
		h.Set("X-Next-Before", strconv.FormatInt(next, 10))
	}
}
