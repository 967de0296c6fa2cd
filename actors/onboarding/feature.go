package onboarding

import (
	"context"
	"net/http"

	"switchboard/actors/carrier"
	"switchboard/actors/feature"
	"switchboard/storage/access"
	"switchboard/storage/schema"
	"switchboard/storage/seal"
)

// Feature declares onboarding, and how the phone network is set up.
var Feature = feature.Feature{
	Name:     "onboarding",
	Objects:  []*schema.Object{onboardingObject()},
	Commands: commands(),
	Start: func(h *feature.Host) feature.Running {
		return feature.Running{Service: &Service{store: h.Store, ring: feature.Need[*seal.Ring](h), provider: feature.Need[carrier.Provisioner](h)}}
	},
}

// Door is what clients' commands ask of the Service.
type Door interface {
	SaveCredentials(ctx context.Context, p *access.Principal, in CredentialsInput) (Credentials, error)
	OpenSubaccount(ctx context.Context, p *access.Principal, in SubaccountInput) (Next, error)
	CreateApplication(ctx context.Context, p *access.Principal, in NamedInput) (Made, error)
	CreateKey(ctx context.Context, p *access.Principal, in NamedInput) (Made, error)
	CreateService(ctx context.Context, p *access.Principal, in NamedInput) (Made, error)
	Applications(ctx context.Context, p *access.Principal, in ListInput) (List, error)
	Keys(ctx context.Context, p *access.Principal, in ListInput) (List, error)
	Services(ctx context.Context, p *access.Principal, in ListInput) (List, error)
	Subscribe(ctx context.Context, p *access.Principal, in FiltersInput) (Filtered, error)
	Search(ctx context.Context, p *access.Principal, in SearchInput) ([]carrier.NumberForSale, error)
	Purchase(ctx context.Context, p *access.Principal, in PurchaseInput) (Phone, error)
	Import(ctx context.Context, p *access.Principal, in ImportInput) ([]Phone, error)
	Assign(ctx context.Context, p *access.Principal, in AssignInput) (Made, error)
	Serve(ctx context.Context, p *access.Principal, in ServeInput) (Made, error)
	Converse(ctx context.Context, p *access.Principal, in AddressInput) (Made, error)
}

// on declares a command with its route.
func on[In, Reply any](method, path string, status int, do func(Door, context.Context, *access.Principal, In) (Reply, error)) feature.Command {
	return feature.Do(feature.Command{Route: feature.Route{Method: method, Path: path, Status: status}},
		func(ctx context.Context, d Door, p *access.Principal, in In) (Reply, error) { return do(d, ctx, p, in) })
}

func commands() []feature.Command {
	return []feature.Command{
		on(http.MethodPost, "/twilio/account", http.StatusCreated, Door.SaveCredentials),
		on(http.MethodPost, "/twilio/account/subaccount", http.StatusCreated, Door.OpenSubaccount),
		on(http.MethodPost, "/twilio/application", http.StatusCreated, Door.CreateApplication),
		on(http.MethodGet, "/twilio/application", http.StatusOK, Door.Applications),
		on(http.MethodPost, "/twilio/key", http.StatusCreated, Door.CreateKey),
		on(http.MethodGet, "/twilio/key", http.StatusOK, Door.Keys),
		on(http.MethodPost, "/twilio/service", http.StatusCreated, Door.CreateService),
		on(http.MethodGet, "/twilio/service", http.StatusOK, Door.Services),
		on(http.MethodPatch, "/twilio/service/{sid}/webhooks", http.StatusOK, Door.Subscribe),
		on(http.MethodPost, "/twilio/service/{service_sid}/phone", http.StatusOK, Door.Serve),
		on(http.MethodGet, "/twilio/phone/search", http.StatusOK, Door.Search),
		on(http.MethodPost, "/twilio/phone/purchase", http.StatusCreated, Door.Purchase),
		on(http.MethodPost, "/twilio/phone/import", http.StatusOK, Door.Import),
		on(http.MethodPost, "/twilio/phone/assign", http.StatusOK, Door.Assign),
		on(http.MethodPost, "/twilio/address", http.StatusCreated, Door.Converse),
	}
}
