package market

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"strings"

	"switchboard/storage/fault"
	"switchboard/storage/row"
)

// The fields of a product that hold tiers.
const (
	pricingField = "pricing"
	addOnsField  = "add_ons"
)

// The modes of a tier.
const (
	modeFree         = "free"
	modeSubscription = "subscription"
)

const (
	// defaultMinimum is the smallest quantity of a subscription whose tier names none.
	defaultMinimum = 10
	// maxQuantity bounds every quantity, maxTiers the tiers of a field.
	maxQuantity = 100_000
	maxTiers    = 20
	// maxPrice is in the currency's whole units.
	maxPrice = 999_999
)

// Tier is one pricing tier of a product, or an add-on.
type Tier struct {
	Title       string   `json:"title"`
	Price       float64  `json:"price"`
	Frequency   string   `json:"frequency"`
	Item        string   `json:"item"`
	Quantity    *int64   `json:"quantity,omitempty"`
	Minimum     *int64   `json:"minimum,omitempty"`
	Max         *int64   `json:"max,omitempty"`
	Mode        string   `json:"mode"`
	Features    []string `json:"features,omitempty"`
	PriceID     string   `json:"price_id,omitempty"`
	TestPriceID string   `json:"test_price_id,omitempty"`
	// Active false takes a tier out of the offer; organizations that have it keep it.
	Active        *bool  `json:"active,omitempty"`
	ActiveMessage string `json:"activeMessage,omitempty"`
	MinMessage    string `json:"minMessage,omitempty"`
	MaxMessage    string `json:"maxMessage,omitempty"`
}

// readTiers returns the tiers of a product's field. fault.Invalid says what is wrong with them.
func readTiers(product row.Record, field string) ([]Tier, error) {
	raw, _ := product.Fields[field].(json.RawMessage)
	if len(raw) == 0 || string(raw) == "null" {
		return nil, nil
	}
	var tiers []Tier
	strict := json.NewDecoder(bytes.NewReader(raw))
	strict.DisallowUnknownFields()
	if err := strict.Decode(&tiers); err != nil {
		return nil, fault.Field(field, "%s must be a list of tiers: %s", field, strings.TrimPrefix(err.Error(), "json: "))
	}
	if len(tiers) > maxTiers {
		return nil, fault.Field(field, "%s has at most %d tiers", field, maxTiers)
	}
	return tiers, nil
}

// check refuses a tier that could not be sold.
func (t *Tier) check(field string, i int) error {
	refuse := func(format string, args ...any) error {
		return fault.Field(field, "Tier %d: %s", i+1, fmt.Sprintf(format, args...))
	}
	switch {
	case strings.TrimSpace(t.Title) == "":
		return refuse("give it a title")
	case t.Mode != modeFree && t.Mode != modeSubscription:
		return refuse("mode must be free or subscription")
	case t.Price < 0 || t.Price > maxPrice || math.Abs(t.Price*100-math.Round(t.Price*100)) > 1e-6:
		return refuse("price must be an amount from 0 to %d with at most two decimals", maxPrice)
	case t.Mode == modeFree && t.Price != 0:
		return refuse("a free tier has no price")
	case t.Mode == modeSubscription && t.Price == 0:
		return refuse("a subscription has a price; make the tier free otherwise")
	case t.Mode == modeSubscription && t.Interval() == "":
		return refuse("frequency must be daily, weekly, monthly or yearly")
	}
	for name, n := range map[string]*int64{"quantity": t.Quantity, "minimum": t.Minimum, "max": t.Max} {
		if n != nil && (*n < 1 || *n > maxQuantity) {
			return refuse("%s must be a whole number from 1 to %d", name, maxQuantity)
		}
	}
	if t.Max != nil && *t.Max < t.least() {
		return refuse("max is %d, but the minimum is %d", *t.Max, t.least())
	}
	return nil
}

// Interval returns the provider's word for the frequency, "" for an unknown one.
func (t *Tier) Interval() string {
	switch strings.ToLower(strings.TrimSpace(t.Frequency)) {
	case "daily", "day", "per day":
		return "day"
	case "weekly", "week", "per week":
		return "week"
	case "", "monthly", "month", "per month":
		return "month"
	case "yearly", "annually", "annual", "year", "per year":
		return "year"
	default:
		return ""
	}
}

// least returns the smallest quantity that can be bought.
func (t *Tier) least() int64 {
	switch {
	case t.Minimum != nil:
		return *t.Minimum
	case t.Mode == modeFree:
		return 1
	default:
		return defaultMinimum
	}
}

// fits refuses a quantity that the tier does not sell.
func (t *Tier) fits(quantity int64) error {
	if quantity < t.least() {
		return fault.Field("quantity", "Minimum quantity of %d is required", t.least())
	}
	most := int64(maxQuantity)
	if t.Max != nil {
		most = *t.Max
	}
	if quantity > most {
		return fault.Field("quantity", "Maximum quantity of %d is allowed", most)
	}
	return nil
}

// Amount returns the price in the currency's smallest unit.
func (t *Tier) Amount() int64 { return int64(math.Round(t.Price * 100)) }

func (t *Tier) isOffered() bool { return t.Active == nil || *t.Active }

// price returns the id of the provider's price in this environment.
func (t *Tier) price(live bool) string {
	if live {
		return t.PriceID
	}
	return t.TestPriceID
}

// pricingModel says whether all tiers of a product are free.
func pricingModel(product row.Record) string {
	pricing, _ := readTiers(product, pricingField) // what can't be read is not for sale
	addOns, _ := readTiers(product, addOnsField)
	return PricingModel(pricing, addOns)
}

// PricingModel says whether all tiers are free.
func PricingModel(pricing, addOns []Tier) string {
	for _, tiers := range [][]Tier{pricing, addOns} {
		for i := range tiers {
			if tiers[i].Mode != modeFree {
				return modeSubscription
			}
		}
	}
	return modeFree
}

// decimal writes an amount of the smallest unit as the type currency has it.
func decimal(amount int64) string {
	sign := ""
	if amount < 0 {
		sign, amount = "-", -amount
	}
	return fmt.Sprintf("%s%d.%02d", sign, amount/100, amount%100)
}
