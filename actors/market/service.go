package market

import (
	"context"
	"encoding/json"
	"log/slog"
	"time"

	"switchboard/actors/feature"
	"switchboard/actors/payments"
	"switchboard/storage/access"
	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// Store is what the Service needs of the database (storage/pg).
type Store interface {
	Commit(ctx context.Context, change row.Change) ([]row.Record, error)
	Get(ctx context.Context, organization id.ID, object string, record id.ID) (row.Record, error)
	Find(ctx context.Context, organization id.ID, query row.Query) ([]row.Record, error)
}

// Service is the marketplace.
type Service struct {
	store    Store
	provider payments.Provider
	settings Settings
	names    Names
	answers  Answers
	log      *slog.Logger
	now      func() time.Time
}

// Ask asks for something without naming it.
type Ask struct{ feature.Given }

// maxProducts bounds the catalogue.
const maxProducts = 500

func superuser(p *access.Principal) error {
	if !p.Superuser {
		return fault.New(fault.Forbidden, "Only a superuser can buy or change products for the organization.")
	}
	return nil
}

// slot returns the purchase of a product in an organization: one for its plan, and one for each
// add-on.
func slot(organization, product id.ID, field string, title string) id.ID {
	if field == pricingField {
		title = ""
	}
	return id.Derived("market/" + string(organization) + "/" + string(product) + "/" + field + "/" + title)
}

// purchase returns a record, the zero Record if there is none.
func (s *Service) purchase(ctx context.Context, organization, purchase id.ID) (row.Record, error) {
	found, err := s.store.Get(ctx, organization, purchaseObject, purchase)
	if fault.Is(err, fault.NotFound) {
		return row.Record{}, nil
	}
	return found, err
}

// product returns a product that is offered, or that the organization has bought.
func (s *Service) product(ctx context.Context, product id.ID) (row.Record, error) {
	if s.settings.Seller == "" {
		return row.Record{}, fault.New(fault.NotFound, "There is no marketplace on this installation.")
	}
	found, err := s.store.Get(ctx, s.settings.Seller, productObject, product)
	if fault.Is(err, fault.NotFound) {
		return found, fault.New(fault.NotFound, "This product does not exist.")
	}
	return found, err
}

// offer is a tier that somebody wants.
type offer struct {
	product row.Record
	field   string
	index   int64
	tier    Tier
}

// offered finds a tier of an active product.
func (s *Service) offered(ctx context.Context, product id.ID, field string, index int64) (offer, error) {
	record, err := s.product(ctx, product)
	if err != nil {
		return offer{}, err
	}
	if active, _ := record.Bool("active"); !active {
		return offer{}, fault.New(fault.NotFound, "%s is no longer offered.", record.Text("name"))
	}
	if field == "" {
		field = pricingField
	}
	if field != pricingField && field != addOnsField {
		return offer{}, fault.Field("field", "field must be pricing or add_ons")
	}
	tiers, err := readTiers(record, field)
	if err != nil {
		return offer{}, err
	}
	if index < 0 || index >= int64(len(tiers)) || !tiers[index].isOffered() {
		return offer{}, fault.Field("tier", "%s has no such tier. Reload the page", record.Text("name"))
	}
	return offer{record, field, index, tiers[index]}, nil
}

// price reads the price of a tier from the provider and holds the two to each other.
func (s *Service) price(ctx context.Context, o offer, claimed string) (payments.Price, error) {
	wanted := o.tier.price(s.settings.IsLive)
	if wanted == "" {
		return payments.Price{}, fault.New(fault.Conflict, "%s can't be bought yet: its price is not set up at the payment provider. Tell the seller.", o.tier.Title)
	}
	if claimed != "" && claimed != o.tier.PriceID && claimed != o.tier.TestPriceID {
		return payments.Price{}, fault.New(fault.Conflict, "The price of %s has changed. Reload the page.", o.tier.Title)
	}
	found, err := s.provider.Price(ctx, wanted)
	if fault.Is(err, fault.NotFound) || err == nil && (!found.Active || found.Amount != o.tier.Amount() || found.Interval != o.tier.Interval()) {
		s.log.ErrorContext(ctx, "a tier and its price at the payment provider differ", "product", o.product.ID, "price", wanted, "error", err)
		return payments.Price{}, fault.New(fault.Conflict, "The price of %s differs from the one at the payment provider. Tell the seller.", o.tier.Title)
	}
	return found, err
}

// customer returns the organization's customer at the provider, which is made once.
func (s *Service) customer(ctx context.Context, p *access.Principal) (string, error) {
	had, err := s.store.Find(ctx, p.Organization, row.Query{
		Object: purchaseObject, Where: []row.Condition{{Field: "customer_id", Operator: "IS NOT NULL"}}, Order: []row.Order{{Field: "created_date"}}, Limit: 1,
	})
	if err != nil {
		return "", err
	}
	if len(had) > 0 && had[0].Text("customer_id") != "" {
		return had[0].Text("customer_id"), nil
	}
	name, err := s.names.OrganizationName(ctx, p.Organization)
	if err != nil {
		return "", err
	}
	return s.provider.CreateCustomer(ctx, payments.CustomerRequest{
		Name: name, Key: "customer-" + string(p.Organization), Metadata: map[string]string{metaOrganization: string(p.Organization)},
	})
}

// open is the checkout that a purchase waits for.
type openCheckout struct {
	Session  string `json:"session"`
	Price    string `json:"price"`
	Quantity int64  `json:"quantity"`
	Tier     int64  `json:"tier"`
}

func checkoutOf(purchase row.Record) (out openCheckout) {
	if purchase.JSON("checkout", &out) != nil {
		return openCheckout{}
	}
	return out
}

// put writes a purchase at the version that was read.
func (s *Service) put(ctx context.Context, organization, by, purchase id.ID, before row.Record, set row.Fields, cause string, more ...row.Write) error {
	write := row.Write{Object: purchaseObject, ID: purchase, Op: entry.Updated, Expect: before.Version, Set: set, Cause: cause}
	if before.ID == "" {
		write.Op = entry.Created
	}
	_, err := s.store.Commit(ctx, row.Change{Organization: organization, By: by, Writes: append([]row.Write{write}, more...)})
	return err
}

// isOvertaken reports whether another writer was first, so that reading again helps.
func isOvertaken(err error) bool {
	return fault.Is(err, fault.VersionConflict) || fault.Is(err, fault.Conflict)
}

// attempts bounds how often a write is tried against other writers.
const attempts = 5

func raw(record row.Record, field string) json.RawMessage {
	value, _ := record.Fields[field].(json.RawMessage)
	if len(value) == 0 {
		return json.RawMessage("null")
	}
	return value
}
