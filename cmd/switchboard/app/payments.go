package app

import (
	"fmt"
	"path/filepath"

	"switchboard/actors/market"
	"switchboard/actors/payments"
	"switchboard/actors/payments/simulator"
	"switchboard/actors/payments/stripe"
	"switchboard/cmd/switchboard/config"
	"switchboard/cmd/switchboard/demo"
	"switchboard/storage/id"
)

// cashier is the payment provider and who sells.
type cashier struct {
	provider  payments.Provider
	settings  market.Settings
	simulator *simulator.Simulator // nil unless payments are simulated
}

// simulatedAPI is the address of the simulated API, which no request leaves the process for.
const simulatedAPI = "http://payments.invalid"

// openCashier connects the configured account, or the simulator through the same client. Without
// either nothing can be bought: a forgotten setting must not give products away.
func openCashier(env environment, url, secret string, withDemo bool) (cashier, error) {
	c := env.config
	made := cashier{provider: payments.Absent{}, settings: market.Settings{
		Seller: seller(c, withDemo), PublicURL: url, PublishableKey: c.Stripe.PublishableKey,
		IsLive: c.Stripe.IsLive(), CannotStop: c.MarketStop == config.StopContact,
	}}
	switch {
	case c.Stripe.Configured():
		made.provider = stripe.New(stripe.Config{SecretKey: c.Stripe.SecretKey, WebhookSecret: c.Stripe.WebhookSecret, URL: c.Stripe.APIURL})
	case c.SimulatesPayments():
		account := stripe.Config{SecretKey: "sk_test_" + secret, WebhookSecret: "whsec_" + secret, URL: simulatedAPI}
		sim, err := simulator.New(simulator.Config{
			SecretKey: account.SecretKey, WebhookSecret: account.WebhookSecret, Path: filepath.Join(c.DataDir, "simulator", "payments.json"),
			Webhook: url + "/v1/webhooks/stripe", Prices: demo.Prices(), Log: env.log.With("part", "payment simulator"),
		})
		if err != nil {
			return cashier{}, fmt.Errorf("payments: %w", err)
		}
		account.Transport = sim.Transport()
		made.provider, made.simulator, made.settings.IsSimulated = stripe.New(account), sim, true
	}
	return made, nil
}

func seller(c config.Config, withDemo bool) id.ID {
	if c.Market == "" && withDemo {
		return demo.Organization
	}
	return c.Market
}
