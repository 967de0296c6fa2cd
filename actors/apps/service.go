package apps

import (
	"context"
	"crypto/rand"
	"encoding/base32"
	"encoding/json"
	"slices"
	"time"

	"switchboard/storage/access"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// Service publishes apps, and deploys them to organizations.
type Service struct {
	store      Store
	records    Records
	schemas    func() Schemas
	jobs       Jobs
	principals Principals
	settings   Settings
	now        func() time.Time
}

// New makes the service.
func New(store Store, records Records, schemas func() Schemas, jobs Jobs, principals Principals, settings Settings) *Service {
	return &Service{store: store, records: records, schemas: schemas, jobs: jobs, principals: principals, settings: settings, now: time.Now}
}

const (
	codeLife   = 7 * 24 * time.Hour
	shownTimes = 50 // versions and deployments of a history
)

// ours refuses who does not administer an app of the organization.
func (s *Service) ours(ctx context.Context, p *access.Principal, app id.ID) error {
	_, err := s.store.Get(ctx, p.Organization, "app", app)
	if err == nil && !p.Administers(app) {
		err = fault.New(fault.Forbidden, "Only a superuser or an administrator of the app can do this.")
	}
	return err
}

// current reads an app as it is, with the rights of the product: its administrators may not read
// all that belongs to it by themselves.
func (s *Service) current(ctx context.Context, p *access.Principal, app id.ID) (*Package, error) {
	reader, err := s.principals.ActsForProduct(ctx, p.Organization)
	if err != nil {
		return nil, err
	}
	found, _, err := s.content(ctx, &reader, app)
	return found, err
}

// newest is the newest version of an app, fault.Conflict where there is none.
func (s *Service) newest(ctx context.Context, organization, app id.ID) (row.AppVersion, *Package, error) {
	versions, err := s.store.AppVersions(ctx, organization, app, 1)
	if err != nil {
		return row.AppVersion{}, nil, err
	}
	if len(versions) == 0 {
		return row.AppVersion{}, nil, fault.New(fault.Conflict, "This app has no version yet. Deploy it to base first.")
	}
	found, err := stored(versions[0].Package)
	return versions[0], found, err
}

func stored(raw json.RawMessage) (*Package, error) {
	p := &Package{}
	if err := json.Unmarshal(raw, p); err != nil {
		return nil, fault.Wrap(err, fault.Internal, "A stored package can't be read.")
	}
	return p, nil
}

// Deployed is what a deployment did, or would do.
type Deployed struct {
	Diff    Plan `json:"diff"`
	Version int  `json:"version"`
	// Target is the organization that it changes.
	Target id.ID `json:"target"`
	DryRun bool  `json:"dry_run"`
}

// DeployToBase publishes the app as it is as its next version. The difference is that to the
// version before.
func (s *Service) DeployToBase(ctx context.Context, p *access.Principal, in Deploy) (Deployed, error) {
	if err := s.ours(ctx, p, in.ID); err != nil {
		return Deployed{}, err
	}
	out := Deployed{Target: p.Organization, DryRun: in.DryRun}
	return out, s.together(ctx, p.Organization, in.DryRun, func(ctx context.Context) error {
		now, err := s.current(ctx, p, in.ID)
		if err != nil {
			return err
		}
		if err := now.check(); err != nil {
			return err
		}
		before := &Package{Format: packageFormat, App: PackageApp{ID: in.ID}}
		last, was, err := s.newest(ctx, p.Organization, in.ID)
		if err == nil {
			before = was
		} else if !fault.Is(err, fault.Conflict) {
			return err
		}
		out.Diff, out.Version = planOf(before, now), last.Version
		if in.Token != "" && in.Token != out.Diff.Token {
			return fault.New(fault.Conflict, "The app changed since the difference was shown. Look at it again.")
		}
		if len(out.Diff.Steps) == 0 {
			return nil
		}
		raw := now.encode()
		out.Version, err = s.store.AddAppVersion(ctx, row.AppVersion{Organization: p.Organization, App: in.ID, Package: raw, Digest: digestOf(raw), By: p.User})
		return err
	})
}

// DeployToNext brings the newest version to the next environment, where the same person has to be
// a superuser.
func (s *Service) DeployToNext(ctx context.Context, p *access.Principal, in Deploy) (Deployed, error) {
	if err := s.ours(ctx, p, in.ID); err != nil {
		return Deployed{}, err
	}
	target, err := s.nextEnvironment(ctx, p)
	if err != nil {
		return Deployed{}, err
	}
	version, wanted, err := s.newest(ctx, p.Organization, in.ID)
	if err != nil {
		return Deployed{}, err
	}
	plan, err := s.deploy(ctx, target, deploying{kind: kindEnvironment, source: p.Organization, version: version.Version, wanted: wanted, token: in.Token, isDry: in.DryRun})
	return Deployed{Diff: plan, Version: version.Version, Target: target.Organization, DryRun: in.DryRun}, err
}

// nextEnvironment is the person in the organization that follows theirs among its environments.
func (s *Service) nextEnvironment(ctx context.Context, p *access.Principal) (*access.Principal, error) {
	set, err := s.settings.Settings(ctx, p.Organization)
	if err != nil {
		return nil, err
	}
	target := next(set.Environments, p.Organization)
	if target == "" {
		return nil, fault.New(fault.Conflict, "This organization has no next environment. Choose one in the app's settings.")
	}
	return s.superuserIn(ctx, p, target)
}

// next is the environment behind an organization's, "" for none. An organization that is not among
// them is before the first.
func next(environments []string, organization id.ID) id.ID {
	at := slices.Index(environments, string(organization)) + 1
	if at >= len(environments) {
		return ""
	}
	return id.ID(environments[at])
}

// superuserIn is the person who is the principal in another organization, if a superuser there.
func (s *Service) superuserIn(ctx context.Context, p *access.Principal, organization id.ID) (*access.Principal, error) {
	refused := fault.New(fault.Forbidden, "You must be a superuser of the next environment to deploy to it.")
	account, err := s.store.AccountOfUser(ctx, p.Organization, p.User)
	if err != nil {
		return nil, refused
	}
	for _, m := range account.Memberships {
		if m.Organization != organization {
			continue
		}
		there, err := s.principals.ActsFor(ctx, organization, m.User)
		if err != nil || !there.Superuser {
			return nil, refused
		}
		return &there, nil
	}
	return nil, refused
}

// Rollback brings back what the last deployment of the app replaced in this organization, or the
// version before the newest one where nothing was deployed to it.
func (s *Service) Rollback(ctx context.Context, p *access.Principal, in Deploy) (Deployed, error) {
	if err := s.ours(ctx, p, in.ID); err != nil {
		return Deployed{}, err
	}
	d := deploying{kind: kindRollback, source: p.Organization, token: in.Token, isDry: in.DryRun}
	done, err := s.store.Deployments(ctx, p.Organization, in.ID, shownTimes)
	if err != nil {
		return Deployed{}, err
	}
	if at := slices.IndexFunc(done, func(one row.AppDeployment) bool { return !one.Undone && one.Kind != kindRollback }); at >= 0 {
		d.undoes, d.version = done[at].ID, done[at].Version
		if d.wanted, err = stored(done[at].Before); err != nil {
			return Deployed{}, err
		}
	} else if d.wanted, d.version, err = s.versionBefore(ctx, p.Organization, in.ID); err != nil {
		return Deployed{}, err
	}
	plan, err := s.deploy(ctx, p, d)
	return Deployed{Diff: plan, Version: d.version, Target: p.Organization, DryRun: in.DryRun}, err
}

func (s *Service) versionBefore(ctx context.Context, organization, app id.ID) (*Package, int, error) {
	versions, err := s.store.AppVersions(ctx, organization, app, 2)
	if err != nil {
		return nil, 0, err
	}
	if len(versions) < 2 {
		return nil, 0, fault.New(fault.Conflict, "There is no earlier version to roll back to.")
	}
	wanted, err := stored(versions[1].Package)
	return wanted, versions[1].Version, err
}

// InstallCode makes a code by which another organization can install the app once.
func (s *Service) InstallCode(ctx context.Context, p *access.Principal, app id.ID) (Code, error) {
	if err := s.ours(ctx, p, app); err != nil {
		return Code{}, err
	}
	if _, _, err := s.newest(ctx, p.Organization, app); err != nil {
		return Code{}, err
	}
	secret := make([]byte, 20)
	_, _ = rand.Read(secret) // never fails (crypto/rand since Go 1.24)
	text := base32.StdEncoding.EncodeToString(secret)
	out := Code{InstallCode: text, Expires: s.now().Add(codeLife).UTC().Truncate(time.Second)}
	return out, s.store.AddInstallCode(ctx, row.AppInstallCode{
		Hash: hashOf(text), Organization: p.Organization, App: app, By: p.User, Expires: out.Expires,
	})
}

// Apply brings a package from a file into the organization.
func (s *Service) Apply(ctx context.Context, p *access.Principal, in Upload) (Deployed, error) {
	wanted, err := ReadPackage(in.Package)
	if err != nil {
		return Deployed{}, err
	}
	plan, err := s.deploy(ctx, p, deploying{kind: kindUpload, source: p.Organization, wanted: wanted, token: in.Token, isDry: in.DryRun})
	return Deployed{Diff: plan, Target: p.Organization, DryRun: in.DryRun}, err
}

// Export gives the app as it is, as a package.
func (s *Service) Export(ctx context.Context, p *access.Principal, app id.ID) (json.RawMessage, error) {
	if err := s.ours(ctx, p, app); err != nil {
		return nil, err
	}
	found, err := s.current(ctx, p, app)
	if err != nil {
		return nil, err
	}
	return found.encode(), nil
}
