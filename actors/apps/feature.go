package apps

import (
	"context"
	"encoding/json"
	"time"

	"switchboard/actors/feature"
	"switchboard/storage/access"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/schema"
)

// Feature declares apps and their pages, and what becomes of apps across organizations.
var Feature = feature.Feature{
	Name: "apps", Objects: []*schema.Object{appObject(), pageObject()}, Jobs: []feature.Job{updating()}, Start: start,
	Commands: []feature.Command{
		on("GET", "/app/{id}/about", (*Service).about),
		on("GET", "/app/{id}/counts", (*Service).counts),
		on("GET", "/app/{id}/package", (*Service).export),
		on("POST", "/app/{id}/deploy/base", (*Service).DeployToBase),
		on("POST", "/app/{id}/deploy/next", (*Service).DeployToNext),
		on("POST", "/app/{id}/rollback", (*Service).Rollback),
		on("POST", "/app/{id}/subscribers", (*Service).UpdateSubscribers),
		feature.Do(feature.Command{Of: "an app", Route: feature.Route{Method: "POST", Path: "/app/{id}/install_code", Status: 201}}, installCode),
		on("POST", "/app/install", (*Service).Install),
		on("POST", "/app/package", (*Service).Apply),
	},
}

// on declares a command that a method of the service executes.
func on[In, Reply any](method, path string, do func(*Service, context.Context, *access.Principal, In) (Reply, error)) feature.Command {
	return feature.Do(feature.Command{Of: "an app", Route: feature.Route{Method: method, Path: path, Status: 200}},
		func(ctx context.Context, s *Service, p *access.Principal, in In) (Reply, error) {
			return do(s, ctx, p, in)
		})
}

func start(h *feature.Host) feature.Running {
	return feature.Running{Service: New(feature.Need[Store](h), feature.Need[Records](h), feature.NeedLater[Schemas](h), feature.Need[Jobs](h), feature.Need[Principals](h), feature.Need[Settings](h))}
}

// Deploy asks for a deployment of an app.
type Deploy struct {
	ID id.ID `json:"id"`
	// DryRun only shows the difference.
	DryRun bool `json:"dry_run"`
	// Token is that of the difference that was shown; without it the target may be any.
	Token string `json:"token"`
	feature.Given
}

// Upload brings a package from a file.
type Upload struct {
	Package json.RawMessage `json:"package"`
	DryRun  bool            `json:"dry_run"`
	Token   string          `json:"token"`
	feature.Given
}

// Install redeems an install code.
type Install struct {
	InstallCode string `json:"install_code"`
	DryRun      bool   `json:"dry_run"`
	Token       string `json:"token"`
	feature.Given
}

// Code is a new install code, which is shown once.
type Code struct {
	InstallCode string    `json:"install_code"`
	Expires     time.Time `json:"expires"`
}

// Started is an update of subscribers that has begun.
type Started struct {
	Job         id.ID `json:"job"`
	Subscribers int   `json:"subscribers"`
}

func (s *Service) about(ctx context.Context, p *access.Principal, in feature.On) (About, error) {
	return s.About(ctx, p, in.ID)
}

func (s *Service) counts(ctx context.Context, p *access.Principal, in feature.On) (map[string]int, error) {
	return s.Counts(ctx, p, in.ID)
}

func (s *Service) export(ctx context.Context, p *access.Principal, in feature.On) (json.RawMessage, error) {
	return s.Export(ctx, p, in.ID)
}

func installCode(ctx context.Context, s *Service, p *access.Principal, in feature.On) (Code, error) {
	if in.ID == "" {
		return Code{}, fault.Field("id", "Name the app")
	}
	return s.InstallCode(ctx, p, in.ID)
}
