package rest

import (
	"net/http"
	"strconv"

	"github.com/go-chi/chi/v5"

	"switchboard/actors/budgets"
	"switchboard/actors/records"
	"switchboard/storage/access"
	"switchboard/storage/exact"
)

var historyQuery = []string{"before", "limit"}

// history answers GET v1/object/{object}/{id}/history?before&limit with a list of
// records.Revision, the newest first. X-Has-Next says whether there are earlier ones,
// X-Next-Before the before that continues, X-History that it is switched off.
func (o *objects) history(w http.ResponseWriter, r *http.Request, p *access.Principal) error {
	query := r.URL.Query()
	if err := only(query, "A history", historyQuery); err != nil {
		return err
	}
	record, err := pathID(r)
	if err != nil {
		return err
	}
	var q records.HistoryRequest
	if q.Before, q.Limit, err = before(query); err != nil {
		return err
	}
	done, err := o.budgets.Read(r.Context(), p, budgets.List)
	if err != nil {
		return err
	}
	var page records.History
	defer func() { done(page.Took, page.Bytes) }()
	if page, err = o.records.History(r.Context(), p, objectName(chi.URLParam(r, "object")), record, q); err != nil {
		return err
	}
	continues(w.Header(), page.Next)
	if page.Off {
		w.Header().Set("X-History", "off")
	}
	if page.Items == nil {
		page.Items = []records.Revision{}
	}
	return writeJSON(w, http.StatusOK, page.Items)
}

// restoring is the body of a request to restore a record.
type restoring struct {
	Version int64    `json:"version"`
	Fields  []string `json:"fields"`
}

// restore answers POST v1/object/{object}/{id}/restore {version, fields} with the record as
// it stands then: at an earlier version again, in the named fields or in all, or, without a
// body, where it was deleted, as it stood.
func (o *objects) restore(w http.ResponseWriter, r *http.Request, p *access.Principal) error {
	record, err := pathID(r)
	if err != nil {
		return err
	}
	body, err := readBody(r, maxBody, true)
	if err != nil {
		return err
	}
	var given restoring
	if body != nil {
		if err := exact.Into(body, &given); err != nil {
			return err
		}
	}
	if err := o.gate.changes(r, p, 1); err != nil {
		return err
	}
	q := records.RestoreRequest{Version: given.Version, Fields: given.Fields, Command: commandOf(r, p)}
	if q.Expect, err = ifMatch(r); err != nil {
		return err
	}
	written, err := o.records.Restore(r.Context(), p, objectName(chi.URLParam(r, "object")), record, q)
	complete(p, chi.URLParam(r, "object"), written.Records...)
	if err != nil || len(written.Records) == 0 {
		return answerWritten(w, r, written, err)
	}
	if version := string(written.Records[0]["version"]); version != "" {
		w.Header().Set("ETag", strconv.Quote(version))
	}
	return writeJSON(w, http.StatusOK, written.Records[0])
}
