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

// Restart ends the product and starts it again; browsers connect again, too.
func (p *product) Restart() {
	p.T.Helper()
	p.Product.Restart()
	for _, d := range p.desks {
		d.phone.Close()
		d.phone = d.Phone()
	}
}

// start runs the product on a database of its own; change may take parts away. Most of
// such a test is waiting, so it goes on beside others.
func start(t *testing.T, change func(*app.Main)) *product {
	t.Helper()
	t.Parallel()
	return startAlone(t, change)
}

// startAlone is start for what looks at the whole process.
func startAlone(t *testing.T, change func(*app.Main)) *product {
	t.Helper()
	p := &product{Product: producttest.Standing(t)}
	p.Change = change
	p.Run(producttest.Address(t))
	return p
}

// desk is a person with a browser.
type desk struct {
	*producttest.Person
	product *product
	browser *socket // which is open while the person is there
	phone   *softphone.Phone
}

// signIn gives one of the demo's people.
func (p *product) signIn(user string) *desk {
	p.T.Helper()
	return p.as(user+"@demo.test", demo.Password)
}

// as signs in by e-mail and password.
func (p *product) as(email, password string) *desk {
	p.T.Helper()
	return &desk{Person: p.SignIn(email, password), product: p}
}

// ready registers the desk's phone, which takes what is put through to it.
func (d *desk) ready() *desk {
	d.T.Helper()
	if d.phone == nil {
		d.phone = d.Phone()
		d.product.desks = append(d.product.desks, d)
		d.T.Cleanup(func() { d.phone.Close() })
	}
	return d
}

// stranger is nobody who signed in.
func (p *product) stranger() *desk {
	return &desk{Person: &producttest.Person{Product: p.Product}, product: p}
}
