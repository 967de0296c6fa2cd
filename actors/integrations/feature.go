package integrations

import (
	"context"
	"time"

	"switchboard/actors/feature"
	"switchboard/actors/web"
	"switchboard/storage/access"
	"switchboard/storage/id"
	"switchboard/storage/schema"
	"switchboard/storage/seal"
)

// Feature declares other systems, the credentials for them and how they are authorized.
var Feature = feature.Feature{
	Name:    "integrations",
	Objects: []*schema.Object{integratedApp(), authCredential(), authRequest()},
	Commands: []feature.Command{feature.Do(feature.Command{
		Of: "an authorization", Route: feature.Route{Method: "GET", Path: "/oauth2/outcome/{id}", Status: 200},
	}, func(ctx context.Context, d Door, p *access.Principal, in feature.On) (Outcome, error) {
		return d.Outcome(ctx, p, in.ID)
	})},
	Start: start,
}

// Door is what clients' commands ask of the Service.
type Door interface {
	Outcome(ctx context.Context, p *access.Principal, request id.ID) (Outcome, error)
}

// Principals give who began an authorization, with the rights that he has when it ends.
type Principals interface {
	ActsFor(ctx context.Context, organization, user id.ID) (access.Principal, error)
}

// PublicURL is scheme and host under which the product is reached.
type PublicURL string

func start(h *feature.Host) feature.Running {
	s := &Service{
		store: h.Store, ring: feature.Need[*seal.Ring](h), web: feature.Need[*web.Client](h), principals: feature.Need[Principals](h),
		url: feature.Need[PublicURL](h), log: h.Logger.With("part", "integrations"), now: time.Now,
	}
	return feature.Running{Service: s, Reviewers: map[string]feature.Reviewer{appObject: appReviewer{}, credentialObject: credentialReviewer{}}}
}
