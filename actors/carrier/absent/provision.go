package absent

import (
	"context"

	"switchboard/actors/carrier"
)

// Provisioner implements carrier.Provisioner.
type Provisioner struct{}

var _ carrier.Provisioner = Provisioner{}

// OpenAccount implements carrier.Provisioner.
func (Provisioner) OpenAccount(context.Context, string) (carrier.Account, error) {
	return carrier.Account{}, refused()
}

// CheckAccount implements carrier.Provisioner.
func (Provisioner) CheckAccount(context.Context, carrier.Account) error { return refused() }

// Application implements carrier.Provisioner.
func (Provisioner) Application(context.Context, carrier.Account, string) (carrier.Resource, error) {
	return carrier.Resource{}, refused()
}

// Key implements carrier.Provisioner.
func (Provisioner) Key(context.Context, carrier.Account, string) (carrier.APIKey, error) {
	return carrier.APIKey{}, refused()
}

// Service implements carrier.Provisioner.
func (Provisioner) Service(context.Context, carrier.Account, string) (carrier.Resource, error) {
	return carrier.Resource{}, refused()
}

// Subscribe implements carrier.Provisioner.
func (Provisioner) Subscribe(context.Context, carrier.Account, string, []string) error {
	return refused()
}

// Search implements carrier.Provisioner.
func (Provisioner) Search(context.Context, carrier.Account, string) ([]carrier.NumberForSale, error) {
	return nil, refused()
}

// Buy implements carrier.Provisioner.
func (Provisioner) Buy(context.Context, carrier.Account, string) (carrier.Number, error) {
	return carrier.Number{}, refused()
}

// Numbers implements carrier.Provisioner.
func (Provisioner) Numbers(context.Context, carrier.Account) ([]carrier.Number, error) {
	return nil, refused()
}

// Assign implements carrier.Provisioner.
func (Provisioner) Assign(context.Context, carrier.Account, string, string) error { return refused() }

// Converse implements carrier.Provisioner.
func (Provisioner) Converse(context.Context, carrier.Account, string, string, bool) (bool, error) {
	return false, refused()
}
