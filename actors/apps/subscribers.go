package apps

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"

	"switchboard/actors/feature"
	"switchboard/storage/access"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// maxSubscribers bounds the organizations that an update counts.
const maxSubscribers = 10_000

// hashOf is by what an install code is stored. Case, spaces and dashes don't count: people type
// codes.
func hashOf(code string) string {
	sum := sha256.Sum256([]byte(strings.ToUpper(strings.NewReplacer(" ", "", "-", "", "\n", "").Replace(code))))
	return hex.EncodeToString(sum[:])
}

// Install brings the app of a code into the principal's organization, which is updated from then on
// with the principal's rights. A code that is refused, or tried dry, is not used up. Errors:
// fault.NotFound, and those of a deployment.
func (s *Service) Install(ctx context.Context, p *access.Principal, in Install) (Deployed, error) {
	if !p.Superuser {
		return Deployed{}, fault.New(fault.Forbidden, "Only a superuser can install an app.")
	}
	out := Deployed{Target: p.Organization, DryRun: in.DryRun}
	return out, s.together(ctx, p.Organization, in.DryRun, func(ctx context.Context) error {
		code, err := s.store.UseInstallCode(ctx, hashOf(in.InstallCode))
		if err != nil {
			return err
		}
		if code.Organization == p.Organization {
			return fault.New(fault.Conflict, "This app is from your own organization.")
		}
		version, wanted, err := s.newest(ctx, code.Organization, code.App)
		if err != nil {
			return err
		}
		out.Version = version.Version
		out.Diff, err = s.within(ctx, p, deploying{kind: kindInstall, source: code.Organization, version: version.Version, wanted: wanted, token: in.Token})
		if err != nil {
			return err
		}
		if err := s.use(ctx, p, code.App); err != nil {
			return err
		}
		return s.store.Subscribe(ctx, row.AppSubscriber{
			Source: code.Organization, App: code.App, Organization: p.Organization, User: p.User, Version: version.Version,
		})
	})
}

// use adds an app to those that the organization uses.
func (s *Service) use(ctx context.Context, p *access.Principal, app id.ID) error {
	_, err := s.records.PatchOne(ctx, p, "organization", p.Organization, map[string]json.RawMessage{
		"apps": row.JSONValue(map[string][]id.ID{"add": {app}}),
	}, "")
	return err
}

// Updating is what the job of an update is started with.
type Updating struct {
	App   id.ID `json:"app"`
	Total int64 `json:"total"`
}

// UpdateSubscribers starts the job that brings the newest version to all organizations that
// installed the app.
func (s *Service) UpdateSubscribers(ctx context.Context, p *access.Principal, in feature.On) (Started, error) {
	if err := s.ours(ctx, p, in.ID); err != nil {
		return Started{}, err
	}
	if _, _, err := s.newest(ctx, p.Organization, in.ID); err != nil {
		return Started{}, err
	}
	all, err := s.store.Subscribers(ctx, p.Organization, in.ID, "", maxSubscribers)
	if err != nil {
		return Started{}, err
	}
	if len(all) == 0 {
		return Started{}, fault.New(fault.Conflict, "No organization has installed this app yet.")
	}
	job, err := s.jobs.StartJob(ctx, p, jobUpdate, Updating{App: in.ID, Total: int64(len(all))}, in.Command)
	return Started{Job: job, Subscribers: len(all)}, err
}

const jobUpdate = "apps.update"

// updating is the job that updates subscribers, an organization at a time. Each is changed in a
// transaction of its own, so that one that refuses keeps no other from being updated.
func updating() feature.Job {
	job := feature.Portions(feature.Job{Name: jobUpdate, Title: "Update app subscribers"},
		func(p *access.Principal, in Updating) error {
			if !p.Administers(in.App) {
				return fault.New(fault.Forbidden, "Only a superuser or an administrator of the app can update its subscribers.")
			}
			return nil
		},
		func(ctx context.Context, s *Service, on feature.Portion, in Updating) (feature.Progress, error) {
			return s.noteUpdate(ctx, on, in)
		})
	return feature.Outside(job, func(ctx context.Context, s *Service, on feature.Portion, in Updating) (bool, error) {
		return true, s.updateOne(ctx, on, in)
	})
}

// updateOne updates the subscriber behind the cursor. Why it could not be is kept with it.
func (s *Service) updateOne(ctx context.Context, on feature.Portion, in Updating) error {
	next, err := s.store.Subscribers(ctx, on.Organization, in.App, id.ID(on.Cursor), 1)
	if err != nil || len(next) == 0 {
		return err
	}
	version, wanted, err := s.newest(ctx, on.Organization, in.App)
	if err != nil {
		return err
	}
	one := next[0]
	p, err := s.principals.ActsFor(ctx, one.Organization, one.User)
	if err == nil {
		_, err = s.deploy(ctx, &p, deploying{kind: kindSubscriber, source: on.Organization, version: version.Version, wanted: wanted})
	}
	switch {
	case err == nil:
		one.Version, one.Detail = version.Version, ""
	case fault.Is(err, fault.Unavailable) || ctx.Err() != nil:
		return err
	default:
		one.Detail = shortened(fault.From(err).Detail)
	}
	return s.store.Subscribe(ctx, one)
}

// noteUpdate counts the subscriber that was updated.
func (s *Service) noteUpdate(ctx context.Context, on feature.Portion, in Updating) (feature.Progress, error) {
	next, err := s.store.Subscribers(ctx, on.Organization, in.App, id.ID(on.Cursor), 2)
	if err != nil {
		return on.Progress, err
	}
	on.Total = in.Total
	if len(next) > 0 {
		on.Cursor, on.Done = string(next[0].Organization), on.Done+1
	}
	if on.Over = len(next) < 2; !on.Over {
		return on.Progress, nil
	}
	all, err := s.store.Subscribers(ctx, on.Organization, in.App, "", maxSubscribers)
	if err != nil {
		return on.Progress, err
	}
	var failed []string
	for _, one := range all {
		if one.Detail != "" {
			failed = append(failed, one.Name+": "+one.Detail)
		}
	}
	on.Link = "/view/app/record/" + string(in.App) + "/standard?tab=settings"
	on.Result = fmt.Sprintf("%d of %d organizations have the newest version.", len(all)-len(failed), len(all))
	if len(failed) > 0 {
		on.Result += " " + strings.Join(failed[:min(3, len(failed))], " ")
	}
	return on.Progress, nil
}
