package rest

import (
	"context"
	"encoding/json"
	"net/http"
	"strconv"

	"github.com/go-chi/chi/v5"

	"switchboard/actors/budgets"
	"switchboard/actors/queries"
	"switchboard/storage/access"
	"switchboard/storage/exact"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/query"
)

// Queries answers queries (actors/queries).
type Queries interface {
	Prepare(ctx context.Context, p *access.Principal, r queries.Request) (query.Prepared, error)
	Explain(ctx context.Context, p *access.Principal, text string) (query.Explanation, error)
	Follow(ctx context.Context, p *access.Principal, r queries.Request, prepared query.Prepared) (id.ID, error)
}

// asking are the routes of queries.
type asking struct {
	queries Queries
	budgets Budgets
	gate    *gate
}

func (a *asking) routes(r chi.Router) {
	r.Post("/query", a.gate.asked(a.run))
	r.Post("/query/check", a.gate.asked(a.check))
	r.Post("/query/explain", a.gate.asked(a.explain))
}

// question is the body of a query. Nothing is cached here: what says so is taken and
// passed over.
type question struct {
	Query         string   `json:"query"`
	Page          *int     `json:"page"`
	Limit         *int     `json:"limit"`
	BypassCache   *bool    `json:"bypass_cache"`
	CacheDuration *float64 `json:"cache_duration"`
	Live          *bool    `json:"live"`
}

func readQuestion(r *http.Request) (queries.Request, error) {
	body, err := readBody(r, maxBody, false)
	if err != nil {
		return queries.Request{}, err
	}
	var q question
	if err := exact.Into(body, &q); err != nil {
		return queries.Request{}, err
	}
	if q.Query == "" {
		return queries.Request{}, fault.Field("query", "query must be the text of a query, such as SELECT * FROM contact LIMIT 25")
	}
	out := queries.Request{Text: q.Query, Live: q.Live != nil && *q.Live}
	const most = 1_000_000
	for name, to := range map[string]struct{ from, to *int }{"page": {q.Page, &out.Page}, "limit": {q.Limit, &out.Limit}} {
		if to.from == nil {
			continue
		}
		if *to.from < 1 || *to.from > most {
			return out, fault.Field(name, "%s must be a whole number from 1", name)
		}
		*to.to = *to.from
	}
	return out, nil
}

// run answers a query with a bare array; its page stands in the headers.
func (a *asking) run(w http.ResponseWriter, r *http.Request, p *access.Principal) error {
	asked, err := readQuestion(r)
	if err != nil {
		return err
	}
	prepared, err := a.queries.Prepare(r.Context(), p, asked)
	if err != nil {
		return err
	}
	kind := budgets.List
	if prepared.Dear() {
		kind = budgets.Search
	}
	done, err := a.budgets.Read(r.Context(), p, kind)
	if err != nil {
		return err
	}
	var answer query.Answer
	defer func() { done(answer.Took, answer.Bytes) }()
	var topic id.ID
	if asked.Live {
		if topic, err = a.queries.Follow(r.Context(), p, asked, prepared); err != nil {
			return err
		}
	}
	if answer, err = prepared.Run(r.Context()); err != nil {
		return err
	}
	if asked.Live {
		if err := queries.Followable(&answer); err != nil {
			return err
		}
		w.Header().Set("X-Topic", "live_query:"+string(topic))
	}
	answerHeaders(w.Header(), &answer)
	return writeArray(w, answer.Rows)
}

func answerHeaders(h http.Header, a *query.Answer) {
	size := max(1, a.Limit)
	h.Set("X-Current-Page", strconv.Itoa(a.Offset/size+1))
	h.Set("X-Has-Next", strconv.FormatBool(a.Next))
	h.Set("X-Page-Size", strconv.Itoa(a.Limit))
	if a.Next {
		h.Set("X-Next-Offset", strconv.Itoa(a.Offset+len(a.Rows)))
		if len(a.Rows) < a.Limit { // the page was full before its limit
			h.Set("X-Page-Size", strconv.Itoa(len(a.Rows)))
		}
	}
	h.Set("X-Pages", strconv.FormatInt((a.Total+int64(size)-1)/int64(size), 10))
	h.Set("X-Total-Count", strconv.FormatInt(a.Total, 10))
	if a.Estimated {
		h.Set("X-Total-Estimated", "true")
	}
}

// writeArray answers with rows that are JSON already.
func writeArray(w http.ResponseWriter, rows []json.RawMessage) error {
	size := len("[]") + max(0, len(rows)-1)
	for _, row := range rows {
		size += len(row)
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Content-Length", strconv.Itoa(size))
	body := append(make([]byte, 0, size), '[')
	for i, row := range rows {
		if i > 0 {
			body = append(body, ',')
		}
		body = append(body, row...)
	}
	if _, err := w.Write(append(body, ']')); err != nil {
		return errGone
	}
	return nil
}

// check says what a query would answer, or what is wrong with it, and runs nothing. A query
// that the filter builder can show comes back as its rows.
func (a *asking) check(w http.ResponseWriter, r *http.Request, p *access.Principal) error {
	asked, err := readQuestion(r)
	if err != nil {
		return err
	}
	prepared, err := a.queries.Prepare(r.Context(), p, asked)
	if err != nil {
		return err
	}
	return writeJSON(w, http.StatusOK, map[string]any{"columns": prepared.Columns(), "filter": query.AsFilter(asked.Text)})
}

func (a *asking) explain(w http.ResponseWriter, r *http.Request, p *access.Principal) error {
	asked, err := readQuestion(r)
	if err != nil {
		return err
	}
	done, err := a.budgets.Read(r.Context(), p, budgets.List)
	if err != nil {
		return err
	}
	defer done(0, 0)
	out, err := a.queries.Explain(r.Context(), p, asked.Text)
	if err != nil {
		return err
	}
	return writeJSON(w, http.StatusOK, out)
}
