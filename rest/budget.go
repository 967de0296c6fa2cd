package rest

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"slices"
	"strings"
	"time"

	"switchboard/actors/budgets"
	"switchboard/actors/records"
	"switchboard/storage/access"
)

// boundless is the Budgets of a server without any (Deps.Budgets is nil).
type boundless struct{}

func (boundless) Enter(context.Context, *access.Principal, budgets.Kind) (func(), error) {
	return func() {}, nil
}

func (boundless) Change(context.Context, *access.Principal, int, int) error { return nil }

func (boundless) Read(context.Context, *access.Principal, budgets.Reading) (func(time.Duration, int), error) {
	return func(time.Duration, int) {}, nil
}

func (boundless) Write(context.Context, *access.Principal, int) (func(int), error) {
	return func(int) {}, nil
}

func (boundless) Refused(context.Context, *access.Principal) {}

// enter takes the places that a request needs, and charges for one change and its body;
// a handler that changes several records charges for the others. The places are kept until the
// answer is written: a slow reader's answers are in memory too.
func (g *gate) enter(r *http.Request, p *access.Principal) (func(), error) {
	leave, err := g.budgets.Enter(r.Context(), p, budgets.Requests)
	if err != nil || r.Method == http.MethodGet || r.Method == http.MethodHead {
		return leave, err
	}
	out, err := g.enterChange(r, p)
	if err != nil {
		leave()
		return nil, err
	}
	return func() { out(); leave() }, nil
}

// enterChange acquires the budget that a change needs in addition to its request. A large change
// that waits does not delay small ones.
func (g *gate) enterChange(r *http.Request, p *access.Principal) (func(), error) {
	declared := int64(maxBody)
	if r.ContentLength >= 0 {
		declared = min(r.ContentLength, maxBody)
	}
	done, err := g.budgets.Write(r.Context(), p, int(declared))
	if err != nil {
		return nil, err
	}
	out, err := g.budgets.Enter(r.Context(), p, budgets.Changes)
	if err != nil {
		done(0)
		return nil, err
	}
	size, err := bodySize(r)
	if err == nil {
		err = g.budgets.Change(r.Context(), p, 1, size)
	}
	if err != nil {
		out()
		done(0)
		return nil, err
	}
	return func() { out(); done(size) }, nil
}

// longList is from how many records on a list is as dear as a search.
const longList = 200

// readingOf returns how dear a list may become.
func readingOf(q *records.ListRequest) budgets.Reading {
	search := slices.ContainsFunc(q.Filter, func(f records.FilterRow) bool {
		return strings.HasSuffix(f.Op(), "LIKE")
	})
	if search || q.Search != "" || q.Limit > longList {
		return budgets.Search
	}
	return budgets.List
}

// changes charges for the records of one request beyond the first.
func (g *gate) changes(r *http.Request, p *access.Principal, n int) error {
	if n <= 1 {
		return nil
	}
	return g.budgets.Change(r.Context(), p, n-1, 0)
}

// bodySize is how much of the body may be read, in bytes. A body that doesn't say its
// length beforehand is read for it; one over the limit is left to its handler to refuse,
// which then reads none of it.
func bodySize(r *http.Request) (int, error) {
	if r.ContentLength >= 0 {
		return int(min(r.ContentLength, maxBody)), nil
	}
	raw, err := readAll(r, maxBody)
	if err != nil {
		return 0, err
	}
	r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(raw)), int64(len(raw))
	return len(raw), nil
}
