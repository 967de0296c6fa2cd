package rest

import (
	"context"
	"net/http"

	"switchboard/actors/budgets"
	"switchboard/storage/access"
)

// boundless bounds nobody.
type boundless struct{}

func (boundless) Enter(context.Context, *access.Principal, budgets.Kind) (func(), error) {
	return func() {}, nil
}

func (boundless) Change(context.Context, *access.Principal, int) error { return nil }

// enter takes the places that a request needs, and charges for one change; a handler
// that changes several records charges for the others. The places are kept until the
// answer is written: a slow reader's answers are in memory too.
func (s *server) enter(r *http.Request, p *access.Principal) (func(), error) {
	leave, err := s.Budgets.Enter(r.Context(), p, budgets.Requests)
	if err != nil || r.Method == http.MethodGet || r.Method == http.MethodHead {
		return leave, err
	}
	out, err := s.Budgets.Enter(r.Context(), p, budgets.Changes)
	if err != nil {
		leave()
		return nil, err
	}
	if err := s.Budgets.Change(r.Context(), p, 1); err != nil {
		out()
		leave()
		return nil, err
	}
	return func() { out(); leave() }, nil
}

// changes charges for the records of one request beyond the first.
func (s *server) changes(r *http.Request, p *access.Principal, n int) error {
	if n <= 1 {
		return nil
	}
	return s.Budgets.Change(r.Context(), p, n-1)
}
