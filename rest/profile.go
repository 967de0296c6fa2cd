package rest

import (
	"context"
	"net/http"

	"switchboard/actors/accounts"
	"switchboard/actors/records"
	"switchboard/rest/wire"
	"switchboard/storage/access"
	"switchboard/storage/exact"

	"github.com/go-chi/chi/v5"
)

// rightsOf returns what the principal may do with some records of an object, so that the UI
// offers nothing that is refused.
func rightsOf(p *access.Principal, object string) wire.Rights {
	r, writes := p.Rights(object), p.Writes(object)
	return wire.Rights{
		Create: r != nil && r.Create && writes, Read: len(r.Relations()) > 0,
		Update: r.MayUpdate() && writes, Delete: r.MayDelete() && writes,
	}
}

// profile describes the principal: identity, rights and preferences.
type profile struct {
	records       Records
	organizations Organizations
	signIns       SignIns
	views         Views // nil if nobody can view as another user
	mayPlay       func(p *access.Principal) bool
	isDemo        func(p *access.Principal) bool
}

func (f *profile) routes(r chi.Router, g *gate) {
	r.Get("/me", g.signed(f.me))
	r.Patch("/me/settings", g.signed(f.saveSettings))
	r.Post("/me/password", g.signed(f.changePassword))
}

func (f *profile) me(w http.ResponseWriter, r *http.Request, p *access.Principal) error {
	answer, err := f.of(r.Context(), p)
	if err != nil {
		return err
	}
	return writeJSON(w, http.StatusOK, answer)
}

func (f *profile) of(ctx context.Context, p *access.Principal) (*wire.Me, error) {
	user, err := f.records.Get(ctx, p, "user", p.User)
	if err != nil {
		return nil, err
	}
	complete(p, "user", user)
	name, err := f.organizations.OrganizationName(ctx, p.Organization)
	if err != nil {
		return nil, err
	}
	memberships, err := f.signIns.Memberships(ctx, p)
	if err != nil {
		return nil, err
	}
	apps, err := f.organizations.ActiveApps(ctx, p.Organization)
	if err != nil {
		return nil, err
	}
	flags, err := f.organizations.Features(ctx, p.Organization)
	if err != nil {
		return nil, err
	}
	answer := &wire.Me{
		Memberships: membershipsOf(memberships),
		User:        user, Organization: wire.Organization{ID: p.Organization, Name: name},
		Rights: map[string]wire.EffectiveRights{}, System: p.System(), Administers: p.Administered(), Version: p.Version(), Apps: []wire.App{}, FeatureFlags: flags, Without: p.Without(),
		Simulator: f.mayPlay(p), Demo: f.isDemo(p),
	}
	if p.Viewer != "" && f.views != nil {
		name, until, err := f.views.Until(ctx, p)
		if err != nil {
			return nil, err
		}
		answer.Viewing = &wire.Viewing{By: name, Until: until}
	}
	for _, app := range apps {
		answer.Apps = append(answer.Apps, wire.App{ID: app.ID, Name: app.Text("name")})
	}
	for _, o := range p.Registry().Objects() {
		if r := p.Rights(o.APIName); r != nil {
			answer.Rights[o.APIName] = wire.EffectiveRights{Rights: rightsOf(p, o.APIName), Rows: string(r.Scope())}
		}
	}
	return answer, nil
}

// saveSettings is PATCH v1/me/settings: what is given is merged into the settings
// that stand, object by object; null removes a key.
func (f *profile) saveSettings(w http.ResponseWriter, r *http.Request, p *access.Principal) error {
	text, err := readBody(r, maxBody, false)
	if err != nil {
		return err
	}
	if _, err := exact.Split(text); err != nil {
		return err
	}
	row := records.Input{"id": raw(`"` + string(p.User) + `"`), "settings": text}
	written, err := f.records.Patch(r.Context(), p, "user", []records.Input{row}, 0, commandOf(r, p))
	if err != nil {
		return err
	}
	settings := written.Records[0]["settings"]
	if len(settings) == 0 || string(settings) == "null" {
		settings = raw("{}")
	}
	return writeJSON(w, http.StatusOK, settings)
}

// changePassword is POST v1/me/password: it replaces the password of the person and
// ends that person's other sessions.
func (f *profile) changePassword(w http.ResponseWriter, r *http.Request, p *access.Principal) error {
	var change accounts.PasswordChange
	if err := readInto(r, &change); err != nil {
		return err
	}
	if err := f.signIns.ChangePassword(r.Context(), p, change, clientOf(r)); err != nil {
		return err
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}
