package twilio

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/twilio/twilio-go/client"
	conversations "github.com/twilio/twilio-go/rest/conversations/v1"

	"switchboard/actors/carrier"
)

// maxMembers bounds the participants read of a conversation.
const maxMembers = 50

// threads are the conversations of a service, or of the account's default one, since
// the library has all operations twice.
type threads struct {
	api     *conversations.ApiService
	service string // "" for the default
}

func (c *Client) threads(ctx context.Context, serviceSID string) threads {
	return threads{c.conversations(ctx), c.service(serviceSID)}
}

// thread is a conversation without its participants.
type thread struct{ sid, service, friendlyName, state *string }

// fetch reads a conversation by its sid or unique name.
func (t threads) fetch(name string) (thread, error) {
	if t.service != "" {
		found, err := t.api.FetchServiceConversation(t.service, name)
		if err != nil {
			return thread{}, err
		}
		return thread{found.Sid, found.ChatServiceSid, found.FriendlyName, found.State}, nil
	}
	found, err := t.api.FetchConversation(name)
	if err != nil {
		return thread{}, err
	}
	return thread{found.Sid, found.ChatServiceSid, found.FriendlyName, found.State}, nil
}

func (t threads) create(b carrier.BeginConversation) (thread, error) {
	if t.service != "" {
		made, err := t.api.CreateServiceConversation(t.service,
			(&conversations.CreateServiceConversationParams{}).SetUniqueName(b.Name).SetFriendlyName(b.FriendlyName))
		if err != nil {
			return thread{}, err
		}
		return thread{made.Sid, made.ChatServiceSid, made.FriendlyName, made.State}, nil
	}
	made, err := t.api.CreateConversation((&conversations.CreateConversationParams{}).SetUniqueName(b.Name).SetFriendlyName(b.FriendlyName))
	if err != nil {
		return thread{}, err
	}
	return thread{made.Sid, made.ChatServiceSid, made.FriendlyName, made.State}, nil
}

func (t threads) remove(sid string) error {
	if t.service != "" {
		return t.api.DeleteServiceConversation(t.service, sid, &conversations.DeleteServiceConversationParams{})
	}
	return t.api.DeleteConversation(sid, &conversations.DeleteConversationParams{})
}

// close closes a conversation. It requests the webhook, as every change by REST does.
func (t threads) close(sid string) error {
	if t.service != "" {
		_, err := t.api.UpdateServiceConversation(t.service, sid,
			(&conversations.UpdateServiceConversationParams{}).SetXTwilioWebhookEnabled("true").SetState("closed"))
		return err
	}
	_, err := t.api.UpdateConversation(sid, (&conversations.UpdateConversationParams{}).SetXTwilioWebhookEnabled("true").SetState("closed"))
	return err
}

// member is a participant by phone.
type member struct{ sid, address, proxy string }

// memberOf parses a participant's binding; without a number, the address is "".
func memberOf(sid *string, raw *any) member {
	var binding struct {
		Address      string `json:"address"`
		ProxyAddress string `json:"proxy_address"`
	}
	if raw == nil {
		return member{sid: text(sid)}
	}
	if encoded, err := json.Marshal(*raw); err != nil || json.Unmarshal(encoded, &binding) != nil {
		return member{sid: text(sid)}
	}
	return member{text(sid), binding.Address, binding.ProxyAddress}
}

func (t threads) members(sid string) ([]member, error) {
	var out []member
	if t.service != "" {
		list, err := t.api.ListServiceConversationParticipant(t.service, sid,
			(&conversations.ListServiceConversationParticipantParams{}).SetPageSize(maxMembers).SetLimit(maxMembers))
		for _, p := range list {
			out = append(out, memberOf(p.Sid, p.MessagingBinding))
		}
		return out, err
	}
	list, err := t.api.ListConversationParticipant(sid,
		(&conversations.ListConversationParticipantParams{}).SetPageSize(maxMembers).SetLimit(maxMembers))
	for _, p := range list {
		out = append(out, memberOf(p.Sid, p.MessagingBinding))
	}
	return out, err
}

// add adds a number. It requests the webhook, because changes by REST send none by
// default.
func (t threads) add(sid, address, proxy string) (member, error) {
	if t.service != "" {
		made, err := t.api.CreateServiceConversationParticipant(t.service, sid,
			(&conversations.CreateServiceConversationParticipantParams{}).SetXTwilioWebhookEnabled("true").
				SetMessagingBindingAddress(address).SetMessagingBindingProxyAddress(proxy))
		if err != nil {
			return member{}, err
		}
		return memberOf(made.Sid, made.MessagingBinding), nil
	}
	made, err := t.api.CreateConversationParticipant(sid,
		(&conversations.CreateConversationParticipantParams{}).SetXTwilioWebhookEnabled("true").
			SetMessagingBindingAddress(address).SetMessagingBindingProxyAddress(proxy))
	if err != nil {
		return member{}, err
	}
	return memberOf(made.Sid, made.MessagingBinding), nil
}

// Conversation implements carrier.Carrier.
func (c *Client) Conversation(ctx context.Context, serviceSID, conversationSID string) (carrier.Conversation, error) {
	in := c.threads(ctx, serviceSID)
	found, err := in.fetch(conversationSID)
	if err != nil {
		return carrier.Conversation{SID: conversationSID}, refused(err)
	}
	return in.whole(found)
}

// CloseConversation implements carrier.Carrier. Repeating it is safe.
func (c *Client) CloseConversation(ctx context.Context, serviceSID, conversationSID string) error {
	err := c.threads(repeatable(ctx), serviceSID).close(conversationSID)
	if gone(err) || isClosed(err) {
		return nil
	}
	return refused(err)
}

// isClosed reports whether the provider rejected a change because the conversation is
// closed.
func isClosed(err error) bool {
	var r *client.TwilioRestError
	return errors.As(err, &r) && r.Code == codeConversationClosed
}

// whole reads a conversation's participants.
func (t threads) whole(found thread) (carrier.Conversation, error) {
	out := carrier.Conversation{
		SID: text(found.sid), ServiceSID: text(found.service), FriendlyName: text(found.friendlyName), State: text(found.state),
	}
	list, err := t.members(out.SID)
	if err != nil {
		return out, refused(err)
	}
	for _, m := range list {
		if m.address != "" {
			out.Address, out.ProxyAddress, out.ParticipantSID = m.address, m.proxy, m.sid
			break
		}
	}
	return out, nil
}
