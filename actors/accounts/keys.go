package accounts

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"slices"
	"strings"
	"time"

	"switchboard/storage/access"
	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// A key lets a program act as a user of its own, who has no account and can't sign in
// otherwise. The user bears the key's id; his permission sets are the key's scope.

const (
	keyObject     = "api_key"
	keySecretSize = 32
	maxKeys       = 100
	maxKeyName    = 100
)

// errClient is the one answer to every bad client id and secret.
var errClient = fault.New(fault.Unauthenticated, "The client id or the client secret is not right.")

// Key is what a program signs in with, without its secret.
type Key struct {
	ID       id.ID
	Name     string
	ClientID string
	// Expires is the zero time for a key without end; LastUsed where it was never used.
	Expires, LastUsed, Created time.Time
}

// NewKey says what a key that is made may do, and for how long.
type NewKey struct {
	Name        string
	Permissions []id.ID
	Expires     time.Time
}

func keyOf(organization id.ID, r row.Record) Key {
	return Key{
		ID: r.ID, Name: r.Text("name"), ClientID: string(organization) + "." + string(r.ID),
		Expires: r.Time("expires_date"), LastUsed: r.Time("last_used"), Created: r.Time("created_date"),
	}
}

// CreateKey makes a key and the user it acts as, and gives the secret, which is shown
// this once: only its hash is stored. Keys are a superuser's to make, since their
// permission sets can be any.
func (s *Service) CreateKey(ctx context.Context, p *access.Principal, k NewKey) (Key, string, error) {
	if !p.Superuser {
		return Key{}, "", errKeys
	}
	k.Name = strings.TrimSpace(k.Name)
	if k.Name == "" || len(k.Name) > maxKeyName || strings.ContainsRune(k.Name, 0) {
		return Key{}, "", fault.Field("name", "Name is required, with %d bytes at most", maxKeyName)
	}
	if !k.Expires.IsZero() && !k.Expires.After(s.Now()) {
		return Key{}, "", fault.Field("expires", "expires must be a time to come")
	}
	var known []row.Record
	if len(k.Permissions) > 0 {
		var err error
		known, err = s.Store.Find(ctx, p.Organization, row.Query{Object: "permission", Where: []row.Condition{{Field: "id", Operator: "IN", Value: k.Permissions}}})
		if err != nil {
			return Key{}, "", err
		}
	}
	for _, set := range k.Permissions {
		if !slices.ContainsFunc(known, func(r row.Record) bool { return r.ID == set }) {
			return Key{}, "", fault.Field("permissions", "There is no permission set %s", set)
		}
	}
	if made, err := s.records(ctx, p.Organization); err != nil || len(made) >= maxKeys {
		if err == nil {
			err = fault.New(fault.Conflict, "An organization may have %d keys. Delete one that is not used.", maxKeys)
		}
		return Key{}, "", err
	}
	secret := make([]byte, keySecretSize)
	_, _ = rand.Read(secret) // never fails (crypto/rand since Go 1.24)
	text := base64.RawURLEncoding.EncodeToString(secret)
	key := id.New()
	fields := row.Fields{"name": k.Name, "secret_hash": hashSecret(text)}
	if !k.Expires.IsZero() {
		fields["expires_date"] = k.Expires.UTC().Truncate(time.Millisecond)
	}
	written, err := s.Store.Commit(ctx, row.Change{Organization: p.Organization, By: p.User, Writes: []row.Write{
		{Object: keyObject, ID: key, Op: entry.Created, Set: fields, Cause: "api_key.created"},
		{Object: "user", ID: key, Op: entry.Created, Cause: "user.created", Set: row.Fields{
			// No domain ends in .invalid (RFC 2606): no mail is ever sent to such an
			// address.
			"name": k.Name, "email": string(key) + "@key.invalid", "is_active": true, "permissions": k.Permissions,
		}},
	}})
	if err != nil {
		return Key{}, "", err
	}
	return keyOf(p.Organization, written[0]), text, nil
}

// Keys lists the keys of the principal's organization, the newest first.
func (s *Service) Keys(ctx context.Context, p *access.Principal) ([]Key, error) {
	if !p.Superuser {
		return nil, errKeys
	}
	found, err := s.records(ctx, p.Organization)
	if err != nil {
		return nil, err
	}
	keys := make([]Key, len(found))
	for i, r := range found {
		keys[i] = keyOf(p.Organization, r)
	}
	return keys, nil
}

