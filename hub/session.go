package hub

import (
	"context"
	"encoding/json"
	"time"

	"switchboard/storage/exact"
	"switchboard/storage/fault"
)

// refreshToken replaces a token that is about to expire.
func refreshToken(ctx context.Context, s *socket, payload json.RawMessage) (any, error) {
	var in struct {
		Token string `json:"token"`
	}
	if err := exact.Into(payload, &in); err != nil {
		return nil, err
	}
	p, expires, err := s.node.options.Authenticator.Authenticate(ctx, in.Token)
	if err != nil {
		return nil, err
	}
	mine := s.principal.Load()
	if p.Organization != mine.Organization || p.User != mine.User || p.Session != mine.Session {
		return nil, fault.New(fault.Forbidden, "The token belongs to another session.")
	}
	// Its permissions are ignored: the socket's permissions follow the log,
	// in sequence.
	s.org.mu.Lock()
	s.expires, s.warned = expires, false
	s.org.mu.Unlock()
	return struct {
		Expires time.Time `json:"expires"`
	}{expires.UTC()}, nil
}

// activity reports to Presence whether the user is active.
func activity(_ context.Context, s *socket, payload json.RawMessage) (any, error) {
	var in struct {
		Active *bool `json:"active"`
	}
	if err := exact.Into(payload, &in); err != nil {
		return nil, err
	}
	if in.Active == nil {
		return nil, fault.Field("active", "Set active to true or false.")
	}
	if p := s.principal.Load(); p.Viewer == "" {
		s.node.options.Presence.Active(p, s.sid, *in.Active)
	}
	return nil, nil //nolint:nilnil // the ack has no content
}
