package accounts

import (
	"context"
	"maps"
	"strings"

	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// InviteFromOutside invites somebody to an organization for operators of the installation, or
// invites again who has not accepted yet: then the fields given replace those of the user.
// Earlier letters become void. With asLink no letter is sent, and the link that would stand in it
// is returned. fault.Conflict for a member.
func (i *Invitations) InviteFromOutside(ctx context.Context, organization id.ID, n NewInvitation, asLink bool) (link string, err error) {
	email, err := checkInvited(n.Fields)
	if err != nil {
		return "", err
	}
	err = raced(func() error {
		found, err := i.store.Find(ctx, organization, row.Query{Object: "user", Fields: []string{"email"}, Limit: 1, Where: []row.Condition{{Field: "email", Operator: "=", Value: email}}})
		if err != nil {
			return err
		}
		user := id.New()
		if len(found) > 0 {
			user = found[0].ID
		}
		invitation, effects, err := i.book.post(organization, user, n.By, email)
		if err != nil {
			return err
		}
		if asLink {
			effects = effects[1:] // the letter
			nonce, _ := invitation["nonce"].(string)
			token, err := i.book.token(organization, user, nonce)
			if err != nil {
				return err
			}
			link = i.url + "/invitation#" + token.String()
		}
		if len(found) == 0 {
			return i.inviteNew(ctx, organization, user, n, email, invitation, effects)
		}
		return i.inviteAgain(ctx, organization, user, n.Fields, invitation, effects)
	})
	if err != nil {
		return "", err
	}
	return link, nil
}

func (i *Invitations) inviteAgain(ctx context.Context, organization, user id.ID, fields, invitation row.Fields, effects []row.Effect) error {
	member, err := i.isMember(ctx, organization, user)
	if err != nil {
		return err
	}
	who, err := i.book.find(ctx, organization, user)
	if err != nil {
		return err
	}
	if member {
		return fault.New(fault.Conflict, "%s is a member already and needs no invitation.", who.user.Text("email"))
	}
	set := maps.Clone(fields)
	delete(set, "email")
	set["is_active"] = false
	return i.book.move(ctx, organization, "", &who, pending, "user.invited", set, invitation, row.Change{Effects: effects})
}

// inviteNew makes the user that an invitation is of.
func (i *Invitations) inviteNew(ctx context.Context, organization, user id.ID, n NewInvitation, email string, invitation row.Fields, effects []row.Effect) error {
	set := maps.Clone(n.Fields)
	set["email"], set["is_active"], set["invitation"] = email, false, pending
	return commit(ctx, i.store, row.Change{
		Organization: organization, By: n.By, Command: n.Command, Effects: effects,
		Writes: []row.Write{
			{Object: "user", ID: user, Op: entry.Created, Set: set, Cause: "user.invited"},
			{Object: "invitation", ID: invitationOf(user), Op: entry.Created, Set: invitation, Quiet: true, Cause: "user.invited"},
		},
	})
}

// checkInvited returns the address of somebody to be invited, as accounts hold it.
func checkInvited(fields row.Fields) (email string, err error) {
	text, _ := fields["email"].(string)
	if email, err = checkEmail(text); err != nil {
		return "", err
	}
	if name, _ := fields["name"].(string); strings.TrimSpace(name) == "" {
		return "", fault.Field("name", "Name is required")
	}
	return email, nil
}
