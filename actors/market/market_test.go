package market_test

import (
	"maps"
	"math/rand/v2"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"switchboard/actors/market"
	"switchboard/actors/payments/simulator"
	"switchboard/storage/access"
	"switchboard/storage/fault"
	"switchboard/storage/row"
)

func TestBuyUpgradeDowngradeAndCancel(t *testing.T) {
	w := newWorld(t)
	secret := w.checkout(1, 10)
	w.want("open", false, "Team", 0)
	if shown, err := w.sim.Open(secret); err != nil || shown.Amount != 12000 || shown.Quantity != 10 || !strings.HasPrefix(shown.ReturnURL, "https://desk.test/marketplace/"+string(w.product)+"?action=return&session_id=cs_test_") {
		t.Errorf("%+v, %v", shown, err)
	}
	w.pay(secret, simulator.CardPays)
	w.want("open", false, "Team", 0) // before the webhook nothing is had
	w.deliver(w.sim.Take()...)
	w.want("active", true, "Team", 10)

	w.now = w.now.Add(15 * 24 * time.Hour)
	plan := market.Plan{ID: w.slot(), Tier: 2, Quantity: 12}
	cost, err := w.service.Preview(t.Context(), w.boss(), plan)
	if err != nil || cost.Next != "288.00" || cost.Now != cost.Prorated || cost.Now <= "0" {
		t.Errorf("%+v, %v", cost, err)
	}
	plan.At = cost.At
	w.change1(plan)
	w.want("active", true, "Business", 12)
	bills, err := w.service.Invoices(t.Context(), w.boss(), market.Ask{})
	if err != nil || len(bills.Data) != 2 || bills.Data[0].Amount != cost.Now {
		t.Errorf("%+v, %v; previewed %s", bills, err, cost.Now)
	}
	w.change1(market.Plan{Tier: 1, Quantity: 10}) // down: a credit on the next invoice
	w.want("active", true, "Team", 10)
	if bills, err = w.service.Invoices(t.Context(), w.boss(), market.Ask{}); err != nil || len(bills.Data) != 2 {
		t.Errorf("%+v, %v", bills, err)
	}

	w.change1(market.Plan{Cancel: true})
	if at := w.purchase().Time("cancel_at"); at.IsZero() {
		t.Error("nothing says when it ends")
	}
	w.want("active", true, "Team", 10) // paid until then
	w.change1(market.Plan{Resume: true})
	if at := w.purchase().Time("cancel_at"); !at.IsZero() {
		t.Error("it still ends at", at)
	}
	w.change1(market.Plan{Cancel: true})
	w.renew()
	w.want("canceled", false, "Team", 10)
	w.buy(1, 11, simulator.CardPays) // and again
	w.want("active", true, "Team", 11)
}

func (w *world) change1(plan market.Plan) {
	w.Helper()
	if _, err := w.change(plan); err != nil {
		w.Fatal(err)
	}
	w.deliver(w.sim.Take()...)
}

func (w *world) renew() {
	w.Helper()
	if err := w.sim.Renew(string(w.buyer), w.purchase().Text("subscription_id")); err != nil {
		w.Fatal(err)
	}
	w.deliver(w.sim.Take()...)
}

func TestFreeClaimAndThenAPaidPlan(t *testing.T) {
	w := newWorld(t)
	out, err := w.service.Claim(t.Context(), w.boss(), w.order(0, 1))
	if err != nil || out.Purchase.Status != "free" || !out.Purchase.Access {
		t.Fatalf("%+v, %v", out, err)
	}
	w.want("free", true, "Starter", 3)
	if _, err := w.service.Claim(t.Context(), w.boss(), w.order(0, 1)); err != nil { // again does nothing
		t.Error(err)
	}
	secret := w.checkout(1, 10)
	w.want("free", true, "Starter", 3) // until it is paid
	w.pay(secret, simulator.CardPays)
	w.deliver(w.sim.Take()...)
	w.want("active", true, "Team", 10)
	_, err = w.service.Claim(t.Context(), w.boss(), w.order(0, 1))
	refused(t, err, fault.Conflict, "Your organization already pays for Phone. Cancel the subscription first.")
	w.want("active", true, "Team", 10)
}

