package smoke_test

import (
	"testing"

	"switchboard/actors/carrier/carriertest/softphone"
	"switchboard/cmd/producttest"
	"switchboard/cmd/switchboard/app"
	"switchboard/cmd/switchboard/demo"
	"switchboard/storage/pg/pgtest"
)

func TestMain(m *testing.M) { pgtest.Main(m) }

// product is a running Switchboard with the demo organization.
type product struct {
	*producttest.Product

	desks []*desk // those with a phone
}

// Restart ends the product and starts it again; browsers reconnect, too.
func (p *product) Restart() {
	p.T.Helper()
	p.Product.Restart()
	for _, d := range p.desks {
		d.phone.Close()
		d.phone = d.Phone()
	}
}

// start runs the product on a database of its own; change may remove
// components. Such a test mostly waits, so it runs in parallel with others.
func start(t *testing.T, change func(*app.Main)) *product {
	t.Helper()
	t.Parallel()
	return startAlone(t, change)
}

// startAlone is start for tests that inspect the whole process.
func startAlone(t *testing.T, change func(*app.Main)) *product {
	t.Helper()
	p := &product{Product: producttest.Seeded(t)}
	p.Change = change
	p.Run(producttest.Address(t))
	return p
}

// desk is a user with a browser.
type desk struct {
	*producttest.Person
	product *product
	browser *socket // open while the user is present
	phone   *softphone.Phone
}

// signIn signs in a demo user.
func (p *product) signIn(user string) *desk {
	p.T.Helper()
	return p.as(user+"@demo.test", demo.Password)
}

// as signs in by email and password.
func (p *product) as(email, password string) *desk {
	p.T.Helper()
	return &desk{Person: p.SignIn(email, password), product: p}
}

// ready registers the desk's phone, which accepts all calls.
func (d *desk) ready() *desk {
	d.T.Helper()
	if d.phone == nil {
		d.phone = d.Phone()
		d.product.desks = append(d.product.desks, d)
		d.T.Cleanup(func() { d.phone.Close() })
	}
	return d
}

// stranger returns a client that is not signed in.
func (p *product) stranger() *desk {
	return &desk{Person: &producttest.Person{Product: p.Product}, product: p}
}
