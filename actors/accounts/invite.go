package accounts

import (
	"cmp"
	"context"
	"time"

	"switchboard/storage/access"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/ratelimit"
	"switchboard/storage/row"
)

// resendPause is the least time between two letters to one person.
const resendPause = time.Minute

// invitationRate bounds the letters of one organization.
var invitationRate = ratelimit.Rate{Count: 200, Per: time.Hour, Burst: 200}

// NewInvitation is a person to be invited.
type NewInvitation struct {
	// Fields are those of the user record, in storage shape; email and name are required. They
	// include the rights that the user will have.
	Fields row.Fields
	// By is who invites, "" for the system; Command its id: the same command again
	// gives the same user, and no second letter.
	By      id.ID
	Command string
}

// Invitations invites people to organizations, for administrators.
type Invitations struct {
	store   Store
	book    *book
	limiter ratelimit.Limiter
	// covers refuses a principal who lacks rights that the user has; nil leaves
	// invitations that are sent again to superusers.
	covers func(ctx context.Context, p *access.Principal, user row.Record) error
	// letters says that letters can be sent.
	letters bool
	url     string // where people reach the product
	now     func() time.Time
}

// Invite creates an inactive user and sends an invitation; the user becomes a member on
// accepting. The inviter can't tell whether the address has an account. The caller has authorized
// it. An existing user of that address in the organization is fault.Conflict.
func (i *Invitations) Invite(ctx context.Context, organization id.ID, n NewInvitation) (id.ID, error) {
	email, err := checkInvited(n.Fields)
	if err != nil {
		return "", err
	}
	user := id.New()
	if n.Command != "" {
		user = id.Derived("user.create:" + string(organization) + ":" + string(n.By) + ":" + n.Command)
		if _, err := i.store.Get(ctx, organization, "user", user); !fault.Is(err, fault.NotFound) {
			return user, err
		}
	}
	if err := i.allowLetter(ctx, organization); err != nil {
		return "", err
	}
	invitation, effects, err := i.book.post(organization, user, n.By, email)
	if err != nil {
		return "", err
	}
	err = i.inviteNew(ctx, organization, user, n, email, invitation, effects)
	if fault.Is(err, fault.Conflict) {
		if n.Command != "" {
			if _, known := i.store.Get(ctx, organization, "user", user); known == nil {
				return user, nil // the same command ran beside this one
			}
		}
		if len(fault.From(err).Fields["email"]) > 0 {
			err = fault.New(fault.Conflict, "There is a user with the e-mail address %s already.", email)
		}
	}
	return user, err
}

// MakeUser creates a user by invitation.
func (i *Invitations) MakeUser(ctx context.Context, p *access.Principal, set row.Fields, command string) (id.ID, error) {
	return i.Invite(ctx, p.Organization, NewInvitation{Fields: set, By: p.User, Command: command})
}

// CheckInvitable refuses what Invite would refuse of an address, before anything is
// made for it.
func (i *Invitations) CheckInvitable(email string) error {
	if _, err := checkEmail(email); err != nil {
		return err
	}
	return i.canPost()
}

func (i *Invitations) canPost() error {
	if i.letters {
		return nil
	}
	return fault.New(fault.Conflict, "Nobody can be invited, because this installation sends no mail. Set SWITCHBOARD_SMTP_URL and SWITCHBOARD_MAIL_FROM.")
}

// allowLetter takes one letter of what the organization may send.
func (i *Invitations) allowLetter(ctx context.Context, organization id.ID) error {
	if err := i.canPost(); err != nil {
		return err
	}
	if wait := i.limiter.Take(ctx, "invitations:"+string(organization), invitationRate, 1); wait > 0 {
		return fault.New(fault.Limited, "Your organization has sent many invitations. Please wait %s and try again.", wait.Round(time.Second)).After(wait)
	}
	return nil
}

// Invitation is how a user's invitation stands.
type Invitation struct {
	State   string     `json:"state"` // invited, undelivered, accepted, withdrawn, expired; "" for none
	Email   string     `json:"email"`
	Inviter id.ID      `json:"inviter"`
	Sent    *time.Time `json:"sent_date"`
	Expires *time.Time `json:"expires_date"`
	// Resend is when another letter may be sent; nil for a member.
	Resend *time.Time `json:"resend_date"`
}

