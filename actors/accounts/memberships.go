package accounts

import (
	"context"

	"switchboard/storage/access"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// openMembership is an organization in which an account's user is active.
type openMembership struct {
	Membership
	inputs access.Inputs
}

// openMemberships lists the organizations that the account may sign in to, in the order
// in which it became a member.
func (s *SignIns) openMemberships(ctx context.Context, account *Account) ([]openMembership, error) {
	var out []openMembership
	for _, m := range account.Memberships {
		inputs, active, err := s.store.UserInputs(ctx, m.Organization, m.User)
		if err != nil && !fault.Is(err, fault.NotFound) {
			return nil, err
		}
		if err == nil && active && s.names != nil {
			if m.Name, err = s.names.OrganizationName(ctx, m.Organization); err != nil {
				return nil, err
			}
		}
		if err == nil && active {
			out = append(out, openMembership{m, inputs})
		}
	}
	return out, nil
}

func memberships(of []openMembership) []Membership {
	out := make([]Membership, len(of))
	for i := range of {
		out[i] = of[i].Membership
	}
	return out
}

func within(of []openMembership, organization id.ID) *openMembership {
	for i := range of {
		if of[i].Organization == organization {
			return &of[i]
		}
	}
	return nil
}

// enter opens a session of an account that has proved itself: in the organization
// that the client names, else in the only one.
func (s *SignIns) enter(ctx context.Context, account *Account, factor row.SecondFactor, client Client) (Tokens, error) {
	open, err := s.openMemberships(ctx, account)
	if err != nil {
		return Tokens{}, err
	}
	var chosen *openMembership
	switch {
	case len(open) == 0:
		return Tokens{}, errSignIn
	case client.Organization != "":
		if chosen = within(open, client.Organization); chosen == nil {
			return Tokens{}, fault.Field("organization", "You are not a member of this organization. Leave it out to see where you are one.")
		}
	case len(open) == 1:
		chosen = &open[0]
	default:
		return Tokens{Choices: memberships(open)}, nil
	}
	return s.open(ctx, chosen, factor, client)
}

// open opens a session in an organization. Where that requires a second factor and the account has
// none, the session is good only for setting one up.
func (s *SignIns) open(ctx context.Context, at *openMembership, factor row.SecondFactor, client Client) (Tokens, error) {
	mustSetUp := false
	if !factor.IsOn() && s.rules != nil {
		var err error
		if mustSetUp, err = s.rules.RequiresSecondFactor(ctx, at.Organization); err != nil {
			return Tokens{}, err
		}
	}
	return s.sessions.open(ctx, at.inputs, client, mustSetUp)
}

// Memberships lists the organizations that the person who is the principal may
// sign in to, the present one included.
func (s *SignIns) Memberships(ctx context.Context, p *access.Principal) ([]Membership, error) {
	if p.Viewer != "" {
		return nil, nil // where else a user works is not for a superuser of this organization
	}
	account, err := s.store.AccountOfUser(ctx, p.Organization, p.User)
	if fault.Is(err, fault.NotFound) {
		return nil, nil // a key's user is no person
	}
	if err != nil {
		return nil, err
	}
	open, err := s.openMemberships(ctx, &account)
	return memberships(open), err
}

// Switch opens a session in another organization of the same account and ends the current one: a
// session belongs to one organization. An organization without membership is fault.NotFound,
// whether it exists or not.
func (s *SignIns) Switch(ctx context.Context, p *access.Principal, organization id.ID, client Client) (Tokens, error) {
	account, err := s.store.AccountOfUser(ctx, p.Organization, p.User)
	if err != nil {
		return Tokens{}, endedIfGone(err)
	}
	open, err := s.openMemberships(ctx, &account)
	if err != nil {
		return Tokens{}, err
	}
	chosen := within(open, organization)
	if chosen == nil {
		return Tokens{}, fault.New(fault.NotFound, "You are not a member of this organization. GET v1/me lists where you are one.")
	}
	factor, err := s.store.SecondFactor(ctx, account.ID)
	if err != nil {
		return Tokens{}, err
	}
	tokens, err := s.open(ctx, chosen, factor, client)
	if err != nil {
		return Tokens{}, err
	}
	return tokens, s.sessions.leave(ctx, p, "session.switched")
}
