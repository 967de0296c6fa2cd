package carriertest

import (
	"context"
	"slices"
	"testing"

	"switchboard/actors/carrier"
	"switchboard/storage/fault"
	"switchboard/storage/id"
)

// beginning returns a conversation of ours with a customer.
func (r *Rig) beginning() carrier.BeginConversation {
	return carrier.BeginConversation{Name: string(id.New()), FriendlyName: "Mia Ortiz", Address: Customer, ProxyAddress: r.Ours}
}

// begun tests a conversation with a person who never wrote: they get our text, and
// their reply arrives in the same conversation.
func begun(t *testing.T, r *Rig) {
	made := must[carrier.Conversation](t)(r.Carrier.BeginConversation(t.Context(), r.beginning()))
	if made.Address != Customer || made.ProxyAddress != r.Ours || made.FriendlyName != "Mia Ortiz" || made.State != "active" || made.ServiceSID == "" {
		t.Fatalf("the conversation is %+v", made)
	}
	member := r.Product.Await("onParticipantAdded", nil).Conversation
	if member.ConversationSID != made.SID || member.ParticipantSID != made.ParticipantSID || member.Address != Customer || member.ProxyAddress != r.Ours {
		t.Fatalf("who takes part is told of as %+v", member)
	}
	sent := must[carrier.Message](t)(r.Carrier.SendMessage(t.Context(), carrier.SendMessage{
		ServiceSID: made.ServiceSID, ConversationSID: made.SID, Author: "a", Body: "Good morning", ClientID: "c",
	}))
	r.Product.Await("delivery.delivered", func(e Event) bool { return e.Conversation.MessageSID == sent.SID })
	must[string](t)(r.Outside.SendText(t.Context(), Customer, r.Ours, "Who is this?"))
	answer := r.Product.Await("onMessageAdded", func(e Event) bool { return e.Conversation.Author == Customer }).Conversation
	if answer.ConversationSID != made.SID || answer.Index != 1 {
		t.Fatalf("the answer came as %+v", answer)
	}
	if slices.Contains(r.Product.Names(), "onConversationAdded") {
		t.Fatal("the answer made a second conversation")
	}
}

// begunTwice tests a retry after each of the two requests that start a conversation,
// whose response was lost.
func begunTwice(t *testing.T, r *Rig) {
	b := r.beginning()
	first := must[carrier.Conversation](t)(r.Carrier.BeginConversation(t.Context(), b))
	if again := must[carrier.Conversation](t)(r.Carrier.BeginConversation(t.Context(), b)); again != first {
		t.Fatalf("begun %+v, again %+v", first, again)
	}
	b.Name, b.Address = string(id.New()), "nonsense"
	_, err := r.Carrier.BeginConversation(t.Context(), b)
	refusedWith(t, "a number that is none", err, fault.Invalid)
	b.Address = "+15551230002" // the conversation exists without participants
	half := must[carrier.Conversation](t)(r.Carrier.BeginConversation(t.Context(), b))
	if half.Address != b.Address || half.ParticipantSID == "" {
		t.Fatalf("after one without anybody in it: %+v", half)
	}
	b.Name, b.Address, b.ProxyAddress = string(id.New()), "+15551230003", "+15559999999"
	_, err = r.Carrier.BeginConversation(t.Context(), b)
	refusedWith(t, "a number that is not ours", err, fault.Invalid)
}

// begunBefore tests a conversation that the other party started before we did.
func begunBefore(t *testing.T, r *Rig) {
	must[string](t)(r.Outside.SendText(t.Context(), Customer, r.Ours, "Hello"))
	in := r.Product.Await("onMessageAdded", nil).Conversation
	b := r.beginning()
	found := must[carrier.Conversation](t)(r.Carrier.BeginConversation(t.Context(), b))
	if found.SID != in.ConversationSID || found.Address != Customer || found.ParticipantSID == "" {
		t.Fatalf("found %+v and %+v", found, in)
	}
	_, err := r.Carrier.Conversation(context.WithoutCancel(t.Context()), in.ServiceSID, b.Name)
	refusedWith(t, "the empty one", err, fault.NotFound)
}

// closed tests a conversation that we close: it sends an event, accepts no text, and
// frees the numbers for another one.
func closed(t *testing.T, r *Rig) {
	must[string](t)(r.Outside.SendText(t.Context(), Customer, r.Ours, "Hello"))
	in := r.Product.Await("onMessageAdded", nil).Conversation
	for range 2 {
		if err := r.Carrier.CloseConversation(t.Context(), in.ServiceSID, in.ConversationSID); err != nil {
			t.Fatal(err)
		}
	}
	if e := r.Product.Await("onConversationStateUpdated", nil).Conversation; e.State != "closed" || e.ConversationSID != in.ConversationSID {
		t.Fatalf("told is %+v", e)
	}
	_, err := r.Carrier.SendMessage(t.Context(), carrier.SendMessage{
		ServiceSID: in.ServiceSID, ConversationSID: in.ConversationSID, Author: "a", Body: "Hi", ClientID: "c1",
	})
	refusedWith(t, "a text in it", err, fault.Invalid)
	if next := must[carrier.Conversation](t)(r.Carrier.BeginConversation(t.Context(), r.beginning())); next.SID == in.ConversationSID {
		t.Fatalf("begun is %+v", next)
	}
	if err := r.Carrier.CloseConversation(t.Context(), in.ServiceSID, "CH"+in.ConversationSID[3:]+"f"); err != nil {
		t.Fatalf("one that the provider does not know: %v", err)
	}
}
