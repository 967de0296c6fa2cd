package rest

import (
	"context"

	"switchboard/actors/accounts"
	"switchboard/actors/budgets"
	"switchboard/rest/wire"
)

// opening answers a page that begins, which would else ask one thing after the other: its token, who it is for, and
// what objects there are.
type opening struct {
	gate    *gate
	profile *profile
}

// of returns the initial data of a page. Data that is unavailable now, because the user's budget
// is used up or the database is slow, is left out: the page requests it separately and gets the
// error.
func (o *opening) of(ctx context.Context, tokens accounts.Tokens) wire.Opened {
	answer := wire.Opened{Tokens: answerOf(tokens)}
	p, _, err := o.gate.principals.Authenticate(ctx, tokens.Access)
	if err != nil {
		return answer
	}
	leave, err := o.gate.budgets.Enter(ctx, &p, budgets.Requests)
	if err != nil {
		return answer
	}
	defer leave()
	me, err := o.profile.of(ctx, &p)
	if err != nil {
		return answer
	}
	if _, version, err := schemasOf(&p); err == nil {
		answer.Me, answer.Schema = me, version
	}
	return answer
}