var errKeys = fault.New(fault.Forbidden, "Only a superuser may look at keys, make and delete them.")

func (s *Service) records(ctx context.Context, organization id.ID) ([]row.Record, error) {
	return s.Store.Find(ctx, organization, row.Query{Object: keyObject, Order: []row.Order{{Field: "id", Descending: true}}, Limit: maxKeys})
}

// DeleteKey ends a key, its user and his sessions; fault.NotFound.
func (s *Service) DeleteKey(ctx context.Context, p *access.Principal, key id.ID) error {
	if !p.Superuser {
		return errKeys
	}
	err := s.commit(ctx, row.Change{Organization: p.Organization, By: p.User, Writes: []row.Write{
		{Object: keyObject, ID: key, Op: entry.Removed, Cause: "api_key.deleted"},
		{Object: "user", ID: key, Op: entry.Updated, Set: row.Fields{"is_active": false}, Cause: "user.updated"},
	}})
	if err != nil {
		return err
	}
	s.cache.dropUser(p.Organization, key)
	return s.EndSessions(ctx, p.Organization, key, "session.key_deleted")
}

// SignInClient gives a program an access token for its client id and secret, and no
// refresh token (RFC 6749 §4.4.3). A key has one session, which its tokens share.
func (s *Service) SignInClient(ctx context.Context, clientID, secret string, client Client) (Tokens, error) {
	attempt := attempt{limiter: s.Limiter}
	if err := attempt.take(ctx, "sign-in:network:"+networkOf(client.Address), networkRate, false); err != nil {
		return Tokens{}, err
	}
	first, second, _ := strings.Cut(clientID, ".")
	organization, okOrganization := id.Parse(first)
	name, okKey := id.Parse(second)
	if !okOrganization || !okKey || len(clientID) > maxRefreshToken || len(secret) > maxRefreshToken {
		return Tokens{}, errClient
	}
	for range raceLimit {
		key, err := s.Store.Get(ctx, organization, keyObject, name)
		if fault.Is(err, fault.NotFound) {
			return Tokens{}, errClient
		}
		if err != nil {
			return Tokens{}, err
		}
		if ends := key.Time("expires_date"); !same(hashSecret(secret), key.Text("secret_hash")) || !ends.IsZero() && !s.Now().Before(ends) {
			return Tokens{}, errClient
		}
		inputs, active, err := s.Store.UserInputs(ctx, organization, name)
		if err != nil && !fault.Is(err, fault.NotFound) {
			return Tokens{}, err
		}
		if err != nil || !active {
			return Tokens{}, errClient
		}
		attempt.succeeded(ctx)
		tokens, err := s.sessionOfKey(ctx, organization, key, inputs, client)
		if !fault.Is(err, fault.VersionConflict) {
			return tokens, err
		}
	}
	return Tokens{}, fault.New(fault.Unavailable, "Too many tokens for this client at once. Please try again.").After(time.Second)
}

// sessionOfKey gives a token of the key's open session, or opens one.
func (s *Service) sessionOfKey(ctx context.Context, organization id.ID, key row.Record, inputs access.Inputs, client Client) (Tokens, error) {
	if open, ok := id.Parse(key.Text("session")); ok {
		session, err := s.Store.Get(ctx, organization, "session", open)
		if err == nil && s.isOpen(session) {
			return s.tokens(organization, open, key.ID, "", session.Time("expires_date"))
		}
		if err != nil && !fault.Is(err, fault.NotFound) {
			return Tokens{}, err
		}
	}
	now := s.Now().UTC().Truncate(time.Millisecond)
	session := id.New()
	expires := now.Add(s.SessionLife)
	if ends := key.Time("expires_date"); !ends.IsZero() && ends.Before(expires) {
		expires = ends
	}
	opened := s.opening(session, inputs, client, now, expires)
	err := s.commit(ctx, row.Change{Organization: organization, By: key.ID, Writes: []row.Write{
		opened,
		{
			Object: keyObject, ID: key.ID, Op: entry.Updated, Expect: key.Version, Quiet: true, Cause: "api_key.used",
			Set: row.Fields{"session": string(session), "last_used": now},
		},
	}})
	if err != nil {
		return Tokens{}, err
	}
	return s.tokens(organization, session, key.ID, "", expires)
}
