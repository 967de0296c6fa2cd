package simulator

import (
	"slices"
	"time"

	"switchboard/actors/carrier/simulator/texting"
)

func (a *conversationsAPI) address(c *texting.Conversation) string {
	return "https://" + hostConversations + "/v1/Services/" + a.service + "/Conversations/" + c.SID
}

func (a *conversationsAPI) conversation(c *texting.Conversation) map[string]any {
	at := c.Created.Format(time.RFC3339)
	return map[string]any{
		"sid": c.SID, "account_sid": a.account, "chat_service_sid": a.service, "messaging_service_sid": nil,
		"friendly_name": c.Title(), "unique_name": orNull(c.Unique), "attributes": "{}", "state": c.State,
		"date_created": at, "date_updated": at, "timers": map[string]string{}, "bindings": nil, "url": a.address(c),
		"links": map[string]string{
			"participants": a.address(c) + "/Participants", "messages": a.address(c) + "/Messages", "webhooks": a.address(c) + "/Webhooks",
		},
	}
}

func orNull(name string) any {
	if name == "" {
		return nil
	}
	return name
}

func (a *conversationsAPI) member(c *texting.Conversation) map[string]any {
	at := c.Created.Format(time.RFC3339)
	return map[string]any{
		"sid": c.Participant, "account_sid": a.account, "chat_service_sid": a.service, "conversation_sid": c.SID,
		"identity": nil, "attributes": "{}", "role_sid": nil,
		"messaging_binding": map[string]string{"type": "sms", "address": c.Address, "proxy_address": c.Proxy},
		"date_created":      at, "date_updated": at, "url": a.address(c) + "/Participants/" + c.Participant,
		"last_read_message_index": nil, "last_read_timestamp": nil,
	}
}

func (a *conversationsAPI) message(c *texting.Conversation, m texting.Message) map[string]any {
	at := m.Created.Format(time.RFC3339)
	out := map[string]any{
		"sid": m.SID, "account_sid": a.account, "chat_service_sid": a.service, "conversation_sid": c.SID,
		"index": m.Index, "author": m.Author, "body": m.Body, "media": mediaOf(m.Media), "attributes": m.Attributes,
		"participant_sid": nil, "content_sid": nil, "delivery": nil, "date_created": at, "date_updated": at,
		"url":   a.address(c) + "/Messages/" + m.SID,
		"links": map[string]string{"delivery_receipts": a.address(c) + "/Messages/" + m.SID + "/Receipts"},
	}
	if m.Author == c.Address && c.Address != "" {
		out["participant_sid"] = c.Participant
	} else if by := c.Identity(m.Author); by != nil {
		out["participant_sid"] = by.SID
	}
	if m.Receipt != "" {
		word := func(in ...string) string {
			if slices.Contains(in, m.Status) {
				return "all"
			}
			return "none"
		}
		out["delivery"] = map[string]any{
			"total": 1, "sent": word(texting.Sent, texting.Delivered), "delivered": word(texting.Delivered), "read": "none",
			"failed": word(texting.Failed), "undelivered": "none",
		}
	}
	return out
}
