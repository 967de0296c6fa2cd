package main

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"text/tabwriter"

	"golang.org/x/term"

	"switchboard/actors/accounts"
	"switchboard/cmd/switchboard/app"
)

type user struct {
	List         listUsers    `cmd:"" help:"List the users of all organizations, or of one."`
	Password     setPassword  `cmd:"" help:"Set a new password for a user, and sign them out everywhere."`
	Invite       inviteUser   `cmd:"" help:"Invite somebody to an organization, or once more."`
	SecondFactor secondFactor `cmd:"" help:"Manage the second factor of a user."`
	Disable      disableUser  `cmd:"" help:"Keep a user from signing in, and sign them out; or let them sign in again."`
}

type listUsers struct {
	Organization string `help:"The id or name of the organization to list, instead of all."`
}

// Run lists the users, one per line.
func (l listUsers) Run() error {
	return administer(func(ctx context.Context, i *app.Installation) error {
		staff, err := i.Staff(ctx, l.Organization)
		if err != nil {
			return err
		}
		table := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
		fmt.Fprintln(table, "EMAIL\tNAME\tORGANIZATION\tRIGHTS\tSTATE\tLAST SIGN-IN")
		for at := range staff {
			m := &staff[at]
			signedIn := "-"
			if !m.SignedIn.IsZero() {
				signedIn = m.SignedIn.UTC().Format("2006-01-02 15:04")
			}
			fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s\t%s\n", oneLine(m.Email), oneLine(m.Name), oneLine(m.OrganizationName), oneLine(rightsOf(m)), stateOf(m), signedIn)
		}
		return table.Flush()
	})
}

// oneLine keeps what people entered from breaking the table.
func oneLine(text string) string { return cmp.Or(strings.Join(strings.Fields(text), " "), "-") }

func rightsOf(m *app.StaffMember) string {
	rights := m.Permissions
	if m.IsSuperuser {
		rights = append([]string{"superuser"}, rights...)
	}
	return strings.Join(rights, ", ")
}

func stateOf(m *app.StaffMember) string {
	switch {
	case !m.HasAccount && m.Invitation != "":
		return m.Invitation
	case m.IsActive:
		return "active"
	default:
		return "disabled"
	}
}

type setPassword struct {
	Email         string `arg:"" help:"The user's e-mail address."`
	PasswordStdin bool   `help:"Read the password from standard input, also where it is a terminal."`
}

// Run sets the password. It stands in no argument, since those are seen by everybody on the
// machine.
func (p setPassword) Run() error {
	return administer(func(ctx context.Context, i *app.Installation) error {
		if err := i.CheckAccount(ctx, p.Email); err != nil {
			return err
		}
		password, err := readPassword("New password for "+p.Email, p.PasswordStdin)
		if err != nil {
			return err
		}
		if err := i.SetPassword(ctx, p.Email, password); err != nil {
			return err
		}
		fmt.Printf("set the password of %s and ended all their sessions\n", p.Email)
		return nil
	})
}

type secondFactor struct {
	Reset resetSecondFactor `cmd:"" help:"Turn off the second factor of a user who lost it, and sign them out everywhere."`
}

type resetSecondFactor struct {
	Email string `arg:"" help:"The user's e-mail address."`
}

// Run resets the second factor.
func (r resetSecondFactor) Run() error {
	return administer(func(ctx context.Context, i *app.Installation) error {
		if err := i.ResetSecondFactor(ctx, r.Email); err != nil {
			return err
		}
		fmt.Printf("turned off the second factor of %s and ended all their sessions\n", r.Email)
		return nil
	})
}

// readPassword reads a password from the terminal, twice and unseen, or a line of standard
// input.
func readPassword(prompt string, asLine bool) (string, error) {
	in := int(os.Stdin.Fd())
	if asLine || !term.IsTerminal(in) {
		line, err := bufio.NewReader(os.Stdin).ReadString('\n')
		if err != nil && (!errors.Is(err, io.EOF) || line == "") {
			return "", errors.New("there is no password on standard input")
		}
		return strings.TrimRight(line, "\r\n"), nil // a password may have spaces
	}
	ask := func(prompt string) (string, error) {
		fmt.Fprint(os.Stderr, prompt+": ")
		typed, err := term.ReadPassword(in)
		fmt.Fprintln(os.Stderr)
		if err != nil {
			return "", fmt.Errorf("password: %w", err)
		}
		return string(typed), nil
	}
	first, err := ask(prompt)
	if err != nil {
		return "", err
	}
	second, err := ask("The same once more")
	if err == nil && first != second {
		err = errors.New("the two passwords differ: nothing was changed")
	}
	return first, err
}

type inviteUser struct {
	Email        string   `arg:"" help:"The e-mail address to invite."`
	Organization string   `required:"" help:"The organization's id or name."`
	Name         string   `required:"" help:"The person's full name."`
	Permission   []string `help:"The name of a permission set that they have; again for each."`
	Superuser    bool     `help:"They may do everything in the organization."`
	Link         bool     `help:"Print the link instead of sending a letter. Whoever has it can accept."`
}

// Run invites.
func (u inviteUser) Run() error {
	return administer(func(ctx context.Context, i *app.Installation) error {
		link, err := i.Invite(ctx, app.NewMember{
			Email: u.Email, Name: u.Name, Organization: u.Organization, Superuser: u.Superuser, Permissions: u.Permission, Link: u.Link,
		})
		if err != nil {
			return err
		}
		if link == "" {
			fmt.Printf("invited %s: a running node sends the letter\n", u.Email)
			return nil
		}
		fmt.Println(link)
		return nil
	})
}

type disableUser struct {
	Email        string `arg:"" help:"The user's e-mail address."`
	Organization string `help:"The id or name of the one organization to do it in, instead of all of theirs."`
	Enable       bool   `help:"Let the user sign in again."`
	Yes          bool   `help:"Do not ask."`
}

// Run disables the user once that was confirmed, or enables them.
func (d disableUser) Run() error {
	return administer(func(ctx context.Context, i *app.Installation) error {
		members, err := i.Memberships(ctx, d.Email, d.Organization)
		if err != nil {
			return err
		}
		places := namesOf(members)
		if !d.Enable && !d.Yes {
			fmt.Fprintf(os.Stderr, "This signs %s out and keeps them out of %s. Type yes to confirm: ", d.Email, places)
			line, _ := bufio.NewReader(os.Stdin).ReadString('\n')
			if strings.TrimSpace(line) != "yes" {
				return errors.New("not confirmed: nothing was changed")
			}
		}
		if err := i.SetActive(ctx, members, d.Enable); err != nil {
			return err
		}
		done := "disabled"
		if d.Enable {
			done = "enabled"
		}
		fmt.Printf("%s %s in %s\n", done, d.Email, places)
		return nil
	})
}

func namesOf(members []accounts.Membership) string {
	names := make([]string, len(members))
	for i, m := range members {
		names[i] = oneLine(m.Name)
	}
	return strings.Join(names, ", ")
}
