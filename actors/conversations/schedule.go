package conversations

import (
	"context"
	"encoding/json"
	"strconv"
	"strings"
	"time"

	"switchboard/actors/effects"
	"switchboard/actors/sight"
	"switchboard/storage/access"
	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// EffectScheduled sends a scheduled text at its time.
const EffectScheduled = "message.scheduled"

// Bounds on scheduled texts.
const (
	// maxAhead is how far ahead a text can be scheduled.
	maxAhead = 366 * 24 * time.Hour
	// maxScheduled bounds those that wait in one conversation.
	maxScheduled = 50
)

// comingSoon is the answer where an administrator has turned scheduling off.
const comingSoon = "Scheduling feature coming soon!"

// beingSent is the error for a change of a text whose time has come.
const beingSent = "This text is being sent, so it can't be changed."

// scheduledPayload is the payload of EffectScheduled. An effect of an earlier Round does nothing.
type scheduledPayload struct {
	Text  id.ID `json:"text"`
	Round int64 `json:"round"`
}

// Schedule stores a text that is sent later, on behalf of its author, with the rights they have then.
// The same command returns the same one. Errors: those of Send, and fault.Invalid (the time).
func (s *Service) Schedule(ctx context.Context, p *access.Principal, in Scheduling) (Ref, error) {
	at, err := moment(in.SendAt)
	if err != nil {
		return Ref{}, err
	}
	set, err := s.schedulable(ctx, p, in.Conversation, in.Body, in.Files, at, in.TimeZone)
	if err != nil {
		return Ref{}, err
	}
	text := id.New()
	if in.Command != "" {
		text = id.Derived("scheduled:" + string(p.User) + ":" + in.Command)
		if _, err := s.store.Get(ctx, p.Organization, scheduledObject, text); err == nil {
			return Ref{text}, nil
		}
	}
	waiting, err := s.store.Find(ctx, p.Organization, row.Query{
		Object: scheduledObject, Fields: []string{"id"}, Where: append(is("conversation", in.Conversation), is("state", scheduledWaits)...), Limit: maxScheduled,
	})
	if err != nil {
		return Ref{}, err
	}
	if len(waiting) >= maxScheduled {
		return Ref{}, fault.New(fault.Conflict, "%d texts are scheduled in this conversation already.", maxScheduled)
	}
	set["conversation"], set["state"], set["user"], set["round"] = in.Conversation, scheduledWaits, p.User, int64(1)
	_, err = s.store.Commit(ctx, row.Change{
		Organization: p.Organization, By: p.User, Command: in.Command,
		Writes:  []row.Write{{Object: scheduledObject, ID: text, Op: entry.Created, Set: set, Cause: "text.scheduled"}},
		Effects: []row.Effect{dueEffect(text, 1, at)},
	})
	return Ref{text}, err
}

// schedulable checks a scheduled text and returns its fields.
func (s *Service) schedulable(ctx context.Context, p *access.Principal, conversation id.ID, body string, files []id.ID, at time.Time, zone string) (row.Fields, error) {
	set, err := s.settings.Settings(ctx, p.Organization)
	if err != nil {
		return nil, err
	}
	if !set.ScheduledTexts {
		return nil, fault.New(fault.Forbidden, comingSoon)
	}
	if err := p.MayCreate("twilio_message"); err != nil {
		return nil, err
	}
	if _, err := sight.Of(ctx, s.store, p, "twilio_conversation", conversation); err != nil {
		return nil, err
	}
	body = strings.TrimSpace(body)
	if err := badBody(body, len(files)); err != nil {
		return nil, err
	}
	if _, err := s.attachable(ctx, p, files); err != nil {
		return nil, err
	}
	if _, err := time.LoadLocation(zone); err != nil || zone == "Local" {
		return nil, fault.Field("time_zone", "There is no time zone %q.", zone)
	}
	switch until := time.Until(at); {
	case at.IsZero():
		return nil, fault.Field("send_at", "Choose when the text is sent.")
	case until < 0:
		return nil, fault.Field("send_at", "Choose a time in the future.")
	case until > maxAhead:
		return nil, fault.Field("send_at", "Choose a time within a year.")
	}
	return row.Fields{
		"name": preview(body, len(files) > 0), "body": body, "files": files, "send_at": at.UTC().Truncate(time.Millisecond), "time_zone": zone,
	}, nil
}

// moment reads a time as clients write it, or the zero time of none.
func moment(text string) (time.Time, error) {
	if text == "" {
		return time.Time{}, nil
	}
	at, err := time.Parse(time.RFC3339, text)
	if err != nil {
		return time.Time{}, fault.Field("send_at", "send_at must be a time such as 2026-11-27T09:00:00-05:00")
	}
	return at, nil
}

func dueEffect(text id.ID, round int64, at time.Time) row.Effect {
	return row.Effect{
		ID: dueID(text, round), Kind: EffectScheduled, NotBefore: at, Payload: row.JSONValue(scheduledPayload{Text: text, Round: round}),
	}
}

func dueID(text id.ID, round int64) id.ID {
	return id.Derived("scheduled.due:" + string(text) + ":" + strconv.FormatInt(round, 10))
}

// Reschedule changes a scheduled text, or sends it now. Its author may, and users who can change the
// conversation's texts. Errors: those of Schedule, fault.NotFound, Conflict (it waits no longer).
func (s *Service) Reschedule(ctx context.Context, p *access.Principal, in Rescheduling) (Ref, error) {
	have, err := s.waitingText(ctx, p, in.ID)
	if err != nil {
		return Ref{}, err
	}
	at, err := moment(in.SendAt)
	if err != nil {
		return Ref{}, err
	}
	if in.Now {
		at = time.Now().Add(time.Minute) // a valid time; the effect has none
	} else if at.IsZero() {
		at = have.Time("send_at")
	}
	body, files, zone := have.Text("body"), have.Lookups("files"), either(in.TimeZone, have.Text("time_zone"))
	if in.Body != "" {
		body = in.Body
	}
	if in.Files != nil {
		files = in.Files
	}
	set, err := s.schedulable(ctx, p, have.Lookup("conversation"), body, files, at, zone)
	if err != nil {
		return Ref{}, err
	}
	round := have.Int("round")
	due := dueEffect(in.ID, round+1, at)
	set["round"] = round + 1
	if in.Now {
		set["send_at"], due.NotBefore = time.Now().UTC().Truncate(time.Millisecond), time.Time{}
	}
	_, err = s.store.Commit(ctx, row.Change{
		Organization: p.Organization, By: p.User, Command: in.Command,
		Writes:   []row.Write{{Object: scheduledObject, ID: in.ID, Op: entry.Updated, Expect: have.Version, Set: set, Cause: "text.rescheduled"}},
		Withdraw: []row.Withdrawal{{Effect: dueID(in.ID, round), Refusal: beingSent}},
		Effects:  []row.Effect{due},
	})
	return Ref{in.ID}, err
}

// Unschedule cancels a scheduled text, or dismisses one that failed. A repeat has no effect.
func (s *Service) Unschedule(ctx context.Context, p *access.Principal, text id.ID, command string) error {
	have, err := s.scheduledText(ctx, p, text)
	if err != nil || have.Text("state") == scheduledCancelled {
		return err
	}
	change := row.Change{
		Organization: p.Organization, By: p.User, Command: command,
		Writes: []row.Write{{Object: scheduledObject, ID: text, Op: entry.Updated, Expect: have.Version, Set: row.Fields{"state": scheduledCancelled}, Cause: "text.unscheduled"}},
	}
	switch have.Text("state") {
	case scheduledWaits:
		change.Withdraw = []row.Withdrawal{{Effect: dueID(text, have.Int("round")), Refusal: beingSent}}
	case scheduledFailed: // nothing is left to be withdrawn
	default:
		return fault.New(fault.Conflict, "This text waits no longer: there is nothing to cancel.")
	}
	_, err = s.store.Commit(ctx, change)
	return err
}

func (s *Service) waitingText(ctx context.Context, p *access.Principal, text id.ID) (row.Record, error) {
	have, err := s.scheduledText(ctx, p, text)
	if err == nil && have.Text("state") != scheduledWaits {
		err = fault.New(fault.Conflict, "This text waits no longer, so it can't be changed.")
	}
	return have, err
}

// scheduledText returns a scheduled text that the principal may change.
func (s *Service) scheduledText(ctx context.Context, p *access.Principal, text id.ID) (row.Record, error) {
	if _, err := sight.Of(ctx, s.store, p, scheduledObject, text); err != nil {
		return row.Record{}, err
	}
	have, err := s.store.Get(ctx, p.Organization, scheduledObject, text)
	if err != nil {
		return row.Record{}, err
	}
	rights := p.Rights("twilio_message")
	if isOwn := have.Lookup("user") == p.User && rights != nil && rights.Create; !isOwn && !rights.MayUpdate() {
		return row.Record{}, fault.New(fault.Forbidden, "You may not change this text.")
	}
	return have, nil
}

// ZoneOf returns the time zone in which a text to a conversation's other party is scheduled: the
// contact's, else the number's, else the organization's. Errors: fault.NotFound, Forbidden (scheduling
// is turned off).
func (s *Service) ZoneOf(ctx context.Context, p *access.Principal, conversation id.ID) (Zone, error) {
	if _, err := sight.Of(ctx, s.store, p, "twilio_conversation", conversation); err != nil {
		return Zone{}, err
	}
	record, err := s.store.Get(ctx, p.Organization, "twilio_conversation", conversation)
	if err != nil {
		return Zone{}, err
	}
	set, err := s.settings.Settings(ctx, p.Organization)
	if err != nil {
		return Zone{}, err
	}
	if !set.ScheduledTexts {
		return Zone{}, fault.New(fault.Forbidden, comingSoon)
	}
	phones, _ := record.Fields["contact_phones"].([]string)
	state := State{Conversation: record, Rules: Rules{Organization: set}}
	if s.zones != nil {
		state.Rules.Zones = s.zones.Zones
	}
	if state.Contacts, err = contactsWith(ctx, s.store, p.Organization, phones); err != nil {
		return Zone{}, err
	}
	if len(phones) == 0 {
		return Zone{set.Location().String()}, nil
	}
	return Zone{zonesOf(state, phones[0])[0].String()}, nil
}

// Principals returns users with the rights they have now (actors/accounts).
type Principals interface {
	ActsFor(ctx context.Context, organization, user id.ID) (access.Principal, error)
}

// Punctual executes EffectScheduled.
type Punctual struct {
	Principals Principals
	Service    *Service
}

// dueRetry is the policy of EffectScheduled.
func dueRetry() effects.Retry { return effects.AnHour() }

// Do sends a scheduled text whose time has come. Rights, consent and quiet hours are asked again. A
// refusal is stored with its reason.
func (n Punctual) Do(ctx context.Context, e row.ClaimedEffect) (any, error) {
	var p scheduledPayload
	if err := json.Unmarshal(e.Payload, &p); err != nil {
		return nil, fault.Wrap(err, fault.Invalid, "effect %s has no payload", e.ID)
	}
	have, err := n.Service.store.Get(ctx, e.Organization, scheduledObject, p.Text)
	if fault.Is(err, fault.NotFound) || err == nil && (have.Text("state") != scheduledWaits || have.Int("round") != p.Round) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	set, cause := row.Fields{"state": scheduledSent}, "text.sent"
	sent, err := n.send(ctx, e.Organization, have)
	isLast := e.Tries() >= dueRetry().Attempts
	switch problem := fault.From(err); {
	case err == nil:
		set["message"] = sent.ID
	case !isLast && (problem.Code == fault.Unavailable || problem.Code == fault.Limited || problem.Code == fault.Full):
		return nil, err
	default:
		set, cause = row.Fields{"state": scheduledFailed, "reason": problem.Detail}, "text.failed"
	}
	_, err = n.Service.store.Commit(ctx, row.Change{Organization: e.Organization, Writes: []row.Write{
		{Object: scheduledObject, ID: p.Text, Op: entry.Updated, Expect: have.Version, Set: set, Cause: cause},
	}})
	return nil, err
}

func (n Punctual) send(ctx context.Context, organization id.ID, have row.Record) (Sending, error) {
	p, err := n.Principals.ActsFor(ctx, organization, have.Lookup("user"))
	if err != nil {
		return Sending{}, err
	}
	// The id makes a repeat return the message of the first attempt.
	return n.Service.SendFiles(ctx, &p, have.Lookup("conversation"), have.Text("body"), have.Lookups("files"), "scheduled:"+string(have.ID), "")
}

// Failed returns no command: Do stores every outcome.
func (Punctual) Failed(row.ClaimedEffect, error) any { return nil }