func TestBadInput(t *testing.T) {
	w := newWorld(t)
	checkout := func(o market.Order) error {
		_, err := w.service.Checkout(t.Context(), w.boss(), o)
		return err
	}
	o := w.order(1, 10)
	change := func(do func(*market.Order)) market.Order {
		bad := o
		do(&bad)
		return bad
	}
	refused(t, checkout(w.order(1, 9)), fault.Invalid, "Minimum quantity of 10 is required")
	refused(t, checkout(w.order(2, 4)), fault.Invalid, "Minimum quantity of 5 is required")
	refused(t, checkout(w.order(2, 51)), fault.Invalid, "Maximum quantity of 50 is allowed")
	refused(t, checkout(w.order(1, -1)), fault.Invalid, "Minimum quantity of 10 is required")
	refused(t, checkout(w.order(7, 10)), fault.Invalid, "Phone has no such tier. Reload the page")
	refused(t, checkout(w.order(-1, 10)), fault.Invalid, "Phone has no such tier. Reload the page")
	refused(t, checkout(change(func(o *market.Order) { o.Price = "price_numbers" })), fault.Conflict, "The price of Team has changed. Reload the page.")
	refused(t, checkout(change(func(o *market.Order) { o.Mode = "free" })), fault.Conflict, "Team is offered in another way now. Reload the page.")
	refused(t, checkout(change(func(o *market.Order) { o.Field = "code" })), fault.Invalid, "field must be pricing or add_ons")
	refused(t, checkout(change(func(o *market.Order) { o.ProductID = "" })), fault.Invalid, "product_id must be the id of a product")
	refused(t, checkout(w.order(0, 1)), fault.Conflict, "Starter is offered in another way now. Reload the page.")
	_, err := w.service.Claim(t.Context(), w.boss(), w.order(1, 10))
	refused(t, err, fault.Conflict, "Team is offered in another way now. Reload the page.")
	_, err = w.service.Checkout(t.Context(), &access.Principal{Organization: w.buyer}, o)
	refused(t, err, fault.Forbidden, "Only a superuser can buy or change products for the organization.")
	_, err = w.change(market.Plan{Cancel: true})
	refused(t, err, fault.NotFound, "Your organization has no such purchase.")

	w.sim.SetDown(true)
	refused(t, checkout(o), fault.Unavailable, "The payment provider is busy. Try again in a minute.")
	w.sim.SetDown(false)
	if _, err := w.store.Get(t.Context(), w.buyer, "purchase", w.slot()); !fault.Is(err, fault.NotFound) {
		t.Error("something was bought:", err)
	}
}

// What the address of a return says is never believed.
func TestAForgedReturnGivesNothing(t *testing.T) {
	w := newWorld(t)
	secret := w.checkout(1, 10)
	session, _, _ := strings.Cut(secret, "_secret_")
	confirm := func(who *access.Principal, session string) (market.Confirmed, error) {
		return w.service.Confirm(t.Context(), who, market.Return{SessionID: session, ProductID: w.product, PriceID: "price_business", Quantity: 5000})
	}
	if out, err := confirm(w.boss(), session); err != nil || out.Status != "open" || out.Purchase != nil {
		t.Errorf("%+v, %v", out, err)
	}
	w.want("open", false, "Team", 0)
	_, err := confirm(w.boss(), "cs_test_forged")
	refused(t, err, fault.NotFound, "Your organization has no such checkout.")
	w.pay(secret, simulator.CardPays)
	_, err = confirm(&access.Principal{Organization: seller, Superuser: true}, session)
	refused(t, err, fault.NotFound, "Your organization has no such checkout.")
	out, err := confirm(w.boss(), session) // before the webhook
	if err != nil || out.Status != "complete" || out.Purchase == nil || out.Purchase.Quantity != 10 || out.Purchase.TierTitle != "Team" {
		t.Errorf("%+v, %v", out, err)
	}
	w.want("active", true, "Team", 10)
	before := w.purchase().Version
	w.deliver(w.sim.Take()...) // long after
	if after := w.purchase().Version; after != before {
		t.Errorf("the webhook wrote what stood: version %d, then %d", before, after)
	}
}

