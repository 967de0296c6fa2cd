package carrier

import "context"

// Provisioner sets up accounts at the provider. Each request names the account on whose
// behalf it runs. A repeat creates nothing twice: what exists under the same name or
// number is returned. Errors are as of Carrier; fault.Unauthenticated means that the
// provider does not accept the account's credentials.
type Provisioner interface {
	// OpenAccount opens an account below the installation's own, which pays for it.
	OpenAccount(ctx context.Context, name string) (Account, error)
	// CheckAccount returns an error unless the credentials work and the account is active.
	CheckAccount(ctx context.Context, of Account) error
	// Application creates the voice application, whose calls come to us.
	Application(ctx context.Context, of Account, name string) (Resource, error)
	// Key creates an API key. Its secret is known only now, so a repeat creates another one.
	Key(ctx context.Context, of Account, name string) (APIKey, error)
	// Service creates the service of text conversations.
	Service(ctx context.Context, of Account, name string) (Resource, error)
	// Subscribe has these events of a service reported to us.
	Subscribe(ctx context.Context, of Account, serviceSID string, events []string) error
	// Search finds numbers for sale by their area code.
	Search(ctx context.Context, of Account, areaCode string) ([]NumberForSale, error)
	// Buy buys a number. It returns fault.Conflict if somebody else has it.
	Buy(ctx context.Context, of Account, number string) (Number, error)
	// Numbers lists the account's numbers.
	Numbers(ctx context.Context, of Account) ([]Number, error)
	// Assign has the calls to a number handled by a voice application.
	Assign(ctx context.Context, of Account, numberSID, applicationSID string) error
	// Converse has the first text to a number begin a conversation in a service. created
	// reports whether the number had no such setting before.
	Converse(ctx context.Context, of Account, number, serviceSID string, enabled bool) (created bool, err error)
}

// Account is an account at the provider with its credentials.
type Account struct{ SID, Token string }

// Resource is something at the provider.
type Resource struct {
	SID  string `json:"sid"`
	Name string `json:"name"`
}

// APIKey is an API key.
type APIKey struct {
	SID, Secret string
}

// NumberForSale is a number that can be bought.
type NumberForSale struct {
	FriendlyName string `json:"friendly_name"`
	Locality     string `json:"locality"`
	PostalCode   string `json:"postal_code"`
	Region       string `json:"region"`
	PhoneNumber  string `json:"phone_number"`
}

// Number is a number of an account.
type Number struct {
	SID, PhoneNumber, FriendlyName string
	// ApplicationSID handles its calls; "" for none.
	ApplicationSID    string
	Voice, Texts, MMS bool
}
