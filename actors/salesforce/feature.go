package salesforce

import (
	"context"
	"fmt"

	"switchboard/actors/feature"
	"switchboard/storage/access"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// Feature declares the connection with Salesforce.
var Feature = feature.Feature{
	Name: "salesforce",
	Commands: []feature.Command{feature.Do(feature.Command{
		Route: feature.Route{Method: "GET", Path: "/oauth2/salesforce", Status: 200},
	}, func(ctx context.Context, d Door, p *access.Principal, _ Ask) (Connection, error) {
		return d.Connection(ctx, p)
	})},
	Start: func(h *feature.Host) feature.Running {
		return feature.Running{Service: &Service{store: h.Store, apps: feature.Need[Apps](h)}}
	},
}

// Ask asks how one stands with Salesforce.
type Ask struct{ feature.Given }

// Door is what clients' commands ask of the Service.
type Door interface {
	Connection(ctx context.Context, p *access.Principal) (Connection, error)
}

// Store is what the Service needs of the database (storage/pg).
type Store interface {
	Find(ctx context.Context, organization id.ID, query row.Query) ([]row.Record, error)
}

// Apps tells which app stands for a feature (actors/organizations); fault.NotFound where the
// organization uses none.
type Apps interface {
	AppOf(ctx context.Context, organization id.ID, feature string) (row.Record, error)
}

// Connection is how a person stands with Salesforce.
type Connection struct {
	// Credential is his, "" if there is none; Missing says then what an administrator must set up
	// first.
	Credential id.ID  `json:"credential"`
	Name       string `json:"name"`
	Missing    string `json:"missing"`
	// Verified says that Salesforce lets us in by it, LastError why it does not.
	Verified  bool   `json:"verified"`
	LastError string `json:"last_error"`
}

// Service reads how people stand.
type Service struct {
	store Store
	apps  Apps
}

// maxSystems bounds the integrated apps of the app's records that are looked at.
const maxSystems = 100

// Connection implements Door.
func (s *Service) Connection(ctx context.Context, p *access.Principal) (Connection, error) {
	app, err := s.apps.AppOf(ctx, p.Organization, Feature.Name)
	if fault.Is(err, fault.NotFound) { // it may have gone while a page asked
		return Connection{Missing: fault.From(err).Detail}, nil
	}
	if err != nil {
		return Connection{}, err
	}
	name := app.Text("name")
	systems := systemsOf(app)
	if len(systems) == 0 {
		return Connection{Missing: fmt.Sprintf("An administrator must first make an integrated app for Salesforce and add it to the records of the app %s.", name)}, nil
	}
	found, err := s.store.Find(ctx, p.Organization, row.Query{
		Object: "auth_credential", Limit: 1, Order: []row.Order{{Field: "id"}}, Where: []row.Condition{
			{Field: "integrated_app", Operator: "IN", Value: systems}, {Field: "user", Operator: "=", Value: p.User},
		},
	})
	if err != nil {
		return Connection{}, err
	}
	if len(found) == 0 {
		return Connection{Missing: "An administrator must first make an auth credential for Salesforce whose user you are."}, nil
	}
	verified, _ := found[0].Bool("verified")
	return Connection{Credential: found[0].ID, Name: found[0].Text("name"), Verified: verified, LastError: found[0].Text("last_error")}, nil
}

// systemsOf are the integrated apps among an app's records. What else stands there is passed
// over: people write it.
func systemsOf(app row.Record) []id.ID {
	var records map[string]any
	if err := app.JSON("records", &records); err != nil {
		return nil
	}
	listed, _ := records["integrated_app"].([]any)
	var systems []id.ID
	for _, one := range listed {
		text, _ := one.(string)
		if system, ok := id.Parse(text); ok && len(systems) < maxSystems {
			systems = append(systems, system)
		}
	}
	return systems
}
