package accounts

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"slices"
	"strings"
	"time"

	"switchboard/actors/feature"
	"switchboard/storage/access"
	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/ratelimit"
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

// APIKeys lets programs sign in, by keys that superusers make.
type APIKeys struct {
	store    Store
	sessions *Sessions
	limiter  ratelimit.Limiter
	now      func() time.Time
}

// Key is what a program signs in with.
type Key struct {
	ID       id.ID  `json:"id"`
	Name     string `json:"name"`
	ClientID string `json:"client_id"`
	// Secret is shown once, to the user who creates the key.
	Secret string `json:"client_secret,omitempty"`
	// Expires is nil for a key without end, LastUsed where it was never used.
	Expires  *time.Time `json:"expires"`
	LastUsed *time.Time `json:"last_used"`
	Created  time.Time  `json:"created"`
	// CreatedBy is nil if nobody is known.
	CreatedBy *Named `json:"created_by"`
	// Permissions are the sets that its user has now.
	Permissions []Named `json:"permissions"`
	// Active is false where its user was disabled.
	Active bool `json:"active"`
}

// Named is a record that a key tells of.
type Named struct {
	ID   id.ID  `json:"id"`
	Name string `json:"name"`
}

// NewKey says what a key that is made may do, and for how long.
type NewKey struct {
	Name        string  `json:"name"`
	Permissions []id.ID `json:"permissions" of:"permission sets"`
	// Expires is the zero time for a key without end.
	Expires time.Time `json:"expires"`
	feature.Given
}

// KeyList is what an organization has of keys.
type KeyList struct {
	Data []Key `json:"data"`
}

func keyOf(organization id.ID, r row.Record) Key {
	return Key{
		ID: r.ID, Name: r.Text("name"), ClientID: string(organization) + "." + string(r.ID),
		Expires: moment(r.Time("expires_date")), LastUsed: moment(r.Time("last_used")), Created: r.Time("created_date"),
	}
}

// moment is a time as clients are told it: nil for none.
func moment(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	return &t
}

// Create makes a key and the user it acts as, and gives the secret, which is shown
// this once: only its hash is stored. Keys are a superuser's to make, since their
// permission sets can be any. A repeat is fault.Conflict: nobody knows the secret any
// more.
func (k *APIKeys) Create(ctx context.Context, p *access.Principal, n NewKey) (Key, error) {
	if !p.Superuser {
		return Key{}, errKeys
	}
	n.Name = strings.TrimSpace(n.Name)
	if err := k.check(ctx, p.Organization, &n); err != nil {
		return Key{}, err
	}
	if made, err := k.records(ctx, p.Organization); err != nil || len(made) >= maxKeys {
		if err == nil {
			err = fault.New(fault.Conflict, "An organization may have %d keys. Delete one that is not used.", maxKeys)
		}
		return Key{}, err
	}
	secret := make([]byte, keySecretSize)
	_, _ = rand.Read(secret) // never fails (crypto/rand since Go 1.24)
	text := base64.RawURLEncoding.EncodeToString(secret)
	key := id.New()
	fields := row.Fields{"name": n.Name, "secret_hash": hashSecret(text)}
	if !n.Expires.IsZero() {
		fields["expires_date"] = n.Expires.UTC().Truncate(time.Millisecond)
	}
	written, err := k.store.Commit(ctx, row.Change{Organization: p.Organization, By: p.User, Command: n.Command, Once: "api_key.create", Writes: []row.Write{
		{Object: keyObject, ID: key, Op: entry.Created, Set: fields, Cause: "api_key.created"},
		{Object: "user", ID: key, Op: entry.Created, Cause: "user.created", Set: row.Fields{
			"name": n.Name, "email": row.ProgramEmail(string(key)), "is_active": true, "permissions": n.Permissions,
		}},
	}})
	if errors.Is(err, row.ErrRepeated) {
		return Key{}, fault.New(fault.Conflict, "This key was made already, and its secret is shown only once. Delete it if you did not get the secret, and make another.")
	}
	if err != nil {
		return Key{}, err
	}
	made, err := k.told(ctx, p.Organization, written[:1])
	if err != nil {
		return Key{}, err
	}
	made[0].Secret = text
	return made[0], nil
}

// check refuses a key that can't be made.
func (k *APIKeys) check(ctx context.Context, organization id.ID, n *NewKey) error {
	if n.Name == "" || len(n.Name) > maxKeyName || strings.ContainsRune(n.Name, 0) {
		return fault.Field("name", "Name is required, with %d bytes at most", maxKeyName)
	}
	if !n.Expires.IsZero() && !n.Expires.After(k.now()) {
		return fault.Field("expires", "expires must be a time to come")
	}
	if len(n.Permissions) == 0 {
		return nil
	}
	known, err := k.store.Find(ctx, organization, row.Query{Object: "permission", Where: []row.Condition{{Field: "id", Operator: "IN", Value: n.Permissions}}})
	if err != nil {
		return err
	}
	for _, set := range n.Permissions {
		if !slices.ContainsFunc(known, func(r row.Record) bool { return r.ID == set }) {
			return fault.Field("permissions", "There is no permission set %s", set)
		}
	}
	return nil
}

// List returns the keys of the principal's organization, the newest first.
func (k *APIKeys) List(ctx context.Context, p *access.Principal) (KeyList, error) {
	if !p.Superuser {
		return KeyList{}, errKeys
	}
	found, err := k.records(ctx, p.Organization)
	if err != nil {
		return KeyList{}, err
	}
	data, err := k.told(ctx, p.Organization, found)
	return KeyList{Data: data}, err
}

