package doctor

import (
	"context"
	"fmt"
	"io"
	"net/http"

	"switchboard/actors/payments/stripe"
	"switchboard/cmd/switchboard/config"
	"switchboard/storage/fault"
)

// Payments checks the payment account of a configuration.
type Payments struct {
	config  config.Config
	refused error // why the configuration is invalid, nil if it is valid

	network http.RoundTripper // to the provider
}

// NewPayments takes the results of config.Load, including its error, which becomes a finding.
func NewPayments(c config.Config, refused error) *Payments {
	return &Payments{config: c, refused: refused, network: &http.Transport{Proxy: http.ProxyFromEnvironment, ForceAttemptHTTP2: true, DisableKeepAlives: true}}
}

// Run prints a line for each check. The error says how many failed, if any did.
func (p *Payments) Run(ctx context.Context, out io.Writer) error {
	failures, err := write(out, p.examine(ctx))
	if err != nil {
		return err
	}
	if failures > 0 {
		return fmt.Errorf("%s failed; see docs/payments.md", fault.Count(failures, "check", "checks"))
	}
	return nil
}

func (p *Payments) examine(ctx context.Context) []finding {
	c := p.config
	switch {
	case p.refused != nil:
		return []finding{found(fail, "settings", "%s", p.refused)}
	case c.SimulatesPayments():
		return []finding{found(ok, "settings", "no account is set, so payments are simulated; for a real one set STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET and STRIPE_PUBLISHABLE_KEY")}
	case !c.Stripe.Configured():
		return []finding{found(warn, "settings", "no account is set and the simulator is off, so nothing can be bought; set STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET and STRIPE_PUBLISHABLE_KEY")}
	}
	findings := []finding{found(ok, "settings", "all are present and well formed")}
	if c.Market == "" {
		findings = append(findings, found(warn, "seller", "nobody sells; set SWITCHBOARD_MARKET_ORGANIZATION"))
	}
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	setup := stripe.New(stripe.Config{SecretKey: c.Stripe.SecretKey, WebhookSecret: c.Stripe.WebhookSecret, URL: c.Stripe.APIURL, Transport: p.network})
	account, err := setup.Account()
	if err != nil {
		return append(findings, found(fail, "account", "%s", fault.From(err).Detail))
	}
	if account.TakesCharges {
		findings = append(findings, found(ok, "account", "%q takes payments", account.Name))
	} else {
		findings = append(findings, found(fail, "account", "%q can't take payments yet; complete it in Stripe's dashboard", account.Name))
	}
	return append(findings, webhookOf(ctx, setup, c.PublicURL+"/v1/webhooks/stripe"))
}

// webhookOf checks that the provider sends its events to this installation.
func webhookOf(ctx context.Context, setup *stripe.Client, wanted string) finding {
	endpoints, err := setup.Endpoints(ctx)
	if err != nil {
		return found(warn, "webhook", "%s", fault.From(err).Detail)
	}
	for _, e := range endpoints {
		switch {
		case e.URL != wanted:
		case !e.IsEnabled:
			return found(fail, "webhook", "the endpoint %s is disabled; enable it in Stripe's dashboard", wanted)
		case len(e.Missing) > 0:
			return found(fail, "webhook", "the endpoint %s does not send %v; add them in Stripe's dashboard", wanted, e.Missing)
		default:
			return found(ok, "webhook", "%s gets the events", wanted)
		}
	}
	return found(fail, "webhook", "there is no endpoint %s; create it in Stripe's dashboard", wanted)
}
