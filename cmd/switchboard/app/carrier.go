package app

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"

	"switchboard/actors/carrier/absent"
	"switchboard/actors/carrier/simulator"
	"switchboard/actors/carrier/twilio"
	"switchboard/cmd/switchboard/config"
	"switchboard/cmd/switchboard/demo"
	"switchboard/storage/row"
	"switchboard/storage/schema"
)

// startCarrier speaks to the configured account, or to the simulator through the
// very same client. An installation that is configured for neither has no phone
// network: people's real work must not go to a simulated one because a setting was
// forgotten.
func (m *Main) startCarrier(ctx context.Context) error {
	account := twilio.Config{
		AccountSID: m.config.Twilio.AccountSID, AuthToken: m.config.Twilio.AuthToken,
		ServiceSID: m.config.Twilio.ServiceSID, PublicURL: m.url,
	}
	switch {
	case m.config.Twilio.Configured():
	case m.config.Simulator != "" && m.config.Simulator != config.InProcess:
		remote, err := simulator.NewRemote(m.config.Simulator, m.keys.Simulator)
		if err != nil {
			return fmt.Errorf("SWITCHBOARD_SIMULATOR: %w", err)
		}
		m.onClose("simulator's connections", func(context.Context) error { remote.Close(); return nil })
		m.parts.remote = remote
		account.AccountSID, account.AuthToken, account.ServiceSID = remote.AccountSID, remote.AuthToken, remote.ServiceSID
		account.Transport = remote.Transport()
	case !m.config.Simulated():
		m.log.Warn("there is no phone network: set TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN and TWILIO_SERVICE_SID")
		m.parts.network = absent.Carrier{}
		return nil
	default:
		sim, err := m.newSimulator(ctx)
		if err != nil {
			return fmt.Errorf("simulator: %w", err)
		}
		m.parts.simulator = sim
		account.AccountSID, account.AuthToken, account.ServiceSID = sim.AccountSID(), sim.AuthToken(), sim.ServiceSID()
		account.Transport = sim.Transport()
	}
	client, err := twilio.New(account)
	if err != nil {
		return fmt.Errorf("carrier: %w", err)
	}
	m.parts.network, m.parts.serviceSID = client, account.ServiceSID
	return nil
}

func (m *Main) newSimulator(ctx context.Context) (*simulator.Simulator, error) {
	numbers, err := m.simulatedNumbers(ctx)
	if err != nil {
		return nil, err
	}
	var threads []simulator.Thread
	for _, t := range demo.Threads() {
		if !m.Demo {
			break
		}
		threads = append(threads, simulator.Thread{SID: t.SID, Participant: t.Participant, Address: t.Contact, Proxy: t.Ours, Messages: t.Messages})
	}
	sim, err := simulator.New(simulator.Config{
		Folder: filepath.Join(m.config.DataDir, "simulator"), PublicURL: m.url, Numbers: numbers, Threads: threads,
		AuthToken: m.keys.Simulator, Edges: m.Edges, Log: m.log.With("part", "simulator"), Panics: m.panics,
	})
	if err != nil {
		return nil, err //nolint:wrapcheck // the caller names the part
	}
	return sim, nil
}

// simulatedNumbers are all numbers of the installation, those that the demo is about to
// make included. A call to one that is added later arrives only after the next start.
func (m *Main) simulatedNumbers(ctx context.Context) ([]simulator.Number, error) {
	var numbers []simulator.Number
	known := map[string]bool{}
	add := func(number, friendly string) {
		if !known[number] {
			known[number] = true
			numbers = append(numbers, simulator.Number{Number: number, FriendlyName: friendly})
		}
	}
	if m.Demo {
		for _, p := range demo.Phones() {
			add(p.Number, p.Friendly)
		}
	}
	organizations, err := m.organizations(ctx)
	if err != nil {
		return nil, err
	}
	for _, organization := range organizations {
		phones, err := m.store.Find(ctx, organization, row.Query{Object: "twilio_phone", Order: []row.Order{{Field: "created_date"}}})
		if err != nil {
			return nil, fmt.Errorf("phone numbers: %w", err)
		}
		for _, p := range phones {
			number := p.Text("phone_number")
			if !schema.IsE164(number) {
				m.log.Warn("a phone number can't be called", "organization", organization, "number", number)
				continue
			}
			add(number, cmp.Or(p.Text("friendly_number"), number))
		}
	}
	return numbers, nil
}
