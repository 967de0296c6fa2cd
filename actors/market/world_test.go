package market_test

import (
	"context"
	"encoding/json"
	"net/http"
	"testing"
	"time"

	"switchboard/actors/market"
	"switchboard/actors/payments/simulator"
	"switchboard/actors/payments/stripe"
	"switchboard/cmd/storetest"
	"switchboard/storage/access"
	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/pg"
	"switchboard/storage/pg/organizations"
	"switchboard/storage/pg/pgtest"
	"switchboard/storage/row"
)

func TestMain(m *testing.M) { pgtest.Main(m) }

const seller = storetest.Organization

type names struct{}

func (names) OrganizationName(context.Context, id.ID) (string, error) { return "Acme", nil }

// world is a marketplace with one product, a buyer and the simulated provider.
type world struct {
	*testing.T

	store   *pg.Store
	sim     *simulator.Simulator
	service *market.Service
	buyer   id.ID
	product id.ID
	app     id.ID
	now     time.Time
}

func tiers() []market.Tier {
	return []market.Tier{
		{Title: "Starter", Item: "users", Mode: "free", Max: new(int64(3))},
		{Title: "Team", Price: 12, Frequency: "monthly", Item: "user licenses", Mode: "subscription", TestPriceID: "price_team"},
		{Title: "Business", Price: 24, Frequency: "monthly", Item: "user licenses", Mode: "subscription", Minimum: new(int64(5)), Max: new(int64(50)), TestPriceID: "price_business"},
	}
}

const secretKey, webhookSecret = "sk_test_1", "whsec_1"

func newWorld(t *testing.T) *world {
	t.Helper()
	store, _ := storetest.WithDSN(t)
	w := &world{T: t, store: store, buyer: id.New(), product: id.New(), app: id.New(), now: time.Now().UTC().Truncate(time.Second)}
	clock := func() time.Time { return w.now }
	var err error
	w.sim, err = simulator.New(simulator.Config{SecretKey: secretKey, WebhookSecret: webhookSecret, Now: clock, Prices: []simulator.Price{
		{ID: "price_team", Product: "Phone Team", Currency: "usd", Interval: "month", Amount: 1200},
		{ID: "price_business", Product: "Phone Business", Currency: "usd", Interval: "month", Amount: 2400},
		{ID: "price_numbers", Product: "Numbers", Currency: "usd", Interval: "month", Amount: 200},
	}})
	if err != nil {
		t.Fatal(err)
	}
	provider := stripe.New(stripe.Config{SecretKey: secretKey, WebhookSecret: webhookSecret, URL: "http://payments.test", Transport: checked(t, w.sim.Transport())})
	w.service = market.New(store, provider, market.Settings{Seller: seller, PublicURL: "https://desk.test", IsSimulated: true}, names{}, store, clock)
	if err := store.CreateOrganization(t.Context(), organizations.Organization{ID: w.buyer, Name: "Acme"}); err != nil {
		t.Fatal(err)
	}
	w.write(w.buyer, row.Write{Object: "app", ID: w.app, Op: entry.Created, Set: row.Fields{"name": "Phone"}})
	w.write(seller, row.Write{Object: "app", ID: w.app, Op: entry.Created, Set: row.Fields{"name": "Phone"}})
	w.write(seller, row.Write{Object: "product", ID: w.product, Op: entry.Created, Set: row.Fields{
		"name": "Phone", "type": "App", "active": true, "pricing": row.JSONValue(tiers()), "app": w.app,
		"add_ons": row.JSONValue([]market.Tier{{Title: "Numbers", Price: 2, Frequency: "monthly", Item: "numbers", Mode: "subscription", Minimum: new(int64(1)), TestPriceID: "price_numbers"}}),
	}})
	return w
}

func (w *world) write(organization id.ID, writes ...row.Write) {
	w.Helper()
	if _, err := w.store.Commit(w.Context(), row.Change{Organization: organization, Writes: writes}); err != nil {
		w.Fatal(err)
	}
}

func (w *world) boss() *access.Principal {
	return &access.Principal{Organization: w.buyer, Superuser: true}
}

func (w *world) order(tier, quantity int64) market.Order {
	return market.Order{ProductID: w.product, Tier: tier, Quantity: quantity}
}

// purchase returns the plan that the buyer has.
func (w *world) purchase() row.Record {
	w.Helper()
	found, err := w.store.Get(w.Context(), w.buyer, "purchase", w.slot())
	if err != nil {
		w.Fatal(err)
	}
	return found
}

func (w *world) slot() id.ID { return market.Slot(w.buyer, w.product, "pricing", "") }

func (w *world) apps() int {
	w.Helper()
	found, err := w.store.Get(w.Context(), w.buyer, "organization", w.buyer)
	if err != nil {
		w.Fatal(err)
	}
	return len(found.Lookups("apps"))
}

// checkout opens a checkout and returns its secret.
func (w *world) checkout(tier, quantity int64) string {
	w.Helper()
	out, err := w.service.Checkout(w.Context(), w.boss(), w.order(tier, quantity))
	if err != nil {
		w.Fatal(err)
	}
	return out.Secret
}

func (w *world) pay(secret, card string) simulator.Checkout {
	w.Helper()
	out, err := w.sim.Enter(secret, simulator.Card{Number: card, Expiry: "12/49", CVC: "123"})
	if err != nil {
		w.Fatal(err)
	}
	return out
}

// deliver sends events to the webhook.
func (w *world) deliver(events ...simulator.Signed) {
	w.Helper()
	for _, e := range events {
		if err := w.service.Receive(w.Context(), http.Header{"Stripe-Signature": {e.Signature}}, e.Body); err != nil {
			w.Fatalf("%s: %v", e.Body, err)
		}
	}
}

// buy buys a tier, and delivers its events.
func (w *world) buy(tier, quantity int64, card string) {
	w.Helper()
	w.pay(w.checkout(tier, quantity), card)
	w.deliver(w.sim.Take()...)
}

func (w *world) change(plan market.Plan) (market.Claimed, error) {
	plan.ID = w.slot()
	return w.service.Change(w.Context(), w.boss(), plan)
}

// want checks how the plan stands.
func (w *world) want(status string, hasAccess bool, tier string, quantity int64) {
	w.Helper()
	p := w.purchase()
	if has, _ := p.Bool("access"); p.Text("status") != status || has != hasAccess || p.Text("tier_title") != tier || p.Int("quantity") != quantity {
		raw, _ := json.Marshal(p.Fields)
		w.Errorf("got %s\nwant %s, access %t, %s × %d", raw, status, hasAccess, tier, quantity)
	}
	if installed := w.apps() == 1; installed != hasAccess {
		w.Errorf("the app is installed: %t, access: %t", installed, hasAccess)
	}
}

// refused checks an error's kind and message.
func refused(t *testing.T, err error, code fault.Code, message string) {
	t.Helper()
	if e := fault.From(err); err == nil || e.Code != code || e.Detail != message {
		t.Errorf("got %v %v, want %s %q", fault.From(err).Code, err, code, message)
	}
}
