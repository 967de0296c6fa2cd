package simulator

import (
	"encoding/json"
	"net/http"
	"time"
	"unicode/utf8"

	"switchboard/actors/carrier/simulator/texting"
)

// Participants with an identity, such as the account's apps.

// codeMemberAlready is the provider's code for an identity that is already a
// participant.
const codeMemberAlready = 50433

// maxIdentities bounds the identities of one conversation.
const maxIdentities = 100

func (a *conversationsAPI) createIdentity(r *http.Request) (int, any, *refusal) {
	identity, attributes := r.PostForm.Get("Identity"), r.PostForm.Get("Attributes")
	if utf8.RuneCountInString(identity) > longestName {
		return 0, nil, refuse(http.StatusBadRequest, 20001, "An identity has at most %d characters", longestName)
	}
	if attributes == "" {
		attributes = "{}"
	}
	if !json.Valid([]byte(attributes)) {
		return 0, nil, refuse(http.StatusBadRequest, 50310, "Attributes must be a valid JSON")
	}
	var body any
	err := a.store.update(func(w *world) error {
		c := a.named(w, r)
		switch {
		case c == nil:
			return unknown(r)
		case c.State == texting.Closed:
			return refuse(http.StatusBadRequest, 50365, "Conversation %s is closed", c.SID)
		case c.Identity(identity) != nil:
			return refuse(http.StatusConflict, codeMemberAlready, "Participant already exists")
		case len(c.Identities) >= maxIdentities:
			return refuse(http.StatusBadRequest, 50438, "The simulator keeps %d identities in a conversation", maxIdentities)
		}
		body = a.identity(c, w.texts.Admit(c, identity, attributes, announced(r)))
		return nil
	})
	return http.StatusCreated, body, refusalOf(err)
}

// fetchMember returns a participant by sid or identity.
func (a *conversationsAPI) fetchMember(r *http.Request) (int, any, *refusal) {
	var body any
	a.store.view(func(w *world) {
		c, name := a.named(w, r), r.PathValue("member")
		if c == nil {
			return
		}
		if m := c.Identity(name); m != nil {
			body = a.identity(c, m)
		} else if name == c.Participant {
			body = a.member(c)
		}
	})
	if body == nil {
		return 0, nil, unknown(r)
	}
	return http.StatusOK, body, nil
}

func (a *conversationsAPI) deleteMember(r *http.Request) (int, any, *refusal) {
	return http.StatusNoContent, nil, refusalOf(a.store.update(func(w *world) error {
		if c := a.named(w, r); c == nil || !w.texts.Dismiss(c, r.PathValue("member")) {
			return unknown(r)
		}
		return nil
	}))
}

func (a *conversationsAPI) identity(c *texting.Conversation, m *texting.Identity) map[string]any {
	at := m.Created.Format(time.RFC3339)
	return map[string]any{
		"sid": m.SID, "account_sid": a.account, "chat_service_sid": a.service, "conversation_sid": c.SID,
		"identity": m.Name, "attributes": m.Attributes, "role_sid": nil, "messaging_binding": nil,
		"date_created": at, "date_updated": at, "url": a.address(c) + "/Participants/" + m.SID,
		"last_read_message_index": nil, "last_read_timestamp": nil,
	}
}