// Invitation returns how a user's invitation stands, for administrators.
func (i *Invitations) Invitation(ctx context.Context, p *access.Principal, user id.ID) (Invitation, error) {
	who, err := i.administer(ctx, p, user)
	if err != nil {
		return Invitation{}, err
	}
	member, err := i.isMember(ctx, p.Organization, user)
	sent := who.invitation.Time("sent_date")
	out := Invitation{
		State: who.user.Text("invitation"), Email: who.user.Text("email"), Inviter: who.invitation.Lookup("inviter"),
		Sent: moment(sent), Expires: moment(who.invitation.Time("expires_date")),
	}
	if again := sent.Add(resendPause); !member {
		out.Resend = &again
	}
	return out, err
}

func (i *Invitations) isMember(ctx context.Context, organization, user id.ID) (bool, error) {
	_, err := i.store.AccountOfUser(ctx, organization, user)
	if fault.Is(err, fault.NotFound) {
		return false, nil
	}
	return err == nil, err
}

// Resend sends a person who is not a member yet another letter; earlier ones become
// void. So an expired or withdrawn invitation comes to life again.
func (i *Invitations) Resend(ctx context.Context, p *access.Principal, user id.ID) error {
	taken := false
	return raced(func() error {
		who, err := i.administer(ctx, p, user)
		if err != nil {
			return err
		}
		if member, err := i.isMember(ctx, p.Organization, user); err != nil {
			return err
		} else if member {
			return fault.New(fault.Conflict, "%s has accepted already and needs no invitation.", who.user.Text("name"))
		}
		if err := i.mayLetIn(ctx, p, who.user); err != nil {
			return err
		}
		if wait := who.invitation.Time("sent_date").Add(resendPause).Sub(i.now()); wait > 0 {
			return fault.New(fault.Limited, "A letter to %s has just been sent. Please wait %s before the next.",
				who.user.Text("email"), max(time.Second, wait.Round(time.Second))).After(wait)
		}
		if !taken {
			if err := i.allowLetter(ctx, p.Organization); err != nil {
				return err
			}
			taken = true
		}
		set, effects, err := i.book.post(p.Organization, user, p.User, who.user.Text("email"))
		if err != nil {
			return err
		}
		return i.book.move(ctx, p.Organization, p.User, &who, pending, "user.invited", row.Fields{"is_active": false}, set, row.Change{Effects: effects})
	})
}

// mayLetIn refuses to invite again a user to whom another user granted rights that the principal
// lacks: the principal may have changed the address. The user of an API key can't be invited.
func (i *Invitations) mayLetIn(ctx context.Context, p *access.Principal, user row.Record) error {
	switch _, err := i.store.Get(ctx, p.Organization, keyObject, user.ID); {
	case err == nil:
		return fault.New(fault.Conflict, "%s is the user of a key, which programs use. Nobody can be invited to it.", user.Text("name"))
	case !fault.Is(err, fault.NotFound):
		return err
	case p.Superuser:
		return nil
	case i.covers == nil:
		return fault.New(fault.Forbidden, "Only a superuser may send this invitation again.")
	default:
		return i.covers(ctx, p, user)
	}
}

// Withdraw ends an invitation before it is accepted: its letters become void.
func (i *Invitations) Withdraw(ctx context.Context, p *access.Principal, user id.ID) error {
	return raced(func() error {
		who, err := i.administer(ctx, p, user)
		if err != nil {
			return err
		}
		switch state := cmp.Or(who.invitation.Text("state"), accepted); state {
		case withdrawn:
			return nil
		case accepted:
			return fault.New(fault.Conflict, "%s is a member already. Set the user inactive instead.", who.user.Text("name"))
		default:
			return i.book.move(ctx, p.Organization, p.User, &who, withdrawn, "user.invitation_withdrawn", nil, void(), row.Change{})
		}
	})
}

// void are the fields of an invitation of which no letter can be written any more.
// The last letter's hash stays, so that its holder is told what became of it.
func void() row.Fields { return row.Fields{"nonce": nil} }

// administer checks that the principal may manage the user's invitation: nobody but
// a superuser manages a superuser'i.
func (i *Invitations) administer(ctx context.Context, p *access.Principal, user id.ID) (invited, error) {
	if !p.Has(access.AdministerUsers) {
		return invited{}, fault.New(fault.Forbidden, "Only an administrator of users may manage invitations.")
	}
	who, err := i.book.find(ctx, p.Organization, user)
	if err != nil {
		return who, err
	}
	if super, _ := who.user.Bool("is_superuser"); super && !p.Superuser {
		return who, fault.New(fault.Forbidden, "Only a superuser may manage the invitation of a superuser.")
	}
	return who, nil
}
