package app

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"

	"switchboard/actors/carrier"
	"switchboard/actors/carrier/absent"
	"switchboard/actors/carrier/simulator"
	"switchboard/actors/carrier/twilio"
	"switchboard/cmd/switchboard/config"
	"switchboard/cmd/switchboard/demo"
	"switchboard/storage/pg"
	"switchboard/storage/row"
	"switchboard/storage/schema"
)

// network is the phone network of the product.
type network struct {
	carrier.Carrier
	carrier.Webhooks
	carrier.Provisioner
}

// phones are the phone network and its account.
type phones struct {
	network   network
	account   twilio.Config        // empty without a network
	simulator *simulator.Simulator // nil if there is none in this process; not started yet
	remote    *simulator.Remote    // the simulator of another process, nil for none
}

// providing is what connecting the phone network needs.
type providing struct {
	env    environment
	url    string // of this product, for callbacks
	secret string // the simulated account's
	demo   bool
	edges  simulator.Edges
	store  *pg.Store
}

// connect connects the configured account, or the simulator through the same
// client. Without either there is no phone network: a forgotten setting must
// not send users' real work to a simulator.
func (p providing) connect(ctx context.Context) (phones, error) {
	c := p.env.config
	made := phones{account: twilio.Config{
		AccountSID: c.Twilio.AccountSID, AuthToken: c.Twilio.AuthToken, ServiceSID: c.Twilio.ServiceSID, PublicURL: p.url,
		APIKeySID: c.Twilio.APIKeySID, APIKeySecret: c.Twilio.APIKeySecret, ApplicationSID: c.Twilio.ApplicationSID,
	}}
	account := &made.account
	switch {
	case c.Twilio.Configured():
	case c.Simulator != "" && c.Simulator != config.InProcess:
		remote, err := simulator.NewRemote(c.Simulator, p.secret)
		if err != nil {
			return phones{}, fmt.Errorf("SWITCHBOARD_SIMULATOR: %w", err)
		}
		p.env.life.onEnd("simulator's connections", closing(remote.Close))
		made.remote = remote
		account.AccountSID, account.AuthToken, account.ServiceSID = remote.AccountSID, remote.AuthToken, remote.ServiceSID
		account.Transport = remote.Transport()
	case !c.Simulated():
		p.env.log.Warn("there is no phone network: set TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN and TWILIO_SERVICE_SID")
		return phones{network: network{absent.Carrier{}, absent.Carrier{}, absent.Provisioner{}}}, nil
	default:
		sim, err := p.simulate(ctx)
		if err != nil {
			return phones{}, fmt.Errorf("simulator: %w", err)
		}
		made.simulator = sim
		account.AccountSID, account.AuthToken, account.ServiceSID = sim.AccountSID(), sim.AuthToken(), sim.ServiceSID()
		account.Transport = sim.Transport()
	}
	if account.Here = made.simulated(); account.Here {
		account.APIKeySID, account.APIKeySecret, account.ApplicationSID = simulator.Key(account.AuthToken)
	}
	client, err := twilio.New(*account)
	if err != nil {
		return phones{}, fmt.Errorf("carrier: %w", err)
	}
	made.network = network{client, client.Webhooks(), client.Provisioner()}
	return made, nil
}

func (p providing) simulate(ctx context.Context) (*simulator.Simulator, error) {
	numbers, err := p.numbers(ctx)
	if err != nil {
		return nil, err
	}
	var threads []simulator.Thread
	for _, t := range demo.Threads() {
		if !p.demo {
			break
		}
		threads = append(threads, simulator.Thread{SID: t.SID, Participant: t.Participant, Address: t.Contact, Proxy: t.Ours, Messages: t.Messages})
	}
	sim, err := simulator.New(simulator.Config{
		Folder: filepath.Join(p.env.config.DataDir, "simulator"), PublicURL: p.url, Numbers: numbers, Threads: threads,
		AuthToken: p.secret, Edges: p.edges, Log: p.env.log.With("part", "simulator"), Panics: p.env.panics,
	})
	if err != nil {
		return nil, err
	}
	return sim, nil
}

// numbers returns all numbers of the installation, including those that the
// demo is about to create. Calls to a number that is added later arrive only
// after the next start.
func (p providing) numbers(ctx context.Context) ([]simulator.Number, error) {
	var numbers []simulator.Number
	known := map[string]bool{}
	add := func(number, friendly string) {
		if !known[number] {
			known[number] = true
			numbers = append(numbers, simulator.Number{Number: number, FriendlyName: friendly})
		}
	}
	if p.demo {
		for _, phone := range demo.Phones() {
			add(phone.Number, phone.Friendly)
		}
	}
	organizations, err := p.store.Organizations(ctx)
	if err != nil {
		return nil, fmt.Errorf("organizations: %w", err)
	}
	for _, organization := range organizations {
		found, err := p.store.Find(ctx, organization.ID, row.Query{Object: "twilio_phone", Order: []row.Order{{Field: "created_date"}}})
		if err != nil {
			return nil, fmt.Errorf("phone numbers: %w", err)
		}
		for _, phone := range found {
			number := phone.Text("phone_number")
			if !schema.IsE164(number) {
				p.env.log.Warn("a phone number can't be called", "organization", organization.ID, "number", number)
				continue
			}
			add(number, cmp.Or(phone.Text("friendly_number"), number))
		}
	}
	return numbers, nil
}

// simulated reports whether the phone network is a simulator, in this process
// or another one.
func (p phones) simulated() bool { return p.simulator != nil || p.remote != nil }
