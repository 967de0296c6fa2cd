package app

import (
	"cmp"
	"context"
	"fmt"
	"net"
	"strings"
	"time"

	"switchboard/actors/accounts"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/pg/organizations"
	rates "switchboard/storage/ratelimit/memory"
	"switchboard/storage/row"
)

// StaffMember is a user of an organization with its name.
type StaffMember struct {
	row.StaffMember
	OrganizationName string
}

// service makes what decides on accounts, for work on the command line.
func (i *Installation) service() (*accounts.Service, error) {
	service, err := accounts.New(accounts.Config{
		Store: i.store, Limiter: rates.New(rates.Size, time.Now), SecretKey: i.keys.Accounts, Issuer: i.publicURL(), Letters: true,
	})
	if err != nil {
		return nil, fmt.Errorf("accounts: %w", err)
	}
	return service, nil
}

// publicURL is where people reach the product, as far as the settings say.
func (i *Installation) publicURL() string {
	if i.config.PublicURL != "" {
		return i.config.PublicURL
	}
	host, port, err := net.SplitHostPort(i.config.Addr)
	if err != nil {
		return "http://" + i.config.Addr
	}
	return "http://" + net.JoinHostPort(cmp.Or(host, "localhost"), port)
}

// CanMail reports whether a serving process sends letters.
func (i *Installation) CanMail() bool { return canMail(i.config) }

// organization finds one by its id or name; fault.NotFound, fault.Conflict for a name that
// several have.
func (i *Installation) organization(ctx context.Context, idOrName string) (organizations.Organization, error) {
	all, err := i.Organizations(ctx)
	if err != nil {
		return organizations.Organization{}, err
	}
	at, err := oneOf(all, idOrName)
	if err != nil {
		return organizations.Organization{}, err
	}
	return all[at], nil
}

// Staff lists the users of an organization, by its id or name, or of all: "".
func (i *Installation) Staff(ctx context.Context, idOrName string) ([]StaffMember, error) {
	all, err := i.Organizations(ctx)
	if err != nil {
		return nil, err
	}
	if idOrName != "" {
		at, err := oneOf(all, idOrName)
		if err != nil {
			return nil, err
		}
		all = all[at : at+1]
	}
	var out []StaffMember
	for _, o := range all {
		staff, err := i.store.Staff(ctx, o.ID)
		if err != nil {
			return nil, fmt.Errorf("users of %s: %w", o.Name, err)
		}
		for _, m := range staff {
			out = append(out, StaffMember{m, o.Name})
		}
	}
	return out, nil
}

// CheckAccount refuses an e-mail address without an account, before anything is asked.
func (i *Installation) CheckAccount(ctx context.Context, email string) error {
	_, err := i.account(ctx, email)
	return err
}

func (i *Installation) account(ctx context.Context, email string) (accounts.Account, error) {
	if err := i.mustBeMigrated(ctx); err != nil {
		return accounts.Account{}, err
	}
	service, err := i.service()
	if err != nil {
		return accounts.Account{}, err
	}
	account, err := service.Members.Account(ctx, email)
	if fault.Is(err, fault.NotFound) {
		err = fault.New(fault.NotFound, "There is no account with the e-mail address %s: nobody has accepted an invitation to it. `switchboard user list` shows all users.", email)
	}
	return account, err
}

// SetPassword gives an account another password and ends all its sessions.
func (i *Installation) SetPassword(ctx context.Context, email, password string) error {
	if _, err := i.account(ctx, email); err != nil {
		return err
	}
	service, err := i.service()
	if err != nil {
		return err
	}
	return service.Members.SetPassword(ctx, email, password)
}

// ResetSecondFactor turns off the second factor of an account and ends all its sessions.
// fault.Conflict if it has none.
func (i *Installation) ResetSecondFactor(ctx context.Context, email string) error {
	account, err := i.account(ctx, email)
	if err != nil {
		return err
	}
	service, err := i.service()
	if err != nil {
		return err
	}
	return service.SecondFactors.ResetFromOutside(ctx, &account)
}

// Memberships lists where an account is a member, or the one place that is named by its id
// or name. fault.NotFound where it is none.
func (i *Installation) Memberships(ctx context.Context, email, idOrName string) ([]accounts.Membership, error) {
	account, err := i.account(ctx, email)
	if err != nil {
		return nil, err
	}
	if idOrName == "" {
		if len(account.Memberships) == 0 {
			return nil, fault.New(fault.NotFound, "%s is a member of no organization.", account.Email)
		}
		return account.Memberships, nil
	}
	o, err := i.organization(ctx, idOrName)
	if err != nil {
		return nil, err
	}
	for _, m := range account.Memberships {
		if m.Organization == o.ID {
			return []accounts.Membership{m}, nil
		}
	}
	return nil, fault.New(fault.NotFound, "%s is not a member of %s.", account.Email, o.Name)
}

// SetActive lets members sign in or not, all or nothing; who may not any more is signed out.
func (i *Installation) SetActive(ctx context.Context, members []accounts.Membership, active bool) error {
	service, err := i.service()
	if err != nil {
		return err
	}
	return service.Members.SetActive(ctx, members, active)
}

// NewMember is somebody to be invited from the command line.
type NewMember struct {
	Email        string
	Name         string
	Organization string // id or name
	Superuser    bool
	Permissions  []string // names of permission sets
	// Link has no letter sent: whoever invites hands the link over.
	Link bool
}

// Invite invites somebody to an organization, or once more, and returns the link where no
// letter is sent.
func (i *Installation) Invite(ctx context.Context, n NewMember) (link string, err error) {
	o, err := i.organization(ctx, n.Organization)
	if err != nil {
		return "", err
	}
	if !n.Link && !i.CanMail() {
		return "", fault.New(fault.Conflict, "This installation sends no mail. Set SWITCHBOARD_SMTP_URL and SWITCHBOARD_MAIL_FROM, or print the link with --link.")
	}
	sets, err := i.permissionSets(ctx, o, n.Permissions)
	if err != nil {
		return "", err
	}
	service, err := i.service()
	if err != nil {
		return "", err
	}
	fields := row.Fields{"name": n.Name, "email": n.Email, "is_superuser": n.Superuser}
	if len(sets) > 0 {
		fields["permissions"] = sets
	}
	return service.Invitations.InviteFromOutside(ctx, o.ID, accounts.NewInvitation{Fields: fields}, n.Link)
}

// permissionSets finds the permission sets of an organization by their names.
func (i *Installation) permissionSets(ctx context.Context, o organizations.Organization, names []string) ([]id.ID, error) {
	if len(names) == 0 {
		return nil, nil
	}
	all, err := i.store.Find(ctx, o.ID, row.Query{Object: "permission", Fields: []string{"name"}, Order: []row.Order{{Field: "name"}}})
	if err != nil {
		return nil, fmt.Errorf("permission sets of %s: %w", o.Name, err)
	}
	byName, known := map[string]id.ID{}, make([]string, 0, len(all))
	for _, set := range all {
		byName[strings.ToLower(set.Text("name"))] = set.ID
		known = append(known, set.Text("name"))
	}
	var out []id.ID
	for _, name := range names {
		found, is := byName[strings.ToLower(name)]
		if !is {
			return nil, fault.New(fault.NotFound, "%s has no permission set %q. It has: %s.", o.Name, name, cmp.Or(strings.Join(known, ", "), "none"))
		}
		out = append(out, found)
	}
	return out, nil
}
