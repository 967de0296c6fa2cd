package simulator_test

import (
	"context"
	"sync"
	"testing"

	"go.uber.org/goleak"

	"switchboard/actors/carrier/carriertest"
	"switchboard/actors/carrier/simulator"
	"switchboard/actors/carrier/twilio"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const (
	public = "https://switchboard.example"
	ours   = "+15550100001"
)

// rig is a simulator whose webhooks go to a product of the test's own.
type rig struct {
	t       *testing.T
	config  simulator.Config
	sim     *simulator.Simulator
	client  *twilio.Client
	product *carriertest.Product
	end     func() // of the simulator's Run
}

// open makes a rig; it is not started.
func open(t *testing.T, change func(*simulator.Config)) *rig {
	t.Helper()
	r := &rig{t: t, product: carriertest.NewProduct(t)}
	r.config = simulator.Config{
		Folder: t.TempDir(), PublicURL: public, Webhooks: r.product, Seed: 7,
		Numbers: []simulator.Number{{Number: ours, FriendlyName: "Main line"}},
	}
	if change != nil {
		change(&r.config)
	}
	r.boot()
	t.Cleanup(func() { r.close() })
	return r
}

// boot makes a simulator over the rig's folder.
func (r *rig) boot() {
	r.t.Helper()
	sim, err := simulator.New(r.config)
	if err != nil {
		r.t.Fatal(err)
	}
	client, err := twilio.New(twilio.Config{
		AccountSID: sim.AccountSID(), AuthToken: sim.AuthToken(), ServiceSID: sim.ServiceSID(), PublicURL: r.config.PublicURL,
		Transport: carriertest.NewChecking(r.t, sim.Transport()),
	})
	if err != nil {
		r.t.Fatal(err)
	}
	r.sim, r.client, r.end = sim, client, func() {}
	r.product.Use(client.Webhooks())
	for _, identity := range []string{"a", "anna"} {
		carriertest.Answering(sim.Exchange(), identity)
	}
}

// start lets time pass.
func (r *rig) start() {
	ctx, stop := context.WithCancel(context.Background())
	var work sync.WaitGroup
	sim := r.sim
	work.Go(func() { sim.Run(ctx) })
	r.end = func() {
		stop()
		work.Wait()
	}
}

func (r *rig) close() {
	r.end()
	r.sim.Close()
}

func (r *rig) place() string {
	r.t.Helper()
	sid, err := r.sim.PlaceCall(r.t.Context(), carriertest.Customer, ours)
	if err != nil {
		r.t.Fatal(err)
	}
	return sid
}

func (r *rig) call(sid string) simulator.CallView {
	r.t.Helper()
	for _, c := range r.sim.State(r.t.Context()).Calls {
		if c.SID == sid {
			return c
		}
	}
	r.t.Fatalf("the simulator has no call %s", sid)
	return simulator.CallView{}
}
