package simulator

import (
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// named finds the conversation that a request names, nil where there is none.
func (w *world) named(r *http.Request) *conversation {
	if service := r.PathValue("service"); service != "" && service != w.Service {
		return nil
	}
	return w.Conversations[r.PathValue("conversation")]
}

func (s *Simulator) fetchConversation(r *http.Request) (int, any, *refusal) {
	var body any
	s.view(func(w *world) {
		if c := w.named(r); c != nil {
			body = w.conversation(c)
		}
	})
	if body == nil {
		return 0, nil, unknown(r)
	}
	return http.StatusOK, body, nil
}

func (s *Simulator) listMembers(r *http.Request) (int, any, *refusal) {
	var body any
	s.view(func(w *world) {
		if c := w.named(r); c != nil {
			body = pages(r, "participants", []any{w.member(c)})
		}
	})
	if body == nil {
		return 0, nil, unknown(r)
	}
	return http.StatusOK, body, nil
}

func (s *Simulator) createMessage(r *http.Request) (int, any, *refusal) {
	f := r.PostForm
	attributes := f.Get("Attributes")
	if attributes == "" {
		attributes = "{}"
	}
	if !json.Valid([]byte(attributes)) {
		return 0, nil, refuse(http.StatusBadRequest, 50310, "Attributes must be a valid JSON")
	}
	text := f.Get("Body")
	if n := utf8.RuneCountInString(text); n > maxText || strings.TrimSpace(text) == "" {
		return 0, nil, refuse(http.StatusBadRequest, 50301, "The message must have a body of at most %d characters", maxText)
	}
	author := f.Get("Author")
	if author == "" {
		author = "system"
	}
	var body any
	err := s.update(func(w *world) error {
		c := w.named(r)
		if c == nil {
			return unknown(r)
		}
		if w.Refusing[c.Proxy] {
			return refuse(http.StatusTooManyRequests, codeTooMany, "Too Many Requests")
		}
		if c.State == "closed" {
			return refuse(http.StatusBadRequest, 50365, "Conversation %s is closed", c.SID)
		}
		if s.config.RefuseOptedOut && w.OptedOut[c.Address+" "+c.Proxy] {
			return refuse(http.StatusBadRequest, codeOptedOut, "Attempt to send to unsubscribed recipient")
		}
		if err := w.busy(); err != nil {
			return err
		}
		announced := r.Header.Get("X-Twilio-Webhook-Enabled") == "true"
		m := w.post(c, message{Author: author, Body: text, Attributes: attributes}, announced)
		body = w.message(c, m)
		return nil
	})
	return http.StatusCreated, body, refusalOf(err)
}

func (s *Simulator) listMessages(r *http.Request) (int, any, *refusal) {
	var body any
	s.view(func(w *world) {
		c := w.named(r)
		if c == nil {
			return
		}
		list := make([]any, 0, len(c.Messages))
		for _, m := range c.Messages {
			list = append(list, w.message(c, m))
		}
		if r.URL.Query().Get("Order") == "desc" {
			slices.Reverse(list)
		}
		body = pages(r, "messages", list)
	})
	if body == nil {
		return 0, nil, unknown(r)
	}
	return http.StatusOK, body, nil
}

// longestPage is the provider's limit of a page in the conversations interface.
const longestPage = 100

// pages cuts a list as the conversations interface writes it.
func pages(r *http.Request, name string, list []any) map[string]any {
	cut := page(r, name, list, longestPage)
	absolute := func(key string) any {
		uri, _ := cut[key].(string)
		if uri == "" {
			return nil
		}
		return (&url.URL{Scheme: "https", Host: hostConversations}).String() + uri
	}
	return map[string]any{
		name: cut[name],
		"meta": map[string]any{
			"key": name, "page": cut["page"], "page_size": cut["page_size"], "url": absolute("uri"),
			"first_page_url": absolute("first_page_uri"), "next_page_url": absolute("next_page_uri"),
			"previous_page_url": absolute("previous_page_uri"),
		},
	}
}

func (w *world) address(c *conversation) string {
	return "https://" + hostConversations + "/v1/Services/" + w.Service + "/Conversations/" + c.SID
}

func (w *world) conversation(c *conversation) map[string]any {
	at := c.Created.Format(time.RFC3339)
	return map[string]any{
		"sid": c.SID, "account_sid": w.Account, "chat_service_sid": w.Service, "messaging_service_sid": nil,
		"friendly_name": c.Address, "unique_name": nil, "attributes": "{}", "state": c.State,
		"date_created": at, "date_updated": at, "timers": map[string]string{}, "bindings": nil, "url": w.address(c),
		"links": map[string]string{
			"participants": w.address(c) + "/Participants", "messages": w.address(c) + "/Messages", "webhooks": w.address(c) + "/Webhooks",
		},
	}
}

func (w *world) member(c *conversation) map[string]any {
	at := c.Created.Format(time.RFC3339)
	return map[string]any{
		"sid": c.Participant, "account_sid": w.Account, "chat_service_sid": w.Service, "conversation_sid": c.SID,
		"identity": nil, "attributes": "{}", "role_sid": nil,
		"messaging_binding": map[string]string{"type": "sms", "address": c.Address, "proxy_address": c.Proxy},
		"date_created":      at, "date_updated": at, "url": w.address(c) + "/Participants/" + c.Participant,
		"last_read_message_index": nil, "last_read_timestamp": nil,
	}
}

func (w *world) message(c *conversation, m message) map[string]any {
	at := m.Created.Format(time.RFC3339)
	out := map[string]any{
		"sid": m.SID, "account_sid": w.Account, "chat_service_sid": w.Service, "conversation_sid": c.SID,
		"index": m.Index, "author": m.Author, "body": m.Body, "media": nil, "attributes": m.Attributes,
		"participant_sid": nil, "content_sid": nil, "delivery": nil, "date_created": at, "date_updated": at,
		"url":   w.address(c) + "/Messages/" + m.SID,
		"links": map[string]string{"delivery_receipts": w.address(c) + "/Messages/" + m.SID + "/Receipts"},
	}
	if m.Author == c.Address {
		out["participant_sid"] = c.Participant
	}
	if m.Receipt != "" {
		word := func(in ...string) string {
			if slices.Contains(in, m.Status) {
				return "all"
			}
			return "none"
		}
		out["delivery"] = map[string]any{
			"total": 1, "sent": word("sent", "delivered"), "delivered": word("delivered"), "read": "none",
			"failed": word("failed"), "undelivered": "none",
		}
	}
	return out
}