func TestTwoTabsBuyOnce(t *testing.T) {
	w := newWorld(t)
	first := w.checkout(1, 10)
	if again := w.checkout(1, 10); again != first {
		t.Error("the same order has two checkouts")
	}
	other := w.checkout(2, 6) // another plan ends the first checkout
	if _, err := w.sim.Enter(first, simulator.Card{Number: simulator.CardPays, Expiry: "12/49", CVC: "123"}); err == nil || err.Error() != "This checkout has expired. Start again." {
		t.Errorf("the first tab paid: %v", err)
	}
	w.pay(other, simulator.CardPays)
	_, err := w.service.Checkout(t.Context(), w.boss(), w.order(1, 10)) // before any event
	refused(t, err, fault.Conflict, "This has been bought in another tab. Reload the page.")
	w.deliver(w.sim.Take()...)
	w.want("active", true, "Business", 6)
	_, err = w.service.Checkout(t.Context(), w.boss(), w.order(1, 10))
	refused(t, err, fault.Conflict, "Your organization already has Phone. Change its plan instead.")
}

func TestCardsThatFail(t *testing.T) {
	w := newWorld(t)
	secret := w.checkout(1, 10)
	for card, want := range map[string]string{
		simulator.CardDeclined: "Your card was declined.", simulator.CardNoFunds: "Your card has insufficient funds.", "1": "Enter the 16 digits of the card.",
	} {
		if _, err := w.sim.Enter(secret, simulator.Card{Number: card, Expiry: "12/49", CVC: "123"}); err == nil || err.Error() != want {
			t.Errorf("%s: %v", card, err)
		}
	}
	if out := w.pay(secret, simulator.CardNeedsStep); out.Status != "requires_action" {
		t.Errorf("%+v", out)
	}
	w.deliver(w.sim.Take()...)
	w.want("open", false, "Team", 0)
	if _, err := w.sim.Enter(secret, simulator.Card{Number: simulator.CardNeedsStep, Expiry: "12/49", CVC: "123", IsAuthenticated: true}); err != nil {
		t.Fatal(err)
	}
	w.deliver(w.sim.Take()...)
	w.want("active", true, "Team", 10)
}

// A renewal that fails leaves access for the grace; a new card pays it, or access ends.
func TestAFailedRenewal(t *testing.T) {
	w := newWorld(t)
	w.buy(1, 10, simulator.CardFailsNext)
	w.now = w.now.Add(31 * 24 * time.Hour)
	w.renew()
	w.want("past_due", true, "Team", 10)
	if until := w.purchase().Time("grace_until"); !until.Equal(w.now.Add(14 * 24 * time.Hour)) {
		t.Errorf("grace until %s", until)
	}
	_, err := w.change(market.Plan{Tier: 2, Quantity: 12})
	refused(t, err, fault.Conflict, "The last payment failed. Pay it before you change the plan.")

	w.now = w.now.Add(15 * 24 * time.Hour)
	if due, err := w.service.GraceEnded(t.Context(), w.buyer); err != nil || !due {
		t.Fatal(due, err)
	}
	if n, err := w.service.EndGrace(t.Context(), w.buyer); err != nil || n != 1 {
		t.Fatal(n, err)
	}
	w.want("past_due", false, "Team", 10)

	card, err := w.service.Card(t.Context(), w.boss(), on(w.slot()))
	if err != nil {
		t.Fatal(err)
	}
	w.pay(card.Secret, simulator.CardPays)
	w.deliver(w.sim.Take()...)
	w.deliver(w.sim.Take()...) // of the payment
	w.want("active", true, "Team", 10)
}

