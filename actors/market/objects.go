package market

import (
	"context"

	"switchboard/storage/access"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
	"switchboard/storage/schema"
)

const (
	productObject  = "product"
	purchaseObject = "purchase"
	saleObject     = "sale"
)

// The states of a purchase.
const (
	Open     = "open" // not paid yet
	Active   = "active"
	Free     = "free"
	PastDue  = "past_due" // a renewal failed
	Canceled = "canceled"
	Refunded = "refunded"
	Disputed = "disputed"
)

func productDefinition() *schema.Object {
	return &schema.Object{
		APIName: productObject, Alias: "marketplace_product", Title: "Product", SuperuserOnly: true, Audited: true, Search: []string{"name"},
		Columns: []string{"type", "active", "pricing_model", "modified_date"},
		Fields: []*schema.Field{
			{Name: "name", Title: "Name", Type: schema.Text, Required: true, MaxLength: 120},
			{
				Name: "type", Title: "Type", Type: schema.Enum, Options: []string{"App", "service"}, FixedOptions: true, Default: "App",
				Labels: []schema.Option{{Value: "App", Label: "App", Active: true}, {Value: "service", Label: "Service", Active: true}},
			},
			{Name: "active", Title: "Active", Type: schema.Boolean, Default: false, HelpText: "Others see it in the marketplace."},
			{
				Name: "pricing_model", Title: "Pricing Model", Type: schema.Enum, Options: []string{"free", "subscription"}, FixedOptions: true, ReadOnly: true,
				HelpText: "free if all its tiers are.",
			},
			{Name: "pricing", Title: "Tiers", Type: schema.JSON, MaxBytes: 32 << 10, HelpText: "[{title, price, frequency, item, minimum, max, mode, features, price_id}]"},
			{Name: "add_ons", Title: "Add-ons", Type: schema.JSON, MaxBytes: 32 << 10, HelpText: "As the tiers"},
			{
				Name: "product_page", Title: "Page", Type: schema.JSON, MaxBytes: 64 << 10,
				Shape: schema.Shape{"cta": nil, "step_section": nil, "feature_section": nil},
			},
			{Name: "code", Title: "Code", Type: schema.Code},
			{Name: "app", Title: "App", Type: schema.Lookup, Target: "app", HelpText: "Installed while the subscription lasts."},
		},
	}
}

func purchaseDefinition() *schema.Object {
	return &schema.Object{
		APIName: purchaseObject, Title: "Purchase", Kept: "Purchases are kept: they say what was paid for.", Making: "make purchases by hand",
		Columns: []string{"status", "tier_title", "quantity", "current_period_end", "modified_date"}, Audited: true,
		Fields: []*schema.Field{
			{Name: "name", Title: "Product", Type: schema.Text, Required: true, ReadOnly: true},
			{Name: "product", Title: "Product ID", Type: schema.Text, ReadOnly: true},
			{Name: "field", Title: "Kind", Type: schema.Enum, Options: []string{pricingField, addOnsField}, ReadOnly: true},
			{Name: "tier", Title: "Tier Number", Type: schema.Integer, ReadOnly: true},
			{Name: "tier_title", Title: "Tier", Type: schema.Text, ReadOnly: true},
			{Name: "status", Title: "Status", Type: schema.Enum, Options: []string{Open, Active, Free, PastDue, Canceled, Refunded, Disputed}, ReadOnly: true, Default: Open},
			{Name: "access", Title: "Access", Type: schema.Boolean, ReadOnly: true, Default: false},
			{Name: "quantity", Title: "Quantity", Type: schema.Integer, ReadOnly: true},
			{Name: "price_id", Title: "Price ID", Type: schema.Text, ReadOnly: true},
			{Name: "unit_price", Title: "Unit Price", Type: schema.Currency, ReadOnly: true},
			{Name: "frequency", Title: "Frequency", Type: schema.Text, ReadOnly: true},
			{Name: "current_period_end", Title: "Paid Until", Type: schema.DateTime, ReadOnly: true},
			{Name: "cancel_at", Title: "Ends", Type: schema.DateTime, ReadOnly: true},
			{Name: "grace_until", Title: "Access Until", Type: schema.DateTime, ReadOnly: true, HelpText: "When access ends unless the failed payment is made."},
			{Name: "seats", Title: "Seats", Type: schema.LookupList, Target: "user", ReadOnly: true, HelpText: "Who uses it; at most its quantity."},
			{Name: "subscription_id", Title: "Subscription ID", Type: schema.Text, ReadOnly: true},
			{Name: "customer_id", Title: "Customer ID", Type: schema.Text, ReadOnly: true},
			{Name: "app", Title: "App ID", Type: schema.Text, ReadOnly: true},
			{Name: "checkout", Title: "Checkout", Type: schema.JSON, Internal: true, MaxBytes: 2 << 10, HelpText: "the checkout that is open"},
		},
	}
}

