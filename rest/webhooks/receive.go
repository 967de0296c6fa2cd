package webhooks

import (
	"context"
	"errors"
	"mime"
	"net/http"

	"switchboard/actors/carrier"
	"switchboard/storage/fault"
	"switchboard/storage/id"
)

// verified reads the form, checks its signature and lets receive handle it.
func (d Deps) verified(w http.ResponseWriter, r *http.Request, receive receiver) (carrier.Answer, error) {
	if d.Webhooks == nil {
		return carrier.Answer{}, fault.New(fault.Unavailable, "No phone account is configured.")
	}
	if kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || kind != "application/x-www-form-urlencoded" {
		return carrier.Answer{}, fault.New(fault.Unsupported, "A webhook is a URL-encoded form.")
	}
	r.Body = http.MaxBytesReader(w, r.Body, maxForm)
	if err := r.ParseForm(); err != nil {
		if _, ok := errors.AsType[*http.MaxBytesError](err); ok {
			return carrier.Answer{}, fault.Wrap(err, fault.TooLarge, "A webhook's form has at most %d bytes.", maxForm)
		}
		return carrier.Answer{}, fault.Wrap(err, fault.Malformed, "The webhook's form can't be read.")
	}
	if err := d.Webhooks.Verify(r.URL.RequestURI(), r.Header, r.PostForm); err != nil {
		return carrier.Answer{}, err
	}
	ctx, cancel := context.WithTimeout(r.Context(), patience)
	defer cancel()
	return receive(r.WithContext(ctx))
}

// once does the work of an event unless it was done before, in which case the
// stored answer is given. A race of two deliveries is lost with Conflict by one
// of them, which then finds the winner's answer.
func (d Deps) once(ctx context.Context, key carrier.Key, work func() (carrier.Answer, error)) (carrier.Answer, error) {
	if stored, found, err := d.stored(ctx, key); err != nil || found {
		return stored, err
	}
	answer, err := work()
	if fault.Is(err, fault.Conflict) {
		if stored, found, lookErr := d.stored(ctx, key); lookErr == nil && found {
			return stored, nil
		}
	}
	return answer, err
}

func (d Deps) stored(ctx context.Context, key carrier.Key) (carrier.Answer, bool, error) {
	body, kind, found, err := d.Answers.InboundAnswer(ctx, Provider, key.ProviderID, key.Kind)
	return carrier.Answer{Body: body, Type: kind}, found, err
}

// voice answers an inbound call. A number that nobody has is rejected, not an
// error: the provider would only try again.
func (d Deps) voice(r *http.Request) (carrier.Answer, error) {
	ctx := r.Context()
	call, err := d.Webhooks.InboundCall(r.PostForm)
	if err != nil {
		return carrier.Answer{}, err
	}
	return d.once(ctx, call.Key, func() (carrier.Answer, error) {
		organization, phone, err := d.Numbers.OrganizationByNumber(ctx, call.To)
		if fault.Is(err, fault.NotFound) {
			d.Log.WarnContext(ctx, "call to a number that nobody has", "to", call.To)
			return d.Webhooks.Reject(), nil
		}
		if err != nil {
			return carrier.Answer{}, err
		}
		join := d.Webhooks.JoinConference(organization, call.ID())
		return d.Calls.Inbound(ctx, organization, phone, call, inboundOf(call.Key, join))
	})
}

// callStatus hands over a leg's status.
func (d Deps) callStatus(r *http.Request) (carrier.Answer, error) {
	ctx := r.Context()
	event, err := d.Webhooks.LegEvent(r.URL.Query(), r.PostForm)
	if err != nil {
		return carrier.Answer{}, err
	}
	return d.once(ctx, event.Key, func() (carrier.Answer, error) {
		organization := event.Organization
		if organization == "" {
			var err error
			organization, _, err = d.Numbers.OrganizationByNumber(ctx, event.Number)
			if fault.Is(err, fault.NotFound) {
				return carrier.Answer{}, nil // its call was rejected
			}
			if err != nil {
				return carrier.Answer{}, err
			}
		}
		return carrier.Answer{}, d.Calls.LegEvent(ctx, organization, event, inboundOf(event.Key, carrier.Answer{}))
	})
}

// conference hands over what happened in a conference.
func (d Deps) conference(r *http.Request) (carrier.Answer, error) {
	ctx := r.Context()
	event, err := d.Webhooks.ConferenceEvent(r.URL.Query(), r.PostForm)
	if err != nil {
		return carrier.Answer{}, err
	}
	return d.once(ctx, event.Key, func() (carrier.Answer, error) {
		return carrier.Answer{}, d.Calls.ConferenceEvent(ctx, event.Organization, event, inboundOf(event.Key, carrier.Answer{}))
	})
}

// conversations hands over what happened in a conversation.
func (d Deps) conversations(r *http.Request) (carrier.Answer, error) {
	ctx := r.Context()
	event, err := d.Webhooks.ConversationEvent(r.PostForm)
	if err != nil {
		return carrier.Answer{}, err
	}
	return d.once(ctx, event.Key, func() (carrier.Answer, error) {
		organization, phone, err := d.owner(ctx, &event)
		if fault.Is(err, fault.NotFound) {
			d.Log.WarnContext(ctx, "event of a conversation that belongs to nobody", "conversation", event.ConversationSID)
			return carrier.Answer{}, nil
		}
		if err != nil {
			return carrier.Answer{}, err
		}
		return carrier.Answer{}, d.Conversations.Event(ctx, organization, phone, event, inboundOf(event.Key, carrier.Answer{}))
	})
}

// owner finds whose a conversation is. Webhooks arrive in any order, so the one
// that names the numbers may still be on its way: then the provider is asked and
// the event completed.
func (d Deps) owner(ctx context.Context, event *carrier.ConversationEvent) (organization, phone id.ID, err error) {
	if event.ProxyAddress != "" {
		return d.Numbers.OrganizationByNumber(ctx, event.ProxyAddress)
	}
	organization, err = d.Numbers.OrganizationByRecord(ctx, event.ID())
	if !fault.Is(err, fault.NotFound) {
		return organization, "", err // it knows its phone
	}
	found, err := d.Finder.Conversation(ctx, event.ServiceSID, event.ConversationSID)
	if err != nil {
		return "", "", err
	}
	if found.ProxyAddress == "" {
		return "", "", fault.New(fault.NotFound, "The conversation %s has no number of ours.", event.ConversationSID)
	}
	event.Address, event.ProxyAddress = found.Address, found.ProxyAddress
	if event.FriendlyName == "" {
		event.FriendlyName = found.FriendlyName
	}
	if event.State == "" {
		event.State = found.State
	}
	return d.Numbers.OrganizationByNumber(ctx, found.ProxyAddress)
}
