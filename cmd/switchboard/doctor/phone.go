package doctor

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"time"

	"switchboard/actors/carrier/twilio"
	"switchboard/cmd/switchboard/config"
)

// limit is how long each question may take.
const limit = 10 * time.Second

// Provider is what is asked of the phone provider.
type Provider interface {
	Account(ctx context.Context) (twilio.Account, error)
	Key(ctx context.Context) error
	KeySecret(ctx context.Context) error
	Application(ctx context.Context) (twilio.Application, error)
	Numbers(ctx context.Context) ([]twilio.Number, error)
	Conversations(ctx context.Context) (service, account twilio.Told, err error)
	Addresses(ctx context.Context) ([]twilio.Address, error)
}

var _ Provider = twilio.Setup{}

// Phone examines the phone account of a configuration.
type Phone struct {
	config  config.Config
	refused error // why the configuration does not hold, nil where it does

	network  http.RoundTripper // to the provider
	public   http.RoundTripper // to the public URL
	resolve  func(ctx context.Context, host string) ([]netip.Addr, error)
	now      func() time.Time
	patience time.Duration
}

// NewPhone takes what config.Load gave, its error included: what it refuses is a finding.
func NewPhone(c config.Config, refused error) *Phone {
	return &Phone{
		config: c, refused: refused, now: time.Now, patience: limit,
		network: &http.Transport{Proxy: http.ProxyFromEnvironment, ForceAttemptHTTP2: true, DisableKeepAlives: true},
		public:  &http.Transport{Proxy: http.ProxyFromEnvironment, ForceAttemptHTTP2: true, DisableKeepAlives: true},
		resolve: func(ctx context.Context, host string) ([]netip.Addr, error) {
			return net.DefaultResolver.LookupNetIP(ctx, "ip", host)
		},
	}
}

// Run writes a line on each check. The error says how many failed, if any did.
func (p *Phone) Run(ctx context.Context, out io.Writer) error {
	failures := 0
	tell := func(findings ...finding) error {
		failed, err := write(out, findings)
		failures += failed
		return err
	}
	settings, whole := examineSettings(p.config, p.refused)
	if err := tell(settings...); err != nil {
		return err
	}
	if whole {
		for _, examine := range []func(context.Context) []finding{p.provider, p.reach, p.webhook} {
			if err := tell(examine(ctx)...); err != nil {
				return err
			}
		}
	}
	switch failures {
	case 0:
		return nil
	case 1:
		return fmt.Errorf("1 check failed; docs/telephony.md tells of each")
	default:
		return fmt.Errorf("%d checks failed; docs/telephony.md tells of each", failures)
	}
}

// provider asks the account. Where it does not answer, neither will the rest.
func (p *Phone) provider(ctx context.Context) []finding {
	t := p.config.Twilio
	clock := &clock{next: p.network, now: p.now}
	client, err := twilio.New(twilio.Config{
		AccountSID: t.AccountSID, AuthToken: t.AuthToken, ServiceSID: t.ServiceSID, PublicURL: p.config.PublicURL,
		APIKeySID: t.APIKeySID, APIKeySecret: t.APIKeySecret, ApplicationSID: t.ApplicationSID, Transport: clock,
	})
	if err != nil {
		return []finding{found(fail, "account", "%s", said(err))}
	}
	asking := asking{client.Setup(), addresses{p.config.PublicURL}, t, p.patience}
	account, answers := asking.account(ctx)
	findings := []finding{account}
	if skew, known := clock.skew(); known {
		findings = append(findings, judgeClock(skew))
	}
	if !answers {
		return findings
	}
	if t.APIKeySID != "" {
		findings = append(findings, asking.key(ctx), asking.application(ctx))
	}
	findings = append(findings, asking.conversations(ctx))
	return append(findings, asking.numbers(ctx)...)
}

// asking is a conversation with the provider.
type asking struct {
	provider Provider
	ours     addresses
	settings config.Twilio
	patience time.Duration
}

// within asks one question within the time limit.
func within[T any](ctx context.Context, patience time.Duration, ask func(context.Context) (T, error)) (T, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	return ask(ctx)
}
