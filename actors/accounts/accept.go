package accounts

import (
	"context"
	"strings"
	"time"

	"switchboard/storage/access"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
	"switchboard/storage/schema"
)

// Offer is what the holder of an invitation's token may know of it.
type Offer struct {
	Organization     id.ID
	OrganizationName string
	Inviter          string // a name, "" for none
	Email            string
	Name             string
	// Known says that the address has an account: its password is asked for, none is
	// chosen.
	Known   bool
	Expires time.Time
}

// Offers lets invited people become members.
type Offers struct {
	store  Store
	names  Names
	book   *book
	prover *prover
	now    func() time.Time
}

// OfferOf returns the invitation of a token. fault.NotFound for a token that is not the newest
// one, fault.Conflict for an invitation that is over.
func (o *Offers) OfferOf(ctx context.Context, token string) (Offer, error) {
	organization, who, err := o.offered(ctx, token)
	if err != nil {
		return Offer{}, err
	}
	out := Offer{
		Organization: organization, Email: who.invitation.Text("email"), Name: who.user.Text("name"),
		Expires: who.invitation.Time("expires_date"),
	}
	if out.OrganizationName, err = o.nameOf(ctx, organization); err != nil {
		return Offer{}, err
	}
	if inviter := who.invitation.Lookup("inviter"); inviter != "" {
		if record, err := o.store.Get(ctx, organization, "user", inviter); err == nil {
			out.Inviter = record.Text("name")
		} else if !fault.Is(err, fault.NotFound) {
			return Offer{}, err
		}
	}
	account, err := o.prover.account(ctx, out.Email)
	out.Known = account.ID != ""
	return out, err
}

// offered finds the invitation of a token that is still good.
func (o *Offers) offered(ctx context.Context, text string) (id.ID, invited, error) {
	unknown := fault.New(fault.NotFound, "This link is not whole, or a newer letter has replaced it. Please open the link of the newest letter, or ask for another invitation.")
	token, ok := parseInvitation(text)
	if !ok {
		return "", invited{}, unknown
	}
	who, err := o.book.find(ctx, token.organization, token.user)
	if fault.Is(err, fault.NotFound) || err == nil && who.invitation.ID == "" {
		return "", invited{}, unknown
	}
	if err != nil {
		return "", invited{}, err
	}
	switch state := who.invitation.Text("state"); {
	case !same(hashSecret(token.secret), who.invitation.Text("token_hash")):
		return "", invited{}, unknown
	case state == accepted:
		return "", invited{}, fault.New(fault.Conflict, "This invitation was accepted already. Please sign in.")
	case state == withdrawn:
		return "", invited{}, fault.New(fault.Conflict, "This invitation was withdrawn. Please ask whoever sent it for another one.")
	case state == expired || !o.now().Before(who.invitation.Time("expires_date")):
		return "", invited{}, fault.New(fault.Conflict, "This invitation has expired. Please ask whoever sent it for another one.")
	}
	return token.organization, who, nil
}

func (o *Offers) nameOf(ctx context.Context, organization id.ID) (string, error) {
	if o.names == nil {
		return "", nil
	}
	return o.names.OrganizationName(ctx, organization)
}

// Acceptance is what a person says to an invitation.
type Acceptance struct {
	Token string
	// Name is the chosen name, "" for the one the inviter entered.
	Name string
	// Password is the new password, or that of the existing account.
	Password string
	// Principal is the invited user if already signed in, else nil; then no password is needed.
	Principal *access.Principal
}

// Accept makes the invited person a member, once, with the rights that the user record
// has by then. Without an account of that address he gets one with the password that he
// chose; with one he proves that it is his: fault.Unauthenticated and fault.Limited as
// SignIn. Otherwise errors as OfferOf.
func (o *Offers) Accept(ctx context.Context, a Acceptance, client Client) (Offer, error) {
	var offer Offer
	err := raced(func() error {
		organization, who, err := o.offered(ctx, a.Token)
		if err != nil {
			return err
		}
		offer = Offer{Organization: organization, Email: who.invitation.Text("email"), Name: who.user.Text("name")}
		set, err := named(&who, a.Name)
		if err != nil {
			return err
		}
		join, err := o.accepting(ctx, offer.Email, &a, client)
		if err != nil {
			return err
		}
		join.User = who.user.ID
		set["is_active"], set["account"] = true, string(join.Account.ID)
		err = o.book.move(ctx, organization, who.user.ID, &who, accepted, "user.joined", set, void(), row.Change{Join: &join})
		if fault.Is(err, fault.Conflict) && join.New {
			// The address got an account meanwhile: whose it is has to be proved now.
			return fault.Wrap(err, fault.VersionConflict, "The account was made meanwhile.")
		}
		return err
	})
	if err != nil {
		return Offer{}, err
	}
	offer.OrganizationName, err = o.nameOf(ctx, offer.Organization)
	return offer, err
}

// named returns the fields that the chosen name changes: none if it is empty or unchanged.
func named(who *invited, name string) (row.Fields, error) {
	if name = strings.TrimSpace(name); name == "" || name == who.user.Text("name") {
		return row.Fields{}, nil
	}
	if len(name) > maxName {
		return nil, fault.Field("name", "A name may have at most %d bytes", maxName)
	}
	if _, err := schema.Check(nameField, row.JSONValue(name)); err != nil {
		return nil, err
	}
	first, last, _ := strings.Cut(name, " ")
	return row.Fields{"name": name, "first_name": first, "last_name": strings.TrimSpace(last)}, nil
}

const maxName = 200

// accepting returns the account that accepts: its own new one, or the one that has proved itself.
func (o *Offers) accepting(ctx context.Context, email string, a *Acceptance, client Client) (row.Join, error) {
	if a.Principal != nil {
		account, err := o.store.AccountOfUser(ctx, a.Principal.Organization, a.Principal.User)
		if err != nil {
			return row.Join{}, endedIfGone(err)
		}
		if account.Email != email {
			return row.Join{}, fault.New(fault.Forbidden, "This invitation is for %s, and you are signed in as %s. Sign out, or accept with the password of %s.", email, account.Email, email)
		}
		return row.Join{Account: account}, nil
	}
	known, err := o.prover.account(ctx, email)
	if err != nil {
		return row.Join{}, err
	}
	if known.ID != "" {
		if a.Password == "" || len(a.Password) > maxPassword {
			return row.Join{}, fault.Field("password", "Please give the password of your account")
		}
		account, err := o.prover.prove(ctx, email, a.Password, client)
		return row.Join{Account: account}, err
	}
	if err := checkPassword(a.Password); err != nil {
		return row.Join{}, err
	}
	hash, err := o.prover.hasher.hash(ctx, a.Password)
	if err != nil {
		return row.Join{}, err
	}
	return row.Join{New: true, Account: Account{ID: id.New(), Email: email, PasswordHash: hash, Active: true}}, nil
}
