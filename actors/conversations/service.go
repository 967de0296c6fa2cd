package conversations

import (
	"context"
	"strings"
	"time"

	"switchboard/actors/carrier"
	"switchboard/actors/runtime"
	"switchboard/actors/sight"
	"switchboard/actors/thread"
	"switchboard/storage/access"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// Guard decides whether a user may text numbers, and at what price (actors/outbound).
type Guard interface {
	Text(ctx context.Context, p *access.Principal, to []string, body string, files int) (row.Charge, error)
	// Reach returns an error if a number may not be texted at all.
	Reach(ctx context.Context, p *access.Principal, to string) error
	// Price returns the price of a text that was already sent.
	Price(to []string, body string, files int) row.Charge
	// Refund returns the negative charge of a text of that time.
	Refund(at time.Time, to []string, body string, files int) row.Charge
}

// Service executes commands on conversations for the edges.
type Service struct {
	engine   runtime.Engine
	store    runtime.Store
	guard    Guard
	settings Settings
	// files stores what comes in, and reads what goes out.
	files func() Files
	zones Zones // nil in tests
}

// New returns a Service.
func New(engine runtime.Engine, store runtime.Store, guard Guard, settings Settings) *Service {
	return &Service{engine: engine, store: store, guard: guard, settings: settings}
}

// Event handles a webhook of a conversation of the organization, at our number phone.
func (s *Service) Event(ctx context.Context, organization, phone id.ID, event carrier.ConversationEvent, mark row.Inbound) error {
	c := Event{Event: event, Phone: phone, Inbound: mark}
	number := event.Address
	if event.Kind == "onMessageAdded" && strings.HasPrefix(event.Author, "+") {
		number = event.Author // in a group the author is one of several
	}
	var err error
	if c.Contact, err = s.contactByNumber(ctx, organization, number); err != nil {
		return err
	}
	if c.User, err = s.userNamed(ctx, organization, either(event.Author, event.Identity)); err != nil {
		return err
	}
	if c.Outgoing() { // already sent; if the product did not send it, it is charged here
		c.Charge = s.guard.Price([]string{event.Address}, event.Body, len(event.Media))
	}
	for range 3 {
		var conversation id.ID
		if conversation, err = s.conversationOf(ctx, organization, c); err != nil {
			return err
		}
		if _, err = s.ask(ctx, organization, conversation, c); !elsewhere(err) {
			return err
		}
		// A user or another event created it in the meantime, or the two numbers have
		// another conversation here.
		c.Unpaired = c.Unpaired || conversation == event.ID()
	}
	return err
}

// conversationOf returns the conversation of an event: the one with the provider's
// id, else the one that we created with the same two numbers and without a provider
// id, else a new one, whose id is derived from the provider's.
func (s *Service) conversationOf(ctx context.Context, organization id.ID, c Event) (id.ID, error) {
	where := [][]row.Condition{is("sid", c.Event.ConversationSID)}
	if c.Phone != "" && c.Event.Address != "" {
		where = append(where, append(is("pair", pair(c.Phone, c.Event.Address)), row.Condition{Field: "sid", Operator: "IS NULL"}))
	}
	for _, one := range where {
		found, err := s.store.Find(ctx, organization, row.Query{Object: "twilio_conversation", Fields: []string{"id"}, Where: one, Limit: 1})
		if err != nil {
			return "", err
		}
		if len(found) > 0 {
			return found[0].ID, nil
		}
	}
	return c.Event.ID(), nil
}

// Send stores a text and schedules its sending. It needs read access to the
// conversation and the right to create messages. The same client id, or without one
// the same command, returns the same message. Errors: fault.Forbidden (the right; the
// country or kind of a number, the month's spending), Limited (too many in a minute),
// NotFound, Invalid (empty, too long, no consent), Conflict (closed).
func (s *Service) Send(ctx context.Context, p *access.Principal, conversation id.ID, body, clientID, command string) (Sending, error) {
	return s.SendFiles(ctx, p, conversation, body, nil, clientID, command)
}

// SendFiles is Send with files that the principal may read. Each is a message of its own at the
// provider, which takes one file a message: the body goes with the first one.
func (s *Service) SendFiles(ctx context.Context, p *access.Principal, conversation id.ID, body string, attached []id.ID, clientID, command string) (Sending, error) {
	media, err := s.attachable(ctx, p, attached)
	if err != nil {
		return Sending{}, err
	}
	send, err := s.sending(ctx, p, conversation, body, media, clientID, command)
	if err != nil {
		return Sending{}, err
	}
	return runtime.AskFor[Sending](ctx, s.engine, Kind, runtime.Identity{Organization: p.Organization, ID: conversation}, send)
}

// sending checks the right to send a text, and its price.
func (s *Service) sending(ctx context.Context, p *access.Principal, conversation id.ID, body string, media []Media, clientID, command string) (Send, error) {
	if err := p.MayCreate("twilio_message"); err != nil {
		return Send{}, err
	}
	if _, err := sight.Of(ctx, s.store, p, "twilio_conversation", conversation); err != nil {
		return Send{}, err
	}
	send := Send{
		CommandMeta: runtime.CommandMeta{By: p.User, Command: command}, ByName: p.Name, Body: body, Media: media,
		// A command's id also identifies its message, so that its repeat is
		// recognized after a restart.
		ClientID: either(clientID, command),
	}
	repeated, err := s.repeated(ctx, p, conversation, send.ClientID)
	if err == nil && !repeated {
		send.Charge, err = s.price(ctx, p, conversation, body, len(media))
	}
	return send, err
}

// repeated reports whether a text is already stored. Its repeat returns it, sends
// nothing and costs nothing.
func (s *Service) repeated(ctx context.Context, p *access.Principal, conversation id.ID, client string) (bool, error) {
	if client == "" {
		return false, nil
	}
	found, err := s.store.Find(ctx, p.Organization, row.Query{
		Object: "twilio_message", Where: append(sentAs(p.User, client), is("conversation", conversation)...), Limit: 1,
	})
	return len(found) > 0, err
}

// price returns the price of a text from the guard.
func (s *Service) price(ctx context.Context, p *access.Principal, conversation id.ID, body string, files int) (row.Charge, error) {
	body = strings.TrimSpace(body)
	if err := badBody(body, files); err != nil {
		return row.Charge{}, err
	}
	record, err := s.store.Get(ctx, p.Organization, "twilio_conversation", conversation)
	if err != nil {
		return row.Charge{}, err
	}
	phones, _ := record.Fields["contact_phones"].([]string)
	return s.guard.Text(ctx, p, phones, body, files)
}

// maxReadRounds bounds the batches that one call marks: 20,000 messages.
const maxReadRounds = 100

// ReadConversation marks a conversation as read for the team. Errors:
// fault.Forbidden, NotFound, Invalid.
func (s *Service) ReadConversation(ctx context.Context, p *access.Principal, r thread.Reading) error {
	number, err := r.Place(ctx, s.store, p, "twilio_message")
	if err != nil {
		return err
	}
	return s.MarkRead(ctx, p, r.ID, number)
}

// MarkRead marks the conversation as read for the team, up to the message with this
// number, or all of it if number is 0.
func (s *Service) MarkRead(ctx context.Context, p *access.Principal, conversation id.ID, number int64) error {
	if err := s.mayMark(ctx, p, conversation); err != nil {
		return err
	}
	for range maxReadRounds {
		who := runtime.Identity{Organization: p.Organization, ID: conversation}
		read, err := runtime.AskFor[Read](ctx, s.engine, Kind, who, MarkRead{By: p.User, Number: number})
		if err != nil || !read.More {
			return err
		}
	}
	return fault.New(fault.Unavailable, "There is still more to be marked read. Please try again.")
}

// mayMark rejects principals who can only read: their reading does not change what
// the team sees.
func (s *Service) mayMark(ctx context.Context, p *access.Principal, conversation id.ID) error {
	item, err := sight.Of(ctx, s.store, p, "twilio_conversation", conversation)
	if err != nil {
		return err
	}
	messages := p.Rights("twilio_message")
	if p.Rights("twilio_conversation").Updatable(&item.Route) != nil || messages.MayUpdate() || messages != nil && messages.Create {
		return nil
	}
	return fault.New(fault.Forbidden, "You may not mark this conversation read.")
}

func (s *Service) contactByNumber(ctx context.Context, organization id.ID, number string) (Person, error) {
	if number == "" {
		return Person{}, nil
	}
	for _, field := range []string{"phone", "second_phone"} {
		found, err := s.store.Find(ctx, organization, row.Query{
			Object: "contact",
			Where:  []row.Condition{{Field: field, SubField: "phone_number", Operator: "=", Value: number}},
			Order:  []row.Order{{Field: "created_date"}},
			Limit:  1,
		})
		if err != nil {
			return Person{}, err
		}
		if len(found) == 1 {
			return Person{ID: found[0].ID, Name: found[0].Text("name")}, nil
		}
	}
	return Person{}, nil
}

func (s *Service) userNamed(ctx context.Context, organization id.ID, author string) (Person, error) {
	who := user(author)
	if who == "" {
		return Person{}, nil
	}
	record, err := s.store.Get(ctx, organization, "user", who)
	if fault.Is(err, fault.NotFound) {
		return Person{}, nil
	}
	return Person{ID: record.ID, Name: record.Text("name")}, err
}

// MaySend checks whether a stored text may still be sent, since conditions may have
// changed after the decision. sid is not "" if it was sent. Errors: those of Send.
func (s *Service) MaySend(ctx context.Context, organization, conversation, message id.ID) (sid string, err error) {
	who := runtime.Identity{Organization: organization, ID: conversation}
	known, err := runtime.AskFor[Known](ctx, s.engine, Kind, who, MaySend{Message: message})
	return known.SID, err
}

func (s *Service) ask(ctx context.Context, organization, conversation id.ID, command any) (any, error) {
	return s.engine.Ask(ctx, Kind, runtime.Identity{Organization: organization, ID: conversation}, command)
}

// UseFiles sets where files are stored and read.
func (s *Service) UseFiles(files func() Files) { s.files = files }
