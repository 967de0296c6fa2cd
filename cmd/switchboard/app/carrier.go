package app

import (
	"context"
	"fmt"
	"path/filepath"

	"switchboard/actors/carrier"
	"switchboard/actors/carrier/simulator"
	"switchboard/actors/carrier/twilio"
	"switchboard/cmd/switchboard/demo"
)

// phoneNetwork is both sides of the carrier.
type phoneNetwork interface {
	carrier.Carrier
	carrier.Webhooks
}

// startCarrier speaks to the configured account, or to the simulator through the
// very same client.
func (m *Main) startCarrier(context.Context) error {
	account := twilio.Config{
		AccountSID: m.config.Twilio.AccountSID, AuthToken: m.config.Twilio.AuthToken,
		ServiceSID: m.config.Twilio.ServiceSID, PublicURL: m.url,
	}
	if !m.config.Twilio.Configured() {
		sim, err := m.newSimulator()
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
	m.parts.carrier, m.parts.serviceSID = client, account.ServiceSID
	return nil
}

func (m *Main) newSimulator() (*simulator.Simulator, error) {
	phones := demo.Phones()
	numbers := make([]simulator.Number, 0, len(phones))
	for _, p := range phones {
		numbers = append(numbers, simulator.Number{Number: p.Number, FriendlyName: p.Friendly})
	}
	past := demo.Threads()
	threads := make([]simulator.Thread, 0, len(past))
	for _, t := range past {
		threads = append(threads, simulator.Thread{SID: t.SID, Participant: t.Participant, Address: t.Contact, Proxy: t.Ours, Messages: t.Messages})
	}
	sim, err := simulator.New(simulator.Config{
		Folder: filepath.Join(m.config.DataDir, "simulator"), PublicURL: m.url, Numbers: numbers, Threads: threads,
		AuthToken: m.keys.Simulator, Edges: m.Edges, Log: m.log.With("part", "simulator"),
	})
	if err != nil {
		return nil, err //nolint:wrapcheck // the caller names the part
	}
	return sim, nil
}