func saleDefinition() *schema.Object {
	return &schema.Object{
		APIName: saleObject, Title: "Sale", Kept: "Sales are kept: they say what was paid.", Making: "make sales by hand", Order: "invoiced_date",
		Columns: []string{"buyer", "product_name", "amount", "status", "invoiced_date"}, Search: []string{"name", "buyer"},
		Fields: []*schema.Field{
			{Name: "name", Title: "Invoice", Type: schema.Text, Required: true, ReadOnly: true},
			{Name: "buyer", Title: "Buyer", Type: schema.Text, ReadOnly: true},
			{Name: "buyer_id", Title: "Buyer ID", Type: schema.Text, ReadOnly: true},
			{Name: "product_name", Title: "Product", Type: schema.Text, ReadOnly: true},
			{Name: "product", Title: "Product Record", Type: schema.Lookup, Target: productObject, ReadOnly: true},
			{Name: "status", Title: "Status", Type: schema.Enum, Options: []string{"open", "paid", "failed", "refunded", "disputed", "void"}, ReadOnly: true},
			{Name: "amount", Title: "Amount", Type: schema.Currency, ReadOnly: true},
			{Name: "refunded", Title: "Refunded", Type: schema.Currency, ReadOnly: true},
			{Name: "revenue", Title: "Revenue", Type: schema.Currency, ReadOnly: true, HelpText: "What was paid and not refunded"},
			{Name: "currency", Title: "Currency", Type: schema.Text, ReadOnly: true},
			{Name: "invoiced_date", Title: "Invoiced", Type: schema.DateTime, ReadOnly: true},
			{Name: "paid_date", Title: "Paid", Type: schema.DateTime, ReadOnly: true},
			{Name: "invoice_id", Title: "Invoice ID", Type: schema.Text, ReadOnly: true},
			{Name: "subscription_id", Title: "Subscription ID", Type: schema.Text, ReadOnly: true},
		},
	}
}

// byProvider refuses records that clients make: only what the provider confirms stands in them.
// Its value is the message.
type byProvider string

// Review implements feature.Reviewer.
func (how byProvider) Review(_ context.Context, _ *access.Principal, _ id.ID, before row.Record, _ row.Fields) ([]row.Write, error) {
	if before.ID == "" {
		return nil, fault.New(fault.Forbidden, "%s", string(how))
	}
	return nil, nil
}

// productReviewer looks at products that are about to be written.
type productReviewer struct{ seller id.ID }

// Watches implements feature.Watcher.
func (productReviewer) Watches() []string { return []string{"name", pricingField, addOnsField} }

// Review checks the tiers and derives the pricing model.
func (r productReviewer) Review(_ context.Context, p *access.Principal, _ id.ID, before row.Record, set row.Fields) ([]row.Write, error) {
	if p.Organization != r.seller {
		return nil, fault.New(fault.Forbidden, "Only the organization that runs the marketplace has products. Set SWITCHBOARD_MARKET_ORGANIZATION to make it yours.")
	}
	after := row.Record{Object: productObject, Fields: row.Fields{}}
	for _, field := range []string{pricingField, addOnsField} {
		after.Fields[field] = before.Fields[field]
		if value, is := set[field]; is {
			after.Fields[field] = value
		}
		tiers, err := readTiers(after, field)
		if err != nil {
			return nil, err
		}
		for i := range tiers {
			if err := tiers[i].check(field, i); err != nil {
				return nil, err
			}
		}
	}
	set["pricing_model"] = pricingModel(after)
	return nil, nil
}