func TestRefundAndDisputeEndAccess(t *testing.T) {
	for name, do := range map[string]func(*world) string{
		"refund": func(w *world) string {
			sales, err := w.store.Find(w.Context(), seller, row.Query{Object: "sale"})
			if err != nil || len(sales) != 1 || sales[0].Text("revenue") != "120.00" {
				w.Fatal(sales, err)
			}
			boss := &access.Principal{Organization: seller, Superuser: true}
			_, err = w.service.Refund(w.Context(), w.boss(), market.Refunding{ID: sales[0].ID})
			refused(w.T, err, fault.Forbidden, "Only superusers of the organization that runs the marketplace may do this.")
			_, err = w.service.Refund(w.Context(), boss, market.Refunding{ID: sales[0].ID, Amount: "120.01"})
			refused(w.T, err, fault.Invalid, "At most 120.00 can be refunded")
			if out, err := w.service.Refund(w.Context(), boss, market.Refunding{ID: sales[0].ID, Amount: "20"}); err != nil || out.Status != "paid" || out.Refunded != "20.00" {
				w.Errorf("%+v, %v", out, err)
			}
			w.want("active", true, "Team", 10) // a part
			if out, err := w.service.Refund(w.Context(), boss, market.Refunding{ID: sales[0].ID}); err != nil || out.Status != "refunded" {
				w.Errorf("%+v, %v", out, err)
			}
			return "refunded"
		},
		"dispute": func(w *world) string {
			if err := w.sim.Dispute(w.purchase().Text("subscription_id")); err != nil {
				w.Fatal(err)
			}
			return "disputed"
		},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			w.buy(1, 10, simulator.CardPays)
			status := do(w)
			w.deliver(w.sim.Take()...)
			w.want(status, false, "Team", 10)
		})
	}
}

func TestTheWebhookTakesOnlyWhatIsSigned(t *testing.T) {
	w := newWorld(t)
	w.pay(w.checkout(1, 10), simulator.CardPays)
	events := w.sim.Take()
	post := func(body, signature string) error {
		return w.service.Receive(t.Context(), http.Header{"Stripe-Signature": {signature}}, []byte(body))
	}
	const message = "The signature of the webhook does not match, or it is too old."
	refused(t, post(string(events[0].Body), ""), fault.Forbidden, message)
	refused(t, post(string(events[0].Body), "t=1,v1=00"), fault.Forbidden, message)
	refused(t, post(string(events[0].Body)+" ", events[0].Signature), fault.Forbidden, message)
	old := sign(events[0].Body, time.Now().Add(-time.Hour)) // replayed
	refused(t, post(string(events[0].Body), old), fault.Forbidden, message)
	w.want("open", false, "Team", 0)
	for _, other := range []string{
		`{"id":"evt_a","object":"event","type":"radar.warning","api_version":"2023-10-16","data":{"object":{"object":"radar","id":"x"}}}`,
		`{"id":"evt_b","object":"event","type":"invoice.paid","api_version":"2019-01-01","data":{"object":{"object":"invoice","id":"in_unknown"}}}`,
		`{"id":"evt_c","object":"event","type":"charge.refunded","api_version":"2030-01-01","data":{"object":{"object":"charge","id":{"a":1}}}}`,
	} {
		if err := post(other, sign([]byte(other), time.Now())); err != nil {
			t.Errorf("%s: %v", other, err)
		}
	}
	w.sim.SetDown(true)
	if err := w.service.Receive(t.Context(), http.Header{"Stripe-Signature": {events[0].Signature}}, events[0].Body); !fault.Is(err, fault.Unavailable) {
		t.Error("an outage of the provider must make it repeat the event:", err)
	}
	w.sim.SetDown(false)
	w.deliver(events...)
	w.want("active", true, "Team", 10)
}

// All orders and repetitions of the events come to one state.
func TestEveryOrderOfEventsComesToOneState(t *testing.T) {
	w := newWorld(t)
	w.pay(w.checkout(1, 10), simulator.CardPays)
	w.now = w.now.Add(31 * 24 * time.Hour)
	events := w.sim.Take()
	more := func(do func() error) {
		if err := do(); err != nil {
			t.Fatal(err)
		}
		events = append(events, w.sim.Take()...)
	}
	w.deliver(events...)
	of := w.purchase().Text("subscription_id")
	more(func() error { return w.sim.Renew(string(w.buyer), of) })
	more(func() error { return w.sim.Dispute(of) })
	w.deliver(events...)
	final := state(w)
	if final["status"] != "disputed" || len(events) < 6 {
		t.Fatalf("%v after %d events", final, len(events))
	}
	for range 12 {
		if _, err := w.store.Commit(t.Context(), row.Change{Organization: w.buyer, Writes: []row.Write{reset(w)}}); err != nil {
			t.Fatal(err)
		}
		order := slices.Concat(events, events)
		rand.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		for i := range order { // as if none had been marked
			order[i] = renamed(order[i])
		}
		w.deliver(order[:len(order)*2/3]...)
		for _, e := range events { // every one at least once
			w.deliver(renamed(e))
		}
		if got := state(w); !reflect.DeepEqual(got, final) {
			t.Errorf("got %v, want %v", got, final)
		}
	}
}

