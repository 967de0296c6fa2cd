package integrations

import (
	"context"
	"log/slog"
	"time"

	"golang.org/x/oauth2"

	"switchboard/actors/runtime"
	"switchboard/actors/web"
	"switchboard/storage/id"
	"switchboard/storage/seal"
)

// Early is how long before its end a token is renewed.
const Early = early

// New makes a Service that renews.
func New(store runtime.Store, ring *seal.Ring, client *web.Client) *Service {
	return &Service{store: store, ring: ring, web: client, url: "https://desk.test", log: slog.New(slog.DiscardHandler), now: time.Now}
}

// Hold returns a credential tokens of a token URL.
func (s *Service) Hold(ctx context.Context, organization, credential id.ID, tokenURL, access, refresh string, until time.Time) error {
	to := system{name: "CRM", Config: oauth2.Config{Endpoint: oauth2.Endpoint{TokenURL: tokenURL}}}
	token := &oauth2.Token{AccessToken: access, RefreshToken: refresh, Expiry: until}
	return s.keep(ctx, keeping{organization: organization, credential: credential, to: to, token: token})
}
