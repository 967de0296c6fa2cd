package twilio

import (
	"context"
	"errors"
	"net/http"
	"regexp"

	"github.com/twilio/twilio-go/client"

	"switchboard/actors/carrier"
	"switchboard/storage/fault"
)

// BeginConversation implements carrier.Carrier. Each of its requests may be repeated:
// the conversation is found by its unique name, and two numbers share at most one
// open conversation, which the provider names when it rejects another one.
func (c *Client) BeginConversation(ctx context.Context, b carrier.BeginConversation) (carrier.Conversation, error) {
	in := c.threads(repeatable(ctx), b.ServiceSID)
	made, err := in.create(b)
	isNew := err == nil
	if taken(err) {
		made, err = in.fetch(b.Name)
	}
	if err != nil {
		return carrier.Conversation{}, refused(err)
	}
	begun := carrier.Conversation{
		SID: text(made.sid), ServiceSID: text(made.service), FriendlyName: text(made.friendlyName), State: text(made.state),
	}
	if !isNew {
		if begun, err = in.whole(made); err != nil || begun.Address != "" {
			return begun, stillOpen(begun, err)
		}
	}
	joined, err := in.add(begun.SID, b.Address, b.ProxyAddress)
	if taken(err) {
		return in.instead(begun, err)
	}
	if err != nil {
		return carrier.Conversation{}, refused(err)
	}
	begun.Address, begun.ProxyAddress, begun.ParticipantSID = joined.address, joined.proxy, joined.sid
	return begun, nil
}

// instead returns the existing conversation of the two numbers, which the provider's
// error names, and deletes the empty one. If the deletion fails, the empty one
// remains without participants.
func (t threads) instead(empty carrier.Conversation, refusal error) (carrier.Conversation, error) {
	sid := sidIn.FindString(refusal.Error())
	if sid == "" {
		return carrier.Conversation{}, refused(refusal)
	}
	if sid != empty.SID {
		_ = t.remove(empty.SID)
	}
	found, err := t.fetch(sid)
	if err != nil {
		return carrier.Conversation{}, refused(err)
	}
	whole, err := t.whole(found)
	return whole, stillOpen(whole, err)
}

var sidIn = regexp.MustCompile(`\bCH[0-9a-fA-F]{32}\b`)

// taken reports whether the provider already has the object to be created.
func taken(err error) bool {
	var r *client.TwilioRestError
	return errors.As(err, &r) && r.Status == http.StatusConflict
}

func stillOpen(c carrier.Conversation, err error) error {
	if err == nil && c.State == "closed" {
		return fault.New(fault.Conflict, "This conversation is closed.")
	}
	return err
}
