package market

import (
	"context"
	"net/http"
	"time"

	"switchboard/actors/feature"
	"switchboard/actors/payments"
	"switchboard/storage/access"
	"switchboard/storage/id"
	"switchboard/storage/schema"
)

// Feature declares the marketplace.
var Feature = feature.Feature{
	Name:    "market",
	Objects: []*schema.Object{productDefinition(), purchaseDefinition(), saleDefinition()},
	Commands: []feature.Command{
		feature.Do(feature.Command{Route: feature.Route{Method: http.MethodGet, Path: "/marketplace/products", Status: http.StatusOK}}, on(Door.Products)),
		feature.Do(feature.Command{Of: "a product", Route: feature.Route{Method: http.MethodGet, Path: "/marketplace/product/{id}", Status: http.StatusOK}}, on(Door.Product)),
		feature.Do(feature.Command{Route: feature.Route{Method: http.MethodGet, Path: "/marketplace/invoices", Status: http.StatusOK}}, on(Door.Invoices)),
		feature.Do(feature.Command{Route: feature.Route{Method: http.MethodPost, Path: "/marketplace/checkout", Status: http.StatusCreated}}, on(Door.Checkout)),
		feature.Do(feature.Command{Route: feature.Route{Method: http.MethodPost, Path: "/marketplace/claim", Status: http.StatusOK}}, on(Door.Claim)),
		feature.Do(feature.Command{Route: feature.Route{Method: http.MethodPost, Path: "/marketplace/confirm", Status: http.StatusOK}}, on(Door.Confirm)),
		feature.Do(feature.Command{Of: "a purchase", Route: feature.Route{Method: http.MethodPost, Path: "/marketplace/subscription/{id}", Status: http.StatusOK}}, on(Door.Change)),
		feature.Do(feature.Command{Of: "a purchase", Route: feature.Route{Method: http.MethodPost, Path: "/marketplace/subscription/{id}/preview", Status: http.StatusOK}}, on(Door.Preview)),
		feature.Do(feature.Command{Of: "a purchase", Route: feature.Route{Method: http.MethodPost, Path: "/marketplace/subscription/{id}/card", Status: http.StatusCreated}}, on(Door.Card)),
		feature.Do(feature.Command{Of: "a purchase", Route: feature.Route{Method: http.MethodPost, Path: "/marketplace/subscription/{id}/seats", Status: http.StatusOK}}, on(Door.Seats)),
		feature.Do(feature.Command{Of: "a product", Route: feature.Route{Method: http.MethodPost, Path: "/marketplace/product/{id}/prices", Status: http.StatusOK}}, on(Door.CreatePrices)),
		feature.Do(feature.Command{Of: "a sale", Route: feature.Route{Method: http.MethodPost, Path: "/marketplace/sale/{id}/refund", Status: http.StatusOK}}, on(Door.Refund)),
	},
	Jobs: []feature.Job{
		feature.Regularly(feature.Portions(feature.Job{Name: "market.grace", Title: "End access that was not paid"}, nobody,
			func(ctx context.Context, d Grace, on feature.Portion, _ Ended) (feature.Progress, error) {
				n, err := d.EndGrace(ctx, on.Organization)
				on.Done, on.Over = on.Done+int64(n), true
				return on.Progress, err
			}), graceEvery,
			func(ctx context.Context, d Grace, organization id.ID) (Ended, bool, error) {
				due, err := d.GraceEnded(ctx, organization)
				return Ended{}, due, err
			}),
	},
	Start: start,
}

// on makes the executor of a command of a method.
func on[In, Reply any](method func(Door, context.Context, *access.Principal, In) (Reply, error)) func(context.Context, Door, *access.Principal, In) (Reply, error) {
	return func(ctx context.Context, d Door, p *access.Principal, in In) (Reply, error) {
		return method(d, ctx, p, in)
	}
}

// graceEvery is how often ended graces are looked for.
const graceEvery = 10 * time.Minute

// Ended is what the job starts with.
type Ended struct{}

// Grace is what the job asks of the Service.
type Grace interface {
	GraceEnded(ctx context.Context, organization id.ID) (bool, error)
	EndGrace(ctx context.Context, organization id.ID) (int, error)
}

// nobody starts the job by hand; the product does.
func nobody(p *access.Principal, _ Ended) error { return superuser(p) }

// Door is what clients' commands ask of the Service.
type Door interface {
	Products(ctx context.Context, p *access.Principal, in Ask) (Catalogue, error)
	Product(ctx context.Context, p *access.Principal, in feature.On) (Page, error)
	Invoices(ctx context.Context, p *access.Principal, in Ask) (Invoices, error)
	Checkout(ctx context.Context, p *access.Principal, in Order) (Secret, error)
	Claim(ctx context.Context, p *access.Principal, in Order) (Claimed, error)
	Confirm(ctx context.Context, p *access.Principal, in Return) (Confirmed, error)
	Change(ctx context.Context, p *access.Principal, in Plan) (Claimed, error)
	Preview(ctx context.Context, p *access.Principal, in Plan) (Cost, error)
	Card(ctx context.Context, p *access.Principal, in feature.On) (Secret, error)
	Seats(ctx context.Context, p *access.Principal, in Seating) (Claimed, error)
	CreatePrices(ctx context.Context, p *access.Principal, in feature.On) (Page, error)
	Refund(ctx context.Context, p *access.Principal, in Refunding) (RefundedSale, error)
}

// Settings say who sells and how.
type Settings struct {
	// Seller is the organization whose products are sold, "" for nobody.
	Seller id.ID
	// PublicURL is scheme and host under which browsers reach the product.
	PublicURL string
	// PublishableKey is for the provider's script in browsers. Simulated payments have none.
	PublishableKey string
	IsSimulated    bool
	// IsLive chooses a tier's price_id; otherwise its test_price_id.
	IsLive bool
	// CannotStop says that subscriptions are stopped by the seller alone.
	CannotStop bool
}

// Names gives the names of organizations (actors/organizations).
type Names interface {
	OrganizationName(ctx context.Context, organization id.ID) (string, error)
}

// Answers finds events that were taken in before (storage/pg).
type Answers interface {
	InboundAnswer(ctx context.Context, provider, providerID, kind string) (answer []byte, answerType string, found bool, err error)
}

func start(h *feature.Host) feature.Running {
	settings := feature.Need[*Settings](h)
	s := &Service{
		store: h.Store, provider: feature.Need[payments.Provider](h), settings: *settings, names: feature.Need[Names](h),
		answers: feature.Need[Answers](h), log: h.Logger.With("part", "market"), now: time.Now,
	}
	return feature.Running{
		Service: s,
		Reviewers: map[string]feature.Reviewer{
			productObject:  productReviewer{settings.Seller},
			purchaseObject: byProvider("Purchases are made in the marketplace."),
			saleObject:     byProvider("Sales are made in the marketplace."),
		},
		Receivers: []feature.Receiver{{Path: "stripe", Receive: s.Receive}},
	}
}
