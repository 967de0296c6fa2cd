package simulator_test

import (
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
	r.sim, r.client = sim, client
	r.product.Use(client.Webhooks())
}

func (r *rig) close() {
	r.t.Helper()
	if err := r.sim.Close(); err != nil {
		r.t.Error(err)
	}
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
