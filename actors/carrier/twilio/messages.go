package twilio

import (
	"context"
	"encoding/json"

	conversations "github.com/twilio/twilio-go/rest/conversations/v1"

	"switchboard/actors/carrier"
	"switchboard/storage/fault"
)

// maxBody is the provider's limit for a message, in characters.
const maxBody = 1600

// attributes is the content of a message's attributes.
type attributes struct {
	ClientID string `json:"client_id,omitempty"`
}

// clientID reads our id from a message's attributes, or "" from foreign or malformed
// ones.
func clientID(raw string) string {
	var a attributes
	if json.Unmarshal([]byte(raw), &a) != nil {
		return ""
	}
	return storable(a.ClientID)
}

func (c *Client) service(sid string) string {
	if sid != "" {
		return sid
	}
	return c.config.ServiceSID
}

// SendMessage implements carrier.Carrier. It sets the webhook header, because changes
// by REST send no webhooks by default.
func (c *Client) SendMessage(ctx context.Context, m carrier.SendMessage) (carrier.Message, error) {
	if n := len([]rune(m.Body)); n == 0 && m.MediaSID == "" || n > maxBody {
		return carrier.Message{}, fault.Field("body", "A text has 1 to %d characters; this one has %d.", maxBody, n)
	}
	raw, err := json.Marshal(attributes{ClientID: m.ClientID})
	if err != nil {
		return carrier.Message{}, fault.Wrap(err, fault.Internal, "The text can't be sent.")
	}
	if service := c.service(m.ServiceSID); service != "" {
		params := (&conversations.CreateServiceConversationMessageParams{}).SetXTwilioWebhookEnabled("true").
			SetAuthor(m.Author).SetBody(m.Body).SetAttributes(string(raw))
		if m.MediaSID != "" {
			params.SetMediaSid(m.MediaSID)
		}
		made, err := c.conversations(ctx).CreateServiceConversationMessage(service, m.ConversationSID, params)
		if err != nil {
			return carrier.Message{}, refused(err)
		}
		return carrier.Message{SID: text(made.Sid), Index: made.Index}, nil
	}
	params := (&conversations.CreateConversationMessageParams{}).SetXTwilioWebhookEnabled("true").
		SetAuthor(m.Author).SetBody(m.Body).SetAttributes(string(raw))
	if m.MediaSID != "" {
		params.SetMediaSid(m.MediaSID)
	}
	made, err := c.conversations(ctx).CreateConversationMessage(m.ConversationSID, params)
	if err != nil {
		return carrier.Message{}, refused(err)
	}
	return carrier.Message{SID: text(made.Sid), Index: made.Index}, nil
}
