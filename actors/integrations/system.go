package integrations

import (
	"context"
	"strings"

	"golang.org/x/oauth2"

	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// callbackPath is where other systems send people back to.
const callbackPath = "/oauth2/callback"

// system is what a credential is for.
type system struct {
	name string
	oauth2.Config
}

// configured is the config of an integrated app.
type configured struct {
	ClientID     string `json:"client_id"`
	RedirectURI  string `json:"redirect_uri"`
	ResponseType string `json:"response_type"`
	Scope        string `json:"scope"`
}

// system reads what a credential is for. fault.Conflict says what somebody must set first.
func (s *Service) system(ctx context.Context, organization id.ID, credential row.Record) (system, error) {
	named := credential.Lookup("integrated_app")
	if named == "" {
		return system{}, fault.New(fault.Conflict, "%s names no integrated app. Choose the one that it is for.", credential.Text("name"))
	}
	app, err := s.store.Get(ctx, organization, appObject, named)
	if err != nil {
		return system{}, err
	}
	out := system{name: app.Text("name")}
	var config configured
	if err := app.JSON("config", &config); err != nil {
		return system{}, fault.Wrap(err, fault.Conflict, "The config of the integrated app %s must hold texts alone.", out.name)
	}
	if why := s.unfit(app, config); why != "" {
		return system{}, fault.New(fault.Conflict, "The integrated app %s can't be authorized: %s.", out.name, why)
	}
	out.Config = oauth2.Config{
		ClientID: config.ClientID, RedirectURL: s.callback(), Scopes: strings.Fields(config.Scope),
		Endpoint: oauth2.Endpoint{AuthURL: app.Text("authentication_url"), TokenURL: app.Text("token_url"), AuthStyle: oauth2.AuthStyleInParams},
	}
	return out, s.open(organization, app, "client_secret", &out.ClientSecret)
}

// unfit says what an integrated app lacks, "" for nothing.
func (s *Service) unfit(app row.Record, config configured) string {
	used, said := app.Bool("use_config")
	switch {
	case app.Text("authentication_protocol") != oauth2Protocol:
		return "its Authentication Protocol is not " + oauth2Protocol
	case said && !used:
		return "its Use Config is off"
	case config.ClientID == "":
		return "its Config has no client_id"
	case config.ResponseType != "" && config.ResponseType != "code":
		return "response_type of its Config must be code"
	case config.RedirectURI != "" && config.RedirectURI != callbackPath && config.RedirectURI != s.callback():
		return "redirect_uri of its Config must be " + s.callback()
	}
	if err := s.web.Check(app.Text("authentication_url")); err != nil {
		return "its Authentication URL " + err.Error()
	}
	if err := s.web.Check(app.Text("token_url")); err != nil {
		return "its Token URL " + err.Error()
	}
	return ""
}

func (s *Service) callback() string { return string(s.url) + callbackPath }

// asking is a context in which x/oauth2 asks by our client.
func (s *Service) asking(ctx context.Context) context.Context {
	return context.WithValue(ctx, oauth2.HTTPClient, s.web.HTTP)
}
