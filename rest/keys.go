package rest

import (
	"net/http"
	"time"

	"github.com/go-chi/chi/v5"

	"switchboard/actors/accounts"
	"switchboard/rest/wire"
	"switchboard/storage/access"
	"switchboard/storage/fault"
	"switchboard/storage/id"
)

func keyAnswer(k accounts.Key, secret string) wire.Key {
	out := wire.Key{ID: k.ID, Name: k.Name, ClientID: k.ClientID, ClientSecret: secret, Created: k.Created}
	for _, one := range []struct {
		from time.Time
		to   **time.Time
	}{{k.Expires, &out.Expires}, {k.LastUsed, &out.LastUsed}} {
		if !one.from.IsZero() {
			*one.to = &one.from
		}
	}
	return out
}

// createKey is POST v1/api_key: the one time the secret is shown.
func (s *server) createKey(w http.ResponseWriter, r *http.Request, p *access.Principal) error {
	var body struct {
		Name        string   `json:"name"`
		Permissions []string `json:"permissions"`
		Expires     string   `json:"expires"`
	}
	if err := readInto(r, maxBody, &body); err != nil {
		return err
	}
	made := accounts.NewKey{Name: body.Name}
	for _, text := range body.Permissions {
		set, ok := id.Parse(text)
		if !ok {
			return fault.Field("permissions", "%q is not the id of a permission set", text)
		}
		made.Permissions = append(made.Permissions, set)
	}
	if body.Expires != "" {
		var err error
		if made.Expires, err = time.Parse(time.RFC3339, body.Expires); err != nil {
			return fault.Field("expires", "expires must be a time such as 2030-01-31T00:00:00Z")
		}
	}
	key, secret, err := s.Accounts.CreateKey(r.Context(), p, made)
	if err != nil {
		return err
	}
	return writeJSON(w, http.StatusCreated, keyAnswer(key, secret))
}

func (s *server) listKeys(w http.ResponseWriter, r *http.Request, p *access.Principal) error {
	keys, err := s.Accounts.Keys(r.Context(), p)
	if err != nil {
		return err
	}
	out := make([]wire.Key, len(keys))
	for i, k := range keys {
		out[i] = keyAnswer(k, "")
	}
	return writeJSON(w, http.StatusOK, map[string]any{"data": out})
}

func (s *server) deleteKey(w http.ResponseWriter, r *http.Request, p *access.Principal) error {
	key, ok := id.Parse(chi.URLParam(r, "id"))
	if !ok {
		return fault.New(fault.NotFound, "Key not found")
	}
	if err := s.Accounts.DeleteKey(r.Context(), p, key); err != nil {
		return err
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}
