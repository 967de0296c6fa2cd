package apps

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"slices"

	"switchboard/storage/access"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
	"switchboard/storage/schema"
)

// The kinds of deployments.
const (
	kindEnvironment = "environment"
	kindSubscriber  = "subscriber"
	kindInstall     = "install"
	kindUpload      = "upload"
	kindRollback    = "rollback"
)

// deploying is a package on its way into an organization.
type deploying struct {
	kind    string
	source  id.ID // the organization that it is from
	version int
	wanted  *Package
	// token is the plan's that somebody has seen, "" for whatever the target is now.
	token string
	isDry bool
	// undoes is the deployment that it rolls back, "" for none.
	undoes id.ID
}

// deploy brings a package into the principal's organization: all of it, or nothing. A dry run does
// the same and takes it back. Errors: fault.Forbidden, fault.Conflict where the target is not the
// one that the token names, and those of each step.
func (s *Service) deploy(ctx context.Context, p *access.Principal, d deploying) (plan Plan, err error) {
	err = s.together(ctx, p.Organization, d.isDry, func(ctx context.Context) error {
		plan, err = s.within(ctx, p, d)
		return err
	})
	return plan, err
}

// together does changes of an organization in one transaction, and takes them back for a dry run.
func (s *Service) together(ctx context.Context, organization id.ID, isDry bool, do func(ctx context.Context) error) error {
	err := s.store.Remake(ctx, organization, func(ctx context.Context) error {
		if err := s.store.LockDeploying(ctx, organization); err != nil {
			return err
		}
		if err := do(ctx); err != nil {
			return err
		}
		if isDry {
			return errDry
		}
		return nil
	})
	if errors.Is(err, errDry) {
		return nil
	}
	return err
}

// within is deploy in a transaction.
func (s *Service) within(ctx context.Context, p *access.Principal, d deploying) (Plan, error) {
	if !p.Superuser {
		return Plan{}, fault.New(fault.Forbidden, "Only a superuser of an organization can deploy an app to it.")
	}
	before, have, err := s.content(ctx, p, d.wanted.App.ID)
	if err != nil {
		return Plan{}, err
	}
	plan := planOf(before, d.wanted)
	if d.token != "" && d.token != plan.Token {
		return plan, fault.New(fault.Conflict, "The target changed since the difference was shown. Look at it again.")
	}
	if err := s.perform(ctx, p, have, &plan, d.wanted); err != nil {
		return plan, err
	}
	if d.undoes != "" {
		if err := s.store.UndoDeployment(ctx, p.Organization, d.undoes); err != nil {
			return plan, err
		}
	}
	if len(plan.Steps) == 0 {
		return plan, nil
	}
	return plan, s.store.AddDeployment(ctx, row.AppDeployment{
		Organization: p.Organization, ID: id.New(), App: d.wanted.App.ID, Source: d.source, Kind: d.kind, Version: d.version,
		Plan: row.JSONValue(plan), Before: before.encode(), By: p.User,
	})
}

// errDry takes back what a dry run did.
var errDry = errors.New("a dry run ends")

// perform does the steps of a plan: objects and fields first, since records name them.
func (s *Service) perform(ctx context.Context, p *access.Principal, have *schema.Definitions, plan *Plan, wanted *Package) error {
	if slices.ContainsFunc(plan.Steps, func(step Step) bool { return step.Kind == "app" }) {
		if err := s.putApp(ctx, p, wanted); err != nil {
			return about("app", wanted.App.Name, err)
		}
	}
	if err := s.putObjects(ctx, p, have, plan, wanted); err != nil {
		return err
	}
	// The rights to new objects are those of a registry that has them.
	now, err := s.renewed(ctx, p)
	if err != nil {
		return err
	}
	for i := range plan.Steps {
		step := &plan.Steps[i]
		if step.Kind != "record" {
			continue
		}
		if err := s.putRecord(ctx, now, step); err != nil {
			return about(step.Object, step.Name, err)
		}
	}
	if len(plan.Steps) == 0 {
		return nil
	}
	return s.nameContent(ctx, now, wanted)
}

// about adds to an error what it is about.
func about(object, name string, err error) error {
	e := fault.From(err)
	if e.Code == fault.Unavailable || e.Code == fault.Internal {
		return err
	}
	return fault.Wrap(err, e.Code, "%s %s: %s", object, name, e.Detail)
}

// renewed is the principal with the objects as they are in this transaction.
func (s *Service) renewed(ctx context.Context, p *access.Principal) (*access.Principal, error) {
	have, err := s.store.Definitions(ctx, p.Organization)
	if err != nil {
		return nil, err
	}
	inputs, active, err := s.store.UserInputs(ctx, p.Organization, p.User)
	if err != nil || !active {
		return nil, fault.New(fault.Forbidden, "The user who deploys is inactive.")
	}
	inputs.Organization, inputs.User, inputs.Session = p.Organization, p.User, p.Session
	now := access.Build(have.Registry, inputs)
	return &now, nil
}

func (s *Service) putApp(ctx context.Context, p *access.Principal, wanted *Package) error {
	fields := map[string]json.RawMessage{
		"name": row.JSONValue(wanted.App.Name), "description": row.JSONValue(wanted.App.Description), "app_version": row.JSONValue(wanted.App.Version),
	}
	_, err := s.store.Get(ctx, p.Organization, "app", wanted.App.ID)
	if fault.Is(err, fault.NotFound) {
		return s.records.CreateAt(ctx, p, "app", wanted.App.ID, fields)
	}
	if err == nil {
		_, err = s.records.PatchOne(ctx, p, "app", wanted.App.ID, fields, "")
	}
	return err
}

func (s *Service) putRecord(ctx context.Context, p *access.Principal, step *Step) error {
	switch r := step.record; step.Action {
	case ActionCreate:
		if err := mayTravel(p, r); err != nil {
			return err
		}
		return s.records.CreateAt(ctx, p, r.Object, r.ID, maps.Clone(r.Fields))
	case ActionRemove:
		return s.records.Delete(ctx, p, r.Object, []id.ID{r.ID}, 0, "")
	default:
		set := map[string]json.RawMessage{}
		for _, change := range step.Changes {
			set[change.Name] = change.After
		}
		_, err := s.records.PatchOne(ctx, p, r.Object, r.ID, set, "")
		return err
	}
}

// mayTravel refuses fields that no package that was made here has: a record would be made without
// them, and without a word about it.
func mayTravel(p *access.Principal, r *PackageRecord) error {
	o := p.Registry().Object(r.Object)
	for _, name := range slices.Sorted(maps.Keys(r.Fields)) {
		if f := o.Field(name); f == nil || !f.Settable() || f.Type.Sealed || f.Command != nil {
			return fault.Field(name, "%s can't be set by a package.", shortened(name))
		}
	}
	return nil
}

// nameContent has the app name its objects and records, so that the next comparison finds them.
func (s *Service) nameContent(ctx context.Context, p *access.Principal, wanted *Package) error {
	objects, records := []string{}, map[string][]id.ID{}
	for i := range wanted.Objects {
		if o := &wanted.Objects[i]; !o.Extends {
			objects = append(objects, o.APIName)
		}
	}
	slices.Sort(objects)
	for i := range wanted.Records {
		r := &wanted.Records[i]
		records[r.Object] = append(records[r.Object], r.ID)
	}
	_, err := s.records.PatchOne(ctx, p, "app", wanted.App.ID, map[string]json.RawMessage{
		"schemas": row.JSONValue(objects), "records": row.JSONValue(records),
	}, "")
	return err
}
