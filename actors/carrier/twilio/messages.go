package twilio

import (
	"context"
	"encoding/json"

	conversations "github.com/twilio/twilio-go/rest/conversations/v1"

	"switchboard/actors/carrier"
	"switchboard/storage/fault"
)

// maxBody is the provider's limit for one message, in characters.
const maxBody = 1600

// attributes is what we write into a message's attributes.
type attributes struct {
	ClientID string `json:"client_id,omitempty"`
}

// clientID reads our id out of a message's attributes; foreign or malformed ones
// hold none.
func clientID(raw string) string {
	var a attributes
	if json.Unmarshal([]byte(raw), &a) != nil {
		return ""
	}
	return a.ClientID
}

func (c *Client) service(sid string) string {
	if sid != "" {
		return sid
	}
	return c.config.ServiceSID
}

// SendMessage implements carrier.Carrier. The webhook header is set, because a
// change made by REST is otherwise not announced.
func (c *Client) SendMessage(ctx context.Context, m carrier.SendMessage) (carrier.Message, error) {
	if n := len([]rune(m.Body)); n == 0 || n > maxBody {
		return carrier.Message{}, fault.Field("body", "A text has 1 to %d characters; this one has %d.", maxBody, n)
	}
	raw, err := json.Marshal(attributes{ClientID: m.ClientID})
	if err != nil {
		return carrier.Message{}, fault.Wrap(err, fault.Internal, "The text can't be sent.")
	}
	if service := c.service(m.ServiceSID); service != "" {
		made, err := c.conversations(ctx).CreateServiceConversationMessage(service, m.ConversationSID,
			(&conversations.CreateServiceConversationMessageParams{}).SetXTwilioWebhookEnabled("true").
				SetAuthor(m.Author).SetBody(m.Body).SetAttributes(string(raw)))
		if err != nil {
			return carrier.Message{}, refused(err)
		}
		return carrier.Message{SID: text(made.Sid), Index: made.Index}, nil
	}
	made, err := c.conversations(ctx).CreateConversationMessage(m.ConversationSID,
		(&conversations.CreateConversationMessageParams{}).SetXTwilioWebhookEnabled("true").
			SetAuthor(m.Author).SetBody(m.Body).SetAttributes(string(raw)))
	if err != nil {
		return carrier.Message{}, refused(err)
	}
	return carrier.Message{SID: text(made.Sid), Index: made.Index}, nil
}

// binding is how a participant is reached by phone.
type binding struct {
	Address      string `json:"address"`
	ProxyAddress string `json:"proxy_address"`
}

// Conversation implements carrier.Carrier.
func (c *Client) Conversation(ctx context.Context, serviceSID, conversationSID string) (carrier.Conversation, error) {
	const most = 50
	out := carrier.Conversation{SID: conversationSID}
	take := func(sid *string, raw *any) {
		if raw == nil || out.Address != "" {
			return
		}
		var b binding
		if encoded, err := json.Marshal(*raw); err != nil || json.Unmarshal(encoded, &b) != nil || b.Address == "" {
			return
		}
		out.Address, out.ProxyAddress, out.ParticipantSID = b.Address, b.ProxyAddress, text(sid)
	}
	if service := c.service(serviceSID); service != "" {
		found, err := c.conversations(ctx).FetchServiceConversation(service, conversationSID)
		if err != nil {
			return out, refused(err)
		}
		out.FriendlyName, out.State = text(found.FriendlyName), text(found.State)
		list, err := c.conversations(ctx).ListServiceConversationParticipant(service, conversationSID,
			(&conversations.ListServiceConversationParticipantParams{}).SetPageSize(most).SetLimit(most))
		if err != nil {
			return out, refused(err)
		}
		for _, p := range list {
			take(p.Sid, p.MessagingBinding)
		}
		return out, nil
	}
	found, err := c.conversations(ctx).FetchConversation(conversationSID)
	if err != nil {
		return out, refused(err)
	}
	out.FriendlyName, out.State = text(found.FriendlyName), text(found.State)
	list, err := c.conversations(ctx).ListConversationParticipant(conversationSID,
		(&conversations.ListConversationParticipantParams{}).SetPageSize(most).SetLimit(most))
	if err != nil {
		return out, refused(err)
	}
	for _, p := range list {
		take(p.Sid, p.MessagingBinding)
	}
	return out, nil
}
