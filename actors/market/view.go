package market

import (
	"context"
	"encoding/json"
	"time"

	"switchboard/actors/feature"
	"switchboard/actors/payments"
	"switchboard/storage/access"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// Product is a product as buyers see it.
type Product struct {
	ID           id.ID           `json:"id"`
	Name         string          `json:"name"`
	Type         string          `json:"type"`
	Active       bool            `json:"active"`
	PricingModel string          `json:"pricing_model"`
	Pricing      json.RawMessage `json:"pricing"`
	AddOns       json.RawMessage `json:"add_ons"`
	ProductPage  json.RawMessage `json:"product_page"`
	Modified     time.Time       `json:"modified_date"`
}

// Purchase is what an organization has.
type Purchase struct {
	ID        id.ID      `json:"id"`
	Product   string     `json:"product"`
	Name      string     `json:"name"`
	Field     string     `json:"field"`
	Tier      int64      `json:"tier"`
	TierTitle string     `json:"tier_title"`
	Status    string     `json:"status"`
	Access    bool       `json:"access"`
	Quantity  int64      `json:"quantity"`
	UnitPrice string     `json:"unit_price"`
	Frequency string     `json:"frequency"`
	PaidUntil *time.Time `json:"current_period_end"`
	CancelAt  *time.Time `json:"cancel_at"`
	Grace     *time.Time `json:"grace_until"`
	Seats     []id.ID    `json:"seats"`
	// Subscription is "" for what is free.
	Subscription string `json:"subscription_id"`
}

// Catalogue is what can be bought, and what was.
type Catalogue struct {
	Products  []Product  `json:"products"`
	Purchases []Purchase `json:"purchases"`
	Terms     Terms      `json:"terms"`
}

// Page is one product with what the organization has of it.
type Page struct {
	Product   Product    `json:"product"`
	Purchases []Purchase `json:"purchases"`
	Terms     Terms      `json:"terms"`
}

// Terms are how one may buy.
type Terms struct {
	// CanBuy says that the reader may buy, IsSeller that they edit the products.
	CanBuy   bool `json:"can_buy"`
	IsSeller bool `json:"is_seller"`
	// Simulated says that no money moves. PublishableKey is for the provider's script.
	Simulated      bool   `json:"simulated"`
	PublishableKey string `json:"publishable_key"`
	// CanStop says that a subscription can be canceled here.
	CanStop bool `json:"can_stop"`
}

func (s *Service) terms(p *access.Principal) Terms {
	return Terms{
		CanBuy: p.Superuser, IsSeller: p.Superuser && p.Organization == s.settings.Seller, Simulated: s.settings.IsSimulated,
		PublishableKey: s.settings.PublishableKey, CanStop: !s.settings.CannotStop,
	}
}

func offerView(r row.Record) Product {
	active, _ := r.Bool("active")
	return Product{
		ID: r.ID, Name: r.Text("name"), Type: r.Text("type"), Active: active, PricingModel: pricingModel(r),
		Pricing: raw(r, pricingField), AddOns: raw(r, addOnsField), ProductPage: raw(r, "product_page"), Modified: r.Time("modified_date"),
	}
}

func show(r row.Record) Purchase {
	hasAccess, _ := r.Bool("access")
	out := Purchase{
		ID: r.ID, Product: r.Text("product"), Name: r.Text("name"), Field: r.Text("field"), Tier: r.Int("tier"), TierTitle: r.Text("tier_title"),
		Status: r.Text("status"), Access: hasAccess, Quantity: r.Int("quantity"), UnitPrice: r.Text("unit_price"), Frequency: r.Text("frequency"),
		Seats: r.Lookups("seats"), Subscription: r.Text("subscription_id"),
		PaidUntil: moment(r, "current_period_end"), CancelAt: moment(r, "cancel_at"), Grace: moment(r, "grace_until"),
	}
	if out.Seats == nil {
		out.Seats = []id.ID{}
	}
	return out
}

func moment(r row.Record, field string) *time.Time {
	if at := r.Time(field); !at.IsZero() {
		return &at
	}
	return nil
}

func (s *Service) purchases(ctx context.Context, p *access.Principal, where ...row.Condition) ([]Purchase, error) {
	found, err := s.store.Find(ctx, p.Organization, row.Query{Object: purchaseObject, Where: where, Order: []row.Order{{Field: "name"}}, Limit: maxProducts})
	out := []Purchase{}
	for _, r := range found {
		out = append(out, show(r))
	}
	return out, err
}

// Products implements Door. A seller sees the products too that are not offered.
func (s *Service) Products(ctx context.Context, p *access.Principal, _ Ask) (Catalogue, error) {
	out := Catalogue{Products: []Product{}, Purchases: []Purchase{}, Terms: s.terms(p)}
	if s.settings.Seller == "" {
		return out, nil
	}
	query := row.Query{Object: productObject, Order: []row.Order{{Field: "name"}}, Limit: maxProducts}
	if !out.Terms.IsSeller {
		query.Where = []row.Condition{{Field: "active", Operator: "=", Value: true}}
	}
	found, err := s.store.Find(ctx, s.settings.Seller, query)
	if err != nil {
		return out, err
	}
	for _, r := range found {
		out.Products = append(out.Products, offerView(r))
	}
	out.Purchases, err = s.purchases(ctx, p)
	return out, err
}

// Product implements Door. One that is no longer offered is shown to those who have it.
func (s *Service) Product(ctx context.Context, p *access.Principal, in feature.On) (Page, error) {
	record, err := s.product(ctx, in.ID)
	if err != nil {
		return Page{}, err
	}
	out := Page{Product: offerView(record), Terms: s.terms(p)}
	if out.Purchases, err = s.purchases(ctx, p, row.Condition{Field: "product", Operator: "=", Value: string(in.ID)}); err != nil {
		return out, err
	}
	if !out.Product.Active && len(out.Purchases) == 0 && !out.Terms.IsSeller {
		return Page{}, fault.New(fault.NotFound, "This product does not exist.")
	}
	return out, nil
}

// Bill is one invoice of the organization.
type Bill struct {
	ID       string    `json:"id"`
	Number   string    `json:"number"`
	Status   string    `json:"status"`
	Amount   string    `json:"amount"`
	Refunded string    `json:"refunded"`
	Currency string    `json:"currency"`
	Created  time.Time `json:"created"`
	URL      string    `json:"url"`
}

// Invoices are the organization's, the newest first.
type Invoices struct {
	Data []Bill `json:"data"`
}

// Invoices implements Door.
func (s *Service) Invoices(ctx context.Context, p *access.Principal, _ Ask) (Invoices, error) {
	out := Invoices{Data: []Bill{}}
	if err := superuser(p); err != nil {
		return out, err
	}
	customers := map[string]bool{}
	found, err := s.store.Find(ctx, p.Organization, row.Query{Object: purchaseObject, Fields: []string{"customer_id"}})
	if err != nil {
		return out, err
	}
	for _, r := range found {
		customer := r.Text("customer_id")
		if customer == "" || customers[customer] {
			continue
		}
		customers[customer] = true
		invoices, err := s.provider.Invoices(ctx, customer)
		if err != nil {
			return out, err
		}
		for _, in := range invoices {
			out.Data = append(out.Data, billOf(in))
		}
	}
	return out, nil
}

func billOf(in payments.Invoice) Bill {
	return Bill{
		ID: in.ID, Number: in.Number, Status: in.Status, Amount: decimal(in.Amount), Refunded: decimal(in.Refunded), Currency: in.Currency,
		Created: in.Created, URL: in.URL,
	}
}
