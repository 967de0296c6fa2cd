package simulator

import (
	"net/http"
	"unicode/utf8"

	"switchboard/actors/carrier/simulator/texting"
)

// Conversations that we start, and their participants.

// longestName is the provider's limit for a conversation's names, in characters.
const longestName = 256

// The provider's error codes.
const (
	codeNameTaken    = 50353
	codeBoundAlready = 50416
	codeBadAddress   = 50407
)

func (a *conversationsAPI) createConversation(r *http.Request) (int, any, *refusal) {
	if service := r.PathValue("service"); service != "" && service != a.service {
		return 0, nil, unknown(r)
	}
	unique, friendly := r.PostForm.Get("UniqueName"), r.PostForm.Get("FriendlyName")
	if utf8.RuneCountInString(unique) > longestName || utf8.RuneCountInString(friendly) > longestName {
		return 0, nil, refuse(http.StatusBadRequest, 20001, "A conversation's names have at most %d characters", longestName)
	}
	var body any
	err := a.store.update(func(w *world) error {
		if unique != "" && w.texts.Get(unique) != nil {
			return refuse(http.StatusConflict, codeNameTaken, "Conversation with provided unique name already exists")
		}
		body = a.conversation(w.texts.Create(unique, friendly))
		return nil
	})
	return http.StatusCreated, body, refusalOf(err)
}

// updateConversation renames a conversation, or closes it.
func (a *conversationsAPI) updateConversation(r *http.Request) (int, any, *refusal) {
	f := r.PostForm
	friendly, state := f.Get("FriendlyName"), f.Get("State")
	if utf8.RuneCountInString(friendly) > longestName {
		return 0, nil, refuse(http.StatusBadRequest, 20001, "A conversation's names have at most %d characters", longestName)
	}
	var body any
	err := a.store.update(func(w *world) error {
		c := a.named(w, r)
		switch {
		case c == nil:
			return unknown(r)
		case c.State == texting.Closed:
			return refuse(http.StatusBadRequest, 50365, "Conversation %s is closed", c.SID)
		case state != "" && state != c.State && state != texting.Closed:
			return refuse(http.StatusBadRequest, 20001, "The simulator knows the states active and closed")
		}
		if f.Has("FriendlyName") {
			c.Name = friendly
		}
		if state == texting.Closed {
			w.texts.Close(c, announced(r))
		}
		body = a.conversation(c)
		return nil
	})
	return http.StatusOK, body, refusalOf(err)
}

// announced reports whether a request asks for the webhooks of its changes.
func announced(r *http.Request) bool { return r.Header.Get("X-Twilio-Webhook-Enabled") == "true" }

func (a *conversationsAPI) deleteConversation(r *http.Request) (int, any, *refusal) {
	err := a.store.update(func(w *world) error {
		c := a.named(w, r)
		if c == nil {
			return unknown(r)
		}
		w.texts.Delete(c)
		return nil
	})
	return http.StatusNoContent, nil, refusalOf(err)
}

func (a *conversationsAPI) createMember(r *http.Request) (int, any, *refusal) {
	if r.PostForm.Get("Identity") != "" && !r.PostForm.Has("MessagingBinding.Address") {
		return a.createIdentity(r)
	}
	address, proxy := r.PostForm.Get("MessagingBinding.Address"), r.PostForm.Get("MessagingBinding.ProxyAddress")
	if !e164.MatchString(address) {
		return 0, nil, refuse(http.StatusBadRequest, codeBadAddress, "Invalid messaging binding address")
	}
	if !a.numbers.has(proxy) {
		return 0, nil, refuse(http.StatusBadRequest, codeBadAddress, "Invalid messaging binding proxy address")
	}
	var body any
	err := a.store.update(func(w *world) error {
		c := a.named(w, r)
		if c == nil {
			return unknown(r)
		}
		if c.State == texting.Closed {
			return refuse(http.StatusBadRequest, 50365, "Conversation %s is closed", c.SID)
		}
		if bound := w.texts.Between(address, proxy); bound != nil {
			return refuse(http.StatusConflict, codeBoundAlready,
				"A binding for this participant and proxy address already exists in Conversation %s", bound.SID)
		}
		if c.Participant != "" {
			return refuse(http.StatusBadRequest, 50438, "The simulator keeps one participant by phone in each conversation")
		}
		if err := w.schedule.Busy(); err != nil {
			return err
		}
		w.texts.Join(c, address, proxy, announced(r))
		body = a.member(c)
		return nil
	})
	return http.StatusCreated, body, refusalOf(err)
}