// state is what a purchase and the sales say.
func state(w *world) map[string]any {
	w.Helper()
	out := maps.Clone(map[string]any(w.purchase().Fields))
	for _, name := range []string{"version", "modified_date", "created_date", "modified_by", "created_by", "checkout"} {
		delete(out, name)
	}
	sales, err := w.store.Find(w.Context(), seller, row.Query{Object: "sale", Order: []row.Order{{Field: "name"}}})
	if err != nil {
		w.Fatal(err)
	}
	for _, s := range sales {
		out["sale "+s.Text("name")] = s.Text("status") + " " + s.Text("amount") + " " + s.Text("revenue")
	}
	out["apps"] = w.apps()
	return out
}

func TestSeats(t *testing.T) {
	w := newWorld(t)
	w.buy(1, 10, simulator.CardPays)
	users := w.users(11)
	seat := func(in market.Seating) error {
		in.ID = w.slot()
		_, err := w.service.Seats(t.Context(), w.boss(), in)
		return err
	}
	refused(t, seat(market.Seating{Seats: users}), fault.Invalid, "Phone has 10 seats. Buy more, or choose fewer people")
	refused(t, seat(market.Seating{Seats: append(users[:2:2], w.product)}), fault.Invalid, "Seats are for active users of your organization")
	if err := seat(market.Seating{}); err != nil {
		t.Fatal(err)
	}
	if err := seat(market.Seating{Seats: users[:10]}); err != nil {
		t.Fatal(err)
	}
	_, err := w.change(market.Plan{Tier: 2, Quantity: 9})
	refused(t, err, fault.Conflict, "10 people use it. Take seats away before you reduce the quantity to 9.")
}

func TestCannotStopOnline(t *testing.T) {
	w := newWorld(t)
	w.buy(1, 10, simulator.CardPays)
	w.stop()
	_, err := w.change(market.Plan{Cancel: true})
	refused(t, err, fault.Conflict, "Ability to stop services online coming soon")
}

func TestTiersThatCantBeSold(t *testing.T) {
	p := &access.Principal{Organization: seller, Superuser: true}
	review := func(raw string) error {
		set := row.Fields{"pricing": row.JSONValue(rawJSON(raw))}
		_, err := market.Reviewer(seller).Review(t.Context(), p, "", row.Record{}, set)
		return err
	}
	for raw, want := range map[string]string{
		`[{"mode":"free"}]`:                                                    "Tier 1: give it a title",
		`[{"title":"A","mode":"gift"}]`:                                        "Tier 1: mode must be free or subscription",
		`[{"title":"A","mode":"free","price":2}]`:                              "Tier 1: a free tier has no price",
		`[{"title":"A","mode":"subscription","price":0}]`:                      "Tier 1: a subscription has a price; make the tier free otherwise",
		`[{"title":"A","mode":"subscription","price":1.005}]`:                  "Tier 1: price must be an amount from 0 to 999999 with at most two decimals",
		`[{"title":"A","mode":"subscription","price":-1}]`:                     "Tier 1: price must be an amount from 0 to 999999 with at most two decimals",
		`[{"title":"A","mode":"free","max":0}]`:                                "Tier 1: max must be a whole number from 1 to 100000",
		`[{"title":"A","mode":"subscription","price":1,"max":9}]`:              "Tier 1: max is 9, but the minimum is 10",
		`[{"title":"A","mode":"free","colour":"red"}]`:                         `pricing must be a list of tiers: unknown field "colour"`,
		`[{"title":"A","mode":"subscription","price":1,"frequency":"hourly"}]`: "Tier 1: frequency must be daily, weekly, monthly or yearly",
	} {
		refused(t, review(raw), fault.Invalid, want)
	}
	if err := review(`[{"title":"A","mode":"free","max":3},{"title":"B","mode":"subscription","price":1.5,"frequency":"yearly"}]`); err != nil {
		t.Error(err)
	}
	p.Organization = "other"
	refused(t, review(`[]`), fault.Forbidden, "Only the organization that runs the marketplace has products. Set SWITCHBOARD_MARKET_ORGANIZATION to make it yours.")
}
