package simulator

import (
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"

	"switchboard/actors/carrier/simulator/texting"
)

// conversationsAPI is the REST API of texts.
type conversationsAPI struct {
	store            *store
	account, service string
	numbers          numbers
	refuseOptedOut   bool // immediately, not in the receipt
}

func (a *conversationsAPI) routes(route func(pattern string, do operation)) {
	for _, service := range []string{"/v1", "/v1/Services/{service}"} {
		route("POST "+service+"/Conversations", a.createConversation)
		route("GET "+service+"/Conversations/{conversation}", a.fetchConversation)
		route("POST "+service+"/Conversations/{conversation}", a.updateConversation)
		route("DELETE "+service+"/Conversations/{conversation}", a.deleteConversation)
		route("GET "+service+"/Conversations/{conversation}/Participants", a.listMembers)
		route("GET "+service+"/Conversations/{conversation}/Participants/{member}", a.fetchMember)
		route("DELETE "+service+"/Conversations/{conversation}/Participants/{member}", a.deleteMember)
		route("POST "+service+"/Conversations/{conversation}/Participants", a.createMember)
		route("POST "+service+"/Conversations/{conversation}/Messages", a.createMessage)
		route("GET "+service+"/Conversations/{conversation}/Messages", a.listMessages)
		message := service + "/Conversations/{conversation}/Messages/{message}"
		route("GET "+message, a.ofMessage(a.fetchMessage))
		route("GET "+message+"/Receipts", a.ofMessage(a.listReceipts))
		route("GET "+message+"/Receipts/{receipt}", a.ofMessage(a.fetchReceipt))
	}
}

// named returns the conversation that a request names, or nil.
func (a *conversationsAPI) named(w *world, r *http.Request) *texting.Conversation {
	if service := r.PathValue("service"); service != "" && service != a.service {
		return nil
	}
	return w.texts.Get(r.PathValue("conversation"))
}

func (a *conversationsAPI) fetchConversation(r *http.Request) (int, any, *refusal) {
	var body any
	a.store.view(func(w *world) {
		if c := a.named(w, r); c != nil {
			body = a.conversation(c)
		}
	})
	if body == nil {
		return 0, nil, unknown(r)
	}
	return http.StatusOK, body, nil
}

func (a *conversationsAPI) listMembers(r *http.Request) (int, any, *refusal) {
	var body any
	a.store.view(func(w *world) {
		if c := a.named(w, r); c != nil {
			members := []any{}
			if c.Participant != "" {
				members = append(members, a.member(c))
			}
			for i := range c.Identities {
				members = append(members, a.identity(c, &c.Identities[i]))
			}
			body = pages(r, "participants", members)
		}
	})
	if body == nil {
		return 0, nil, unknown(r)
	}
	return http.StatusOK, body, nil
}

func (a *conversationsAPI) createMessage(r *http.Request) (int, any, *refusal) {
	f := r.PostForm
	attributes := f.Get("Attributes")
	if attributes == "" {
		attributes = "{}"
	}
	if !json.Valid([]byte(attributes)) {
		return 0, nil, refuse(http.StatusBadRequest, 50310, "Attributes must be a valid JSON")
	}
	text, file := f.Get("Body"), f.Get("MediaSid")
	if n := utf8.RuneCountInString(text); n > maxText || strings.TrimSpace(text) == "" && file == "" {
		return 0, nil, refuse(http.StatusBadRequest, 50301, "The message must have a body of at most %d characters", maxText)
	}
	author := f.Get("Author")
	if author == "" {
		author = "system"
	}
	var body any
	err := a.store.update(func(w *world) error {
		c := a.named(w, r)
		if c == nil {
			return unknown(r)
		}
		if w.texts.Refuses(c.Proxy) {
			return refuse(http.StatusTooManyRequests, codeTooMany, "Too Many Requests")
		}
		if c.State == texting.Closed {
			return refuse(http.StatusBadRequest, 50365, "Conversation %s is closed", c.SID)
		}
		if a.refuseOptedOut && w.texts.OptedOut(c) {
			return refuse(http.StatusBadRequest, texting.CodeOptedOut, "Attempt to send to unsubscribed recipient")
		}
		var media []texting.Media
		if file != "" {
			known := w.texts.Media(file)
			if known == nil {
				return refuse(http.StatusBadRequest, 50302, "Media %s was not found", file)
			}
			media = []texting.Media{*known}
		}
		if err := w.schedule.Busy(); err != nil {
			return err
		}
		m := w.texts.Post(c, texting.Message{Author: author, Body: text, Attributes: attributes, Media: media}, announced(r))
		body = a.message(c, m)
		return nil
	})
	return http.StatusCreated, body, refusalOf(err)
}

func (a *conversationsAPI) listMessages(r *http.Request) (int, any, *refusal) {
	var body any
	a.store.view(func(w *world) {
		c := a.named(w, r)
		if c == nil {
			return
		}
		list := make([]any, 0, len(c.Messages))
		for _, m := range c.Messages {
			list = append(list, a.message(c, m))
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

// longestPage is the provider's page limit in the conversations API.
const longestPage = 100

// pages pages a list in the format of the conversations API.
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
