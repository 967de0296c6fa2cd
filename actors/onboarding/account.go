package onboarding

import (
	"context"
	"encoding/json"

	"switchboard/actors/carrier"
	"switchboard/actors/feature"
	"switchboard/storage/access"
	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
	"switchboard/storage/seal"
)

const (
	appObject        = "integrated_app"
	credentialObject = "auth_credential" //nolint:gosec // the name of an object
	// providerName is what the integrated app and the credential of the provider are called.
	providerName = "Twilio"
)

// login is what the data of the provider's credential holds.
type login struct {
	Username string `json:"username"`
	Password string `json:"password"`
}

// CredentialsInput holds the credentials of an account at the provider.
type CredentialsInput struct {
	AccountSID string `json:"account_sid"`
	AuthToken  string `json:"auth_token"`
	feature.Given
}

// Credentials names the records that hold an account's credentials.
type Credentials struct {
	App        id.ID `json:"integrated_app"`
	Credential id.ID `json:"auth_credential"`
}

// SaveCredentials checks the credentials of an account at the provider and stores them.
// Errors: fault.Forbidden, fault.Invalid for what the provider does not accept.
func (s *Service) SaveCredentials(ctx context.Context, p *access.Principal, in CredentialsInput) (Credentials, error) {
	if err := may(p); err != nil {
		return Credentials{}, err
	}
	account := carrier.Account{SID: in.AccountSID, Token: in.AuthToken}
	err := s.provider.CheckAccount(ctx, account)
	if fault.Is(err, fault.Unauthenticated) {
		return Credentials{}, fault.Field("auth_token", "The phone provider does not accept this Account SID and Auth Token. Copy both from the provider's console again.")
	}
	if err != nil {
		return Credentials{}, unauthenticated(err)
	}
	return s.keepAccount(ctx, p, account)
}

// SubaccountInput asks for an account that the installation pays for.
type SubaccountInput struct{ feature.Given }

// Next is where the wizard goes on.
type Next struct {
	Path string `json:"path"`
}

// OpenSubaccount opens an account below the installation's own and stores its
// credentials. A repeat opens no second one.
func (s *Service) OpenSubaccount(ctx context.Context, p *access.Principal, _ SubaccountInput) (Next, error) {
	if err := may(p); err != nil {
		return Next{}, err
	}
	account, err := s.provider.OpenAccount(ctx, "Switchboard "+p.Organization.String())
	if err != nil {
		return Next{}, unauthenticated(err)
	}
	if _, err := s.keepAccount(ctx, p, account); err != nil {
		return Next{}, err
	}
	return Next{"/view/onboarding/record/" + RecordID(p.Organization, Telephony).String() + "/standard?step=1"}, nil
}

// keepAccount stores the credentials of an account in one transaction, over those that
// stand.
func (s *Service) keepAccount(ctx context.Context, p *access.Principal, account carrier.Account) (Credentials, error) {
	kept, credential, err := s.kept(ctx, p.Organization)
	if err != nil {
		return Credentials{}, err
	}
	var writes []row.Write
	if kept.App == "" {
		kept.App = id.New()
		writes = append(writes, row.Write{Object: appObject, ID: kept.App, Op: entry.Created, Set: row.Fields{
			"name": providerName, "authentication_protocol": "basic", "use_config": false,
		}})
	}
	write := row.Write{Object: credentialObject, Op: entry.Updated, ID: kept.Credential, Expect: credential.Version, Set: row.Fields{}}
	if kept.Credential == "" {
		kept.Credential = id.New()
		write.Op, write.ID = entry.Created, kept.Credential
		write.Set = row.Fields{"name": providerName, "integrated_app": kept.App}
	}
	if write.Set["data"], err = s.ring.Seal(place(p.Organization, credentialObject, kept.Credential, "data"), row.JSONValue(login{account.SID, account.Token})); err != nil {
		return Credentials{}, err
	}
	write.Set["verified"], write.Set["last_error"] = true, nil
	_, err = s.store.Commit(ctx, row.Change{Organization: p.Organization, By: p.User, Writes: append(writes, write)})
	return kept, err
}

// kept finds the records with the provider's credentials; the ids of missing ones are "".
func (s *Service) kept(ctx context.Context, organization id.ID) (Credentials, row.Record, error) {
	apps, err := s.find(ctx, organization, appObject, "name", providerName)
	if err != nil || len(apps) == 0 {
		return Credentials{}, row.Record{}, err
	}
	found, err := s.find(ctx, organization, credentialObject, "integrated_app", apps[0].ID)
	if err != nil || len(found) == 0 {
		return Credentials{App: apps[0].ID}, row.Record{}, err
	}
	return Credentials{apps[0].ID, found[0].ID}, found[0], nil
}

// account returns the organization's account. fault.Conflict says what to do where there
// is none.
func (s *Service) account(ctx context.Context, p *access.Principal) (carrier.Account, error) {
	if err := may(p); err != nil {
		return carrier.Account{}, err
	}
	_, record, err := s.kept(ctx, p.Organization)
	if err != nil {
		return carrier.Account{}, err
	}
	sealed := record.Text("data")
	if sealed == "" {
		return carrier.Account{}, fault.New(fault.Conflict, "Auth credential not found. Please go back to the previous step.")
	}
	plain, err := s.ring.Open(place(p.Organization, credentialObject, record.ID, "data"), sealed)
	var in login
	if err == nil {
		err = json.Unmarshal(plain, &in)
	}
	if err != nil {
		return carrier.Account{}, fault.Wrap(err, fault.Conflict, "The credentials of the phone provider can't be decrypted. Go back and save them again.")
	}
	return carrier.Account{SID: in.Username, Token: in.Password}, nil
}

func place(organization id.ID, object string, record id.ID, field string) seal.Place {
	return seal.Place{Organization: organization, Object: object, Record: record, Field: field}
}

// may reports whether a principal may set up the phone network.
func may(p *access.Principal) error {
	if !p.Superuser {
		return fault.New(fault.Forbidden, "Only a superuser may set up the phone network")
	}
	return nil
}

// unauthenticated keeps the provider's refusal from reading as one of the caller's own
// session.
func unauthenticated(err error) error {
	if fault.Is(err, fault.Unauthenticated) {
		return fault.Wrap(err, fault.Conflict, "The phone provider no longer accepts the credentials. Go back and save them again.")
	}
	if fault.Is(err, fault.Forbidden) {
		return fault.Wrap(err, fault.Conflict, "%s Check the account in the provider's console.", fault.From(err).Detail)
	}
	return err
}
