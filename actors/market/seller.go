package market

import (
	"context"
	"fmt"
	"math"
	"strconv"

	"switchboard/actors/feature"
	"switchboard/actors/payments"
	"switchboard/storage/access"
	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// currency is that of prices which are created here.
const currency = "usd"

func (s *Service) seller(p *access.Principal) error {
	if !p.Superuser || p.Organization != s.settings.Seller {
		return fault.New(fault.Forbidden, "Only superusers of the organization that runs the marketplace may do this.")
	}
	return nil
}

// CreatePrices implements Door: it creates the prices at the provider that a product's tiers lack,
// or that differ from them.
func (s *Service) CreatePrices(ctx context.Context, p *access.Principal, in feature.On) (Page, error) {
	if err := s.seller(p); err != nil {
		return Page{}, err
	}
	record, err := s.product(ctx, in.ID)
	if err != nil {
		return Page{}, err
	}
	set := row.Fields{}
	for _, field := range []string{pricingField, addOnsField} {
		tiers, err := readTiers(record, field)
		if err != nil {
			return Page{}, err
		}
		isChanged := false
		for i := range tiers {
			created, err := s.createPrice(ctx, record, &tiers[i])
			if err != nil {
				return Page{}, err
			}
			isChanged = isChanged || created
		}
		if isChanged {
			set[field] = row.JSONValue(tiers)
		}
	}
	if len(set) > 0 {
		_, err = s.store.Commit(ctx, row.Change{Organization: p.Organization, By: p.User, Writes: []row.Write{{
			Object: productObject, ID: record.ID, Op: entry.Updated, Expect: record.Version, Set: set, Cause: "product.prices",
		}}})
		if err != nil {
			return Page{}, err
		}
	}
	return s.Product(ctx, p, in)
}

func (s *Service) createPrice(ctx context.Context, product row.Record, t *Tier) (bool, error) {
	if t.Mode != modeSubscription {
		return false, nil
	}
	if had := t.price(s.settings.IsLive); had != "" {
		found, err := s.provider.Price(ctx, had)
		if err == nil && found.Active && found.Amount == t.Amount() && found.Interval == t.Interval() {
			return false, nil
		}
		if err != nil && !fault.Is(err, fault.NotFound) {
			return false, err
		}
	}
	made, err := s.provider.CreatePrice(ctx, payments.PriceRequest{
		Product: product.Text("name") + " " + t.Title, Currency: currency, Interval: t.Interval(), Amount: t.Amount(),
		Key: fmt.Sprintf("price-%s-%d-%s-%d-%s", product.ID, product.Version, t.Title, t.Amount(), t.Interval()),
	})
	if err != nil {
		return false, err
	}
	if s.settings.IsLive {
		t.PriceID = made.ID
	} else {
		t.TestPriceID = made.ID
	}
	return true, nil
}

// Refunding returns money of a sale: an amount, or all that is left.
type Refunding struct {
	ID     id.ID  `json:"id"`
	Amount string `json:"amount"`
	feature.Given
}

// RefundedSale says how a sale stands after a refund.
type RefundedSale struct {
	Status   string `json:"status"`
	Amount   string `json:"amount"`
	Refunded string `json:"refunded"`
}

// Refund implements Door.
func (s *Service) Refund(ctx context.Context, p *access.Principal, in Refunding) (RefundedSale, error) {
	if err := s.seller(p); err != nil {
		return RefundedSale{}, err
	}
	sale, err := s.store.Get(ctx, s.settings.Seller, saleObject, in.ID)
	if err != nil {
		return RefundedSale{}, err
	}
	invoice, err := s.provider.Invoice(ctx, sale.Text("invoice_id"))
	if err != nil {
		return RefundedSale{}, err
	}
	left, amount := invoice.Amount-invoice.Refunded, int64(0)
	if in.Amount != "" {
		wanted, err := strconv.ParseFloat(in.Amount, 64)
		if err != nil || wanted <= 0 || math.Abs(wanted*100-math.Round(wanted*100)) > 1e-6 {
			return RefundedSale{}, fault.Field("amount", "amount must be an amount such as 12.50")
		}
		amount = int64(math.Round(wanted * 100))
	}
	switch {
	case invoice.Status != payments.InvoicePaid || left <= 0:
		return RefundedSale{}, fault.New(fault.Conflict, "%s has nothing left to refund.", sale.Text("name"))
	case amount > left:
		return RefundedSale{}, fault.Field("amount", "At most %s can be refunded", decimal(left))
	}
	key := fmt.Sprintf("refund-%s-%d-%d", invoice.ID, invoice.Refunded, amount)
	if err := s.provider.Refund(ctx, invoice.ID, amount, key); err != nil {
		return RefundedSale{}, err
	}
	subscription, err := s.syncSale(ctx, invoice.ID)
	if err != nil {
		return RefundedSale{}, err
	}
	if err := s.Sync(ctx, subscription); err != nil {
		return RefundedSale{}, err
	}
	sale, err = s.store.Get(ctx, s.settings.Seller, saleObject, in.ID)
	return RefundedSale{sale.Text("status"), sale.Text("amount"), sale.Text("refunded")}, err
}
