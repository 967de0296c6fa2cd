package conversations

import (
	"context"
	"slices"
	"strings"
	"unicode/utf8"

	"switchboard/actors/feature"
	"switchboard/actors/thread"
	"switchboard/storage/access"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/schema"
)

// Feature declares text messages with contacts, and their consent.
var Feature = feature.Feature{
	Name:    "conversations",
	Objects: []*schema.Object{conversationObject(), participantObject(), messageObject(), consentObject(), scheduled()},
	Commands: slices.Concat(scheduleCommands(), workCommands(), []feature.Command{
		feature.Do(feature.Command{Route: feature.Route{Method: "POST", Path: "/twilio/message", Status: 201, Shows: "twilio_message"}}, send),
		feature.Do(feature.Command{
			Event: "message.cancel", Answer: "message", Of: "a text",
			Route: feature.Route{Method: "POST", Path: "/twilio/message/{id}/cancel", Status: 200, Shows: "twilio_message"},
		}, cancel),
		feature.Do(feature.Command{Route: feature.Route{
			Method: "POST", Path: "/twilio/conversation", Status: 201, Shows: "twilio_conversation", Under: "conversation",
		}}, begin),
		feature.Do(feature.Command{Route: feature.Route{Method: "POST", Path: "/twilio/conversation/look", Status: 200}}, look),
		feature.Do(feature.Command{Of: "a conversation", Route: feature.Route{Method: "POST", Path: "/twilio/conversation/{id}/read", Status: 204}}, read),
	}),
	Snapshots: []feature.Snapshot{{Object: "twilio_conversation", Read: snapshot}},
	Standings: []feature.Standing{feature.Stands("barred", Standing.Barred), feature.Stands("opted_out", Standing.OptedOut)},
	Badges:    []feature.Badge{{Key: "conversations", Read: badge}},
	Notices:   []feature.Notice{{Object: "twilio_message", Read: texted}, {Object: "twilio_conversation", Read: assigned}},
	Crosses: map[string]any{
		"conversation.begin":        Begin{},
		"conversation.event":        Event{},
		"conversation.receipt":      Receipt{},
		"conversation.send":         Send{},
		"conversation.sent":         Sent{},
		"conversation.waiting":      Waiting{},
		"conversation.cancel":       Cancel{},
		"conversation.fetched":      Fetched{},
		"conversation.may_send":     MaySend{},
		"conversation.known":        Known{},
		"conversation.mark_read":    MarkRead{},
		"conversation.mark_message": MarkMessage{},
		"conversation.patch":        Patch{},
		"conversation.close":        Close{},
		"conversation.work":         Work{},
		"conversation.wake":         Wake{},
		"conversation.ref":          Ref{},
		"conversation.sending":      Sending{},
		"conversation.read":         Read{},
	},
	Start: start,
}

// Commands is the interface of Service that client commands on conversations use.
type Commands interface {
	Begin(ctx context.Context, p *access.Principal, to Recipient, friendlyName, command string) (Ref, error)
	Look(ctx context.Context, p *access.Principal, to Recipient) (Look, error)
	SendFiles(ctx context.Context, p *access.Principal, conversation id.ID, body string, attached []id.ID, clientID, command string) (Sending, error)
	Cancel(ctx context.Context, p *access.Principal, message id.ID, command string) error
	ReadConversation(ctx context.Context, p *access.Principal, r thread.Reading) error
}

// Beginning is the input that starts a conversation with a number or a contact.
type Beginning struct {
	// FriendlyName is the conversation's name. The default is its contact or number.
	FriendlyName string `json:"friendly_name"`
	// ServiceSID is the client's view and has no effect.
	ServiceSID string `json:"chat_service_sid"`
	Phone      string `json:"phone"` // E.164, or as users type it
	Contact    id.ID  `json:"contact" of:"a contact"`
	feature.Given
}

func begin(ctx context.Context, d Commands, p *access.Principal, in Beginning) (Ref, error) {
	if utf8.RuneCountInString(in.FriendlyName) > maxName {
		return Ref{}, fault.Field("friendly_name", "A conversation's name has at most %d characters.", maxName)
	}
	return d.Begin(ctx, p, Recipient{Phone: in.Phone, Contact: in.Contact}, strings.TrimSpace(in.FriendlyName), in.Command)
}

// Looking is the input of a query about a number or a contact before a first text.
type Looking struct {
	Phone   string `json:"phone"` // E.164, or as users type it
	Contact id.ID  `json:"contact" of:"a contact"`
	feature.Given
}

func look(ctx context.Context, d Commands, p *access.Principal, in Looking) (Look, error) {
	return d.Look(ctx, p, Recipient{Phone: in.Phone, Contact: in.Contact})
}

// Text is the input that sends a text.
type Text struct {
	Conversation id.ID  `json:"conversation" of:"a conversation"`
	Body         string `json:"body"`
	// Files are stored files that go with it, each as a message of its own.
	Files []id.ID `json:"files" of:"files"`
	// ClientID is the browser's id of the message. A repeated id sends nothing.
	ClientID string `json:"client_id"`
	feature.Given
}

// RepeatKey implements feature.Repeatable: the browser's id of the message also
// identifies the command.
func (t *Text) RepeatKey() string { return t.ClientID }

func send(ctx context.Context, d Commands, p *access.Principal, in Text) (Sending, error) {
	if in.Conversation == "" {
		return Sending{}, fault.Field("conversation", "Name the conversation to write in")
	}
	return d.SendFiles(ctx, p, in.Conversation, in.Body, in.Files, in.ClientID, in.Command)
}

func cancel(ctx context.Context, d Commands, p *access.Principal, in feature.On) (Ref, error) {
	return Ref{in.ID}, d.Cancel(ctx, p, in.ID, in.Command)
}

func read(ctx context.Context, d Commands, p *access.Principal, in thread.Reading) (struct{}, error) {
	return struct{}{}, d.ReadConversation(ctx, p, in)
}

// RecordID implements feature.Named.
func (s Sending) RecordID() id.ID { return s.ID }

// RecordID implements feature.Named.
func (r Ref) RecordID() id.ID { return r.ID }