// told returns keys with what their users may do and who made them.
func (k *APIKeys) told(ctx context.Context, organization id.ID, keys []row.Record) ([]Key, error) {
	var people []id.ID
	for _, r := range keys {
		people = append(people, r.ID, r.Lookup("created_by"))
	}
	users, err := k.byID(ctx, organization, "user", people)
	if err != nil {
		return nil, err
	}
	var wanted []id.ID
	for _, r := range keys {
		wanted = append(wanted, users[r.ID].Lookups("permissions")...)
	}
	sets, err := k.byID(ctx, organization, "permission", wanted)
	if err != nil {
		return nil, err
	}
	out := make([]Key, len(keys))
	for i, r := range keys {
		out[i] = keyOf(organization, r)
		if by, ok := users[r.Lookup("created_by")]; ok {
			out[i].CreatedBy = &Named{by.ID, by.Text("name")}
		}
		out[i].Active, _ = users[r.ID].Bool("is_active")
		out[i].Permissions = []Named{}
		for _, set := range users[r.ID].Lookups("permissions") {
			if one, ok := sets[set]; ok {
				out[i].Permissions = append(out[i].Permissions, Named{one.ID, one.Text("name")})
			}
		}
	}
	return out, nil
}

// byID reads records of an object, those that there are.
func (k *APIKeys) byID(ctx context.Context, organization id.ID, object string, wanted []id.ID) (map[id.ID]row.Record, error) {
	wanted = slices.DeleteFunc(wanted, func(one id.ID) bool { return one == "" })
	slices.Sort(wanted)
	out := map[id.ID]row.Record{}
	for part := range slices.Chunk(slices.Compact(wanted), maxKeys) {
		found, err := k.store.Find(ctx, organization, row.Query{Object: object, Where: []row.Condition{{Field: "id", Operator: "IN", Value: part}}, Limit: maxKeys})
		if err != nil {
			return nil, err
		}
		for _, r := range found {
			out[r.ID] = r
		}
	}
	return out, nil
}

var errKeys = fault.New(fault.Forbidden, "Only a superuser may look at keys, make and delete them.")

func (k *APIKeys) records(ctx context.Context, organization id.ID) ([]row.Record, error) {
	return k.store.Find(ctx, organization, row.Query{Object: keyObject, Order: []row.Order{{Field: "id", Descending: true}}, Limit: maxKeys})
}

// Delete deletes a key, its user and sessions; fault.NotFound. A repeat does nothing.
func (k *APIKeys) Delete(ctx context.Context, p *access.Principal, key id.ID, command string) error {
	if !p.Superuser {
		return errKeys
	}
	err := commit(ctx, k.store, row.Change{Organization: p.Organization, By: p.User, Command: command, Once: "api_key.delete:" + string(key), Writes: []row.Write{
		{Object: keyObject, ID: key, Op: entry.Removed, Cause: "api_key.deleted"},
		{Object: "user", ID: key, Op: entry.Updated, Set: row.Fields{"is_active": false}, Cause: "user.updated"},
	}})
	if err != nil && !errors.Is(err, row.ErrRepeated) {
		return err
	}
	k.sessions.cache.dropUser(p.Organization, key)
	return k.sessions.EndSessions(ctx, p.Organization, key, "session.key_deleted")
}

// SignIn issues a program an access token for its client id and secret, and no refresh token
// (RFC 6749 §4.4.3). A key has one session, which its tokens share.
func (k *APIKeys) SignIn(ctx context.Context, clientID, secret string, client Client) (Tokens, error) {
	attempt := attempt{limiter: k.limiter}
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
		key, err := k.store.Get(ctx, organization, keyObject, name)
		if fault.Is(err, fault.NotFound) {
			return Tokens{}, errClient
		}
		if err != nil {
			return Tokens{}, err
		}
		if ends := key.Time("expires_date"); !same(hashSecret(secret), key.Text("secret_hash")) || !ends.IsZero() && !k.now().Before(ends) {
			return Tokens{}, errClient
		}
		inputs, active, err := k.store.UserInputs(ctx, organization, name)
		if err != nil && !fault.Is(err, fault.NotFound) {
			return Tokens{}, err
		}
		if err != nil || !active {
			return Tokens{}, errClient
		}
		attempt.succeeded(ctx)
		tokens, err := k.session(ctx, organization, key, inputs, client)
		if !fault.Is(err, fault.VersionConflict) {
			return tokens, err
		}
	}
	return Tokens{}, fault.New(fault.Unavailable, "Too many tokens for this client at once. Please try again.").After(time.Second)
}

// session returns a token of the key's open session, or opens one.
func (k *APIKeys) session(ctx context.Context, organization id.ID, key row.Record, inputs access.Inputs, client Client) (Tokens, error) {
	if open, ok := id.Parse(key.Text("session")); ok {
		session, err := k.store.Get(ctx, organization, "session", open)
		if err == nil && k.sessions.isOpen(session) {
			return k.sessions.tokens(organization, open, key.ID, "", session.Time("expires_date"))
		}
		if err != nil && !fault.Is(err, fault.NotFound) {
			return Tokens{}, err
		}
	}
	now := k.now().UTC().Truncate(time.Millisecond)
	session := id.New()
	expires := now.Add(k.sessions.life)
	if ends := key.Time("expires_date"); !ends.IsZero() && ends.Before(expires) {
		expires = ends
	}
	opened := opening(session, inputs, client, now, expires)
	err := commit(ctx, k.store, row.Change{Organization: organization, By: key.ID, Writes: []row.Write{
		opened,
		{
			Object: keyObject, ID: key.ID, Op: entry.Updated, Expect: key.Version, Quiet: true, Cause: "api_key.used",
			Set: row.Fields{"session": string(session), "last_used": now},
		},
	}})
	if err != nil {
		return Tokens{}, err
	}
	return k.sessions.tokens(organization, session, key.ID, "", expires)
}
