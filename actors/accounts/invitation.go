package accounts

import (
	"context"
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"maps"
	"strings"
	"time"

	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// The states of an invitation (row.InvitationStates).
const (
	pending     = "invited"
	undelivered = "undelivered"
	accepted    = "accepted"
	withdrawn   = "withdrawn"
	expired     = "expired"
)

const (
	// invitationLife is how long a letter's link is good.
	invitationLife = 7 * 24 * time.Hour
	maxInvitation  = 256
)

// The kinds of effects of invitations.
const (
	EffectLetter = "invitation.letter"
	EffectExpiry = "invitation.expiry"
)

// letterPayload names one letter of an invitation: a newer letter has another nonce.
type letterPayload struct {
	Nonce string `json:"nonce"`
}

// invitationToken is <organization>.<user>.<secret>. The secret is made of a nonce,
// which the database holds, and the installation's key, which it does not: whoever
// has only the database can't accept, and the letter can still be written after the
// commit, by whichever node carries the effect out.
type invitationToken struct {
	organization id.ID
	user         id.ID
	secret       string
}

func (t invitationToken) String() string {
	return string(t.organization) + "." + string(t.user) + "." + t.secret
}

func parseInvitation(text string) (invitationToken, bool) {
	parts := strings.Split(text, ".")
	if len(text) > maxInvitation || len(parts) != 3 || parts[2] == "" {
		return invitationToken{}, false
	}
	organization, okOrganization := id.Parse(parts[0])
	user, okUser := id.Parse(parts[1])
	return invitationToken{organization, user, parts[2]}, okOrganization && okUser
}

func (b *book) token(organization, user id.ID, nonce string) (invitationToken, error) {
	key, err := hkdf.Key(sha256.New, b.secret, nil, "switchboard invitation", sha256.Size)
	if err != nil {
		return invitationToken{}, fault.Wrap(err, fault.Internal, "Something went wrong on our side. Please try again.")
	}
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(string(organization) + string(user) + nonce))
	return invitationToken{organization, user, base64.RawURLEncoding.EncodeToString(mac.Sum(nil))}, nil
}

// book keeps the invitations.
type book struct {
	store  Store
	secret []byte
	now    func() time.Time
}

func invitationOf(user id.ID) id.ID { return id.Derived("invitation:" + string(user)) }

// post returns what sends a user a new invitation: the fields of the invitation, which invalidate
// earlier e-mails, and the effects that send and expire it.
func (b *book) post(organization, user, inviter id.ID, email string) (row.Fields, []row.Effect, error) {
	nonce := rand.Text()
	token, err := b.token(organization, user, nonce)
	if err != nil {
		return nil, nil, err
	}
	now := b.now().UTC().Truncate(time.Millisecond)
	expires := now.Add(invitationLife)
	fields := row.Fields{
		"name": email, "user": user, "email": email, "state": pending, "sent_date": now, "expires_date": expires,
		"nonce": nonce, "token_hash": hashSecret(token.secret), "inviter": nil,
	}
	if inviter != "" {
		fields["inviter"] = inviter
	}
	payload := row.JSONValue(letterPayload{nonce})
	subject := invitationOf(user)
	return fields, []row.Effect{
		{ID: id.New(), Kind: EffectLetter, Actor: "invitation", Subject: subject, Payload: payload},
		{ID: id.New(), Kind: EffectExpiry, Actor: "invitation", Subject: subject, Payload: payload, NotBefore: expires},
	}, nil
}

// invited is a user with their invitation, whose id is empty if there is none.
type invited struct {
	user       row.Record
	invitation row.Record
}

func (b *book) find(ctx context.Context, organization, user id.ID) (invited, error) {
	var out invited
	var err error
	if out.user, err = b.store.Get(ctx, organization, "user", user); err != nil {
		return out, err
	}
	out.invitation, err = b.store.Get(ctx, organization, "invitation", invitationOf(user))
	if fault.Is(err, fault.NotFound) {
		err = nil
	}
	return out, err
}

// move writes a new state of an invitation, which its user shows too. user and
// invitation are further fields of both.
func (b *book) move(ctx context.Context, organization, by id.ID, who *invited, state, cause string, user, invitation row.Fields, change row.Change) error {
	userSet := row.Fields{"invitation": state}
	maps.Copy(userSet, user)
	set := row.Fields{"state": strings.Replace(state, undelivered, pending, 1)}
	maps.Copy(set, invitation)
	second := row.Write{Object: "invitation", ID: who.invitation.ID, Op: entry.Updated, Expect: who.invitation.Version, Set: set, Quiet: true, Cause: cause}
	if who.invitation.ID == "" {
		second.ID, second.Op = invitationOf(who.user.ID), entry.Created
	}
	change.Organization, change.By = organization, by
	change.Writes = []row.Write{
		{Object: "user", ID: who.user.ID, Op: entry.Updated, Expect: who.user.Version, Set: userSet, Cause: cause},
		second,
	}
	return commit(ctx, b.store, change)
}

// raced runs a change again where it lost against another one.
func raced(do func() error) error {
	for range raceLimit {
		if err := do(); !fault.Is(err, fault.VersionConflict) {
			return err
		}
	}
	return fault.New(fault.Unavailable, "Others change the same at this moment. Please try again.").After(time.Second)
}

// due finds the invitation of an effect, and whether it still waits on the letter that the
// effect is about.
func (b *book) due(ctx context.Context, e *row.ClaimedEffect) (invited, bool, error) {
	var payload letterPayload
	if err := json.Unmarshal(e.Payload, &payload); err != nil {
		return invited{}, false, fault.Wrap(err, fault.Internal, "The effect of an invitation can't be read.")
	}
	invitation, err := b.store.Get(ctx, e.Organization, "invitation", e.Subject)
	if fault.Is(err, fault.NotFound) {
		return invited{}, false, nil
	}
	if err != nil {
		return invited{}, false, err
	}
	if invitation.Text("state") != pending || invitation.Text("nonce") != payload.Nonce {
		return invited{}, false, nil
	}
	user, err := b.store.Get(ctx, e.Organization, "user", invitation.Lookup("user"))
	return invited{user, invitation}, err == nil, err
}

// undeliverable records on the user that the e-mail bounced.
func (b *book) undeliverable(ctx context.Context, e *row.ClaimedEffect) error {
	return b.moveFor(ctx, e, undelivered, "user.invitation_undelivered", nil)
}

// moveFor returns the invitation of an effect a new state, unless it was decided meanwhile or the
// effect is about an older letter.
func (b *book) moveFor(ctx context.Context, e *row.ClaimedEffect, state, cause string, set row.Fields) error {
	return raced(func() error {
		who, due, err := b.due(ctx, e)
		if err != nil || !due {
			return err
		}
		return b.move(ctx, e.Organization, "", &who, state, cause, nil, set, row.Change{})
	})
}
