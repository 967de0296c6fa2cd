package demo

import (
	"encoding/json"
	"strings"

	"switchboard/actors/market"
	"switchboard/actors/payments/simulator"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// product is a product of the demo's marketplace.
type product struct {
	name, kind string
	app        id.ID
	pricing    []market.Tier
	addOns     []market.Tier
	page       map[string]any
	code       string
}

// paid returns a subscription tier with its simulated price.
func paid(key, title, frequency, item string, price float64, t market.Tier) market.Tier {
	t.Title, t.Frequency, t.Item, t.Price, t.Mode, t.TestPriceID = title, frequency, item, price, "subscription", "price_demo_"+key
	return t
}

type step struct {
	Title       string `json:"title"`
	Description string `json:"description"`
}

func page(title, description, decorated, features string, steps []step, points ...step) map[string]any {
	return map[string]any{
		"cta":          map[string]any{"title": title, "description": description, "button_text": "See plans", "button_link": "?action=manage"},
		"step_section": map[string]any{"steps": steps, "button": map[string]any{"text": "Choose a plan", "link": "?action=manage"}},
		"feature_section": map[string]any{
			"title": "Made for", "title_decorated": decorated, "description": features, "features": points,
		},
	}
}

// products returns what the demo's marketplace offers.
func products() []product {
	return []product{
		{
			name: "Team Phone", kind: "App", app: id.Derived("demo/app/teamphone"),
			pricing: []market.Tier{
				{Title: "Starter", Item: "users", Mode: "free", Max: new(int64(3)), Features: []string{"One number", "Voicemail", "Call history for 30 days"}},
				paid("phone_team", "Team", "monthly", "user licenses", 12, market.Tier{Features: []string{"Everything in Starter", "Queues and transfers", "Call recordings"}}),
				paid("phone_business", "Business", "monthly", "user licenses", 24, market.Tier{Minimum: new(int64(5)), Max: new(int64(500)), MinMessage: "Requires a minimum of 5 user licenses", Features: []string{"Everything in Team", "Supervision and coaching", "Unlimited history", "Priority support"}}),
			},
			addOns: []market.Tier{
				paid("phone_numbers", "Extra numbers", "monthly", "numbers", 2, market.Tier{Minimum: new(int64(1)), Max: new(int64(50)), MinMessage: "Requires at least one number", Features: []string{"Local or toll-free", "Assign to users or queues"}}),
				{Title: "Number lookup", Item: "lookups", Mode: "free", Max: new(int64(100)), Features: []string{"Names of unknown callers"}},
			},
			page: page("Every call in its place", "Queues, transfers and recordings next to the customer's record.", "busy desks",
				"Calls reach the right person, and nothing said is lost.",
				[]step{{"Choose a plan", "Start free with three users."}, {"Assign seats", "Say who answers calls."}, {"Answer", "The phone rings in the browser."}},
				step{"Queues", "Callers wait with music, not a busy tone."}, step{"Recordings", "Listen again, with the transcript next to it."},
				step{"Supervision", "Listen, whisper or join."}, step{"History", "Every call on the contact's timeline."}),
			code: "team-phone",
		},
		{
			name: "Campaign Texts", kind: "App",
			pricing: []market.Tier{
				paid("texts_basic", "Basic", "monthly", "user licenses", 9, market.Tier{Minimum: new(int64(1)), MinMessage: "Requires at least one user license", Features: []string{"5,000 texts a month", "Templates"}}),
				paid("texts_plus", "Plus", "yearly", "user licenses", 190, market.Tier{Minimum: new(int64(1)), MinMessage: "Requires at least one user license", Features: []string{"10,000 texts a month", "Send windows", "Reports"}}),
			},
			page: page("Texts that arrive at the right time", "Campaigns with consent, send windows and reports.", "careful senders",
				"Only those who agreed get a text, when they are awake.",
				[]step{{"Pick a list", "From your contacts."}, {"Write", "With fields of the record."}, {"Send", "At the recipient's time of day."}},
				step{"Consent", "Opt-outs are honored at once."}, step{"Windows", "Nobody is texted at night."}),
		},
		{
			name: "Onboarding Assistance", kind: "service",
			pricing: []market.Tier{
				{Title: "Self-service", Item: "guides", Mode: "free", Max: new(int64(1)), Features: []string{"Checklists", "Recorded lessons"}},
				paid("onboarding_guided", "Guided", "monthly", "hours", 80, market.Tier{Minimum: new(int64(2)), Max: new(int64(40)), MinMessage: "Requires a minimum of 2 hours", Features: []string{"A specialist on call", "Import of your data"}}),
			},
			page: page("Start with somebody at your side", "A specialist sets up numbers, users and your data.", "new teams",
				"Most teams work on the second day.",
				[]step{{"Describe", "What you use today."}, {"Import", "We move your records."}, {"Go live", "We stay on the line."}},
				step{"Import", "From spreadsheets or another system."}, step{"Training", "For agents and supervisors."}),
		},
		{
			name: "Contact Cleaner", kind: "App",
			pricing: []market.Tier{
				{Title: "Community", Item: "users", Mode: "free", Max: new(int64(25)), Features: []string{"Finds duplicates", "Fixes phone numbers"}},
			},
			page: page("One contact, once", "Finds duplicates and corrects phone numbers.", "tidy records",
				"Runs each night; you decide what is merged.", []step{{"Install", "It is free."}, {"Review", "See what it found."}},
				step{"Duplicates", "By phone, email and name."}),
		},
	}
}

// Prices are the simulated provider's prices of the demo's products.
func Prices() []simulator.Price {
	var out []simulator.Price
	for _, p := range products() {
		for _, tier := range append(append([]market.Tier{}, p.pricing...), p.addOns...) {
			if tier.TestPriceID != "" {
				out = append(out, simulator.Price{ID: tier.TestPriceID, Product: p.name + " " + tier.Title, Currency: "usd", Interval: tier.Interval(), Amount: tier.Amount()})
			}
		}
	}
	return out
}

// marketplace returns the demo's products and the app that one of them installs.
func marketplace() []row.Write {
	var writes []row.Write
	for _, p := range products() {
		fields := row.Fields{
			"name": p.name, "type": p.kind, "active": true, "pricing_model": market.PricingModel(p.pricing, p.addOns),
			"pricing": row.JSONValue(p.pricing), "product_page": row.JSONValue(p.page),
		}
		if p.addOns != nil {
			fields["add_ons"] = row.JSONValue(p.addOns)
		}
		if p.code != "" {
			fields["code"] = p.code
		}
		if p.app != "" {
			fields["app"] = p.app
			writes = append(writes, create("app", p.app, row.Fields{"name": p.name, "description": "Installed by the marketplace.", "app_version": "1.0"}))
		}
		writes = append(writes, create("product", id.Derived("demo/product/"+strings.ToLower(p.name)), fields))
	}
	report := func(name, key string, settings map[string]any) row.Write {
		raw, err := json.Marshal(settings)
		if err != nil {
			panic(err) // texts alone
		}
		return create("report", id.Derived("demo/market/report/"+key), row.Fields{"name": name, "object": "sale", "chart_settings": json.RawMessage(raw), "owner": Users()[0].ID})
	}
	return append(writes,
		report("Revenue by Day", "revenue", map[string]any{"chartType": "Line", "x": "invoiced_date", "y": "revenue", "aggregate": "Sum", "groupByDateTime": "Day"}),
		report("Revenue by Product", "products", map[string]any{"chartType": "Bar", "x": "product_name", "y": "revenue", "aggregate": "Sum"}),
	)
}
