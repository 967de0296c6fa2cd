package calls

import (
	"context"
	"time"
	"unicode/utf8"

	"switchboard/actors/carrier"
	"switchboard/actors/runtime"
	"switchboard/storage/access"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// Recordings is what clients' commands on recordings ask of the Service.
type Recordings interface {
	Record(ctx context.Context, p *access.Principal, call id.ID, action, command string) (Ref, error)
}

// How long it takes at most until a notice was spoken, before its first word and for each
// letter.
const (
	noticeBegins = 12 * time.Second
	noticeLetter = 100 * time.Millisecond
)

// Record begins, pauses, resumes or stops the recording of a call for somebody who is on it.
// Errors: fault.Forbidden (he is not, or his organization does not use the phone), Conflict
// (what the call is), NotFound.
func (s *Service) Record(ctx context.Context, p *access.Principal, call id.ID, action, command string) (Ref, error) {
	if err := s.used(ctx, p); err != nil {
		return Ref{}, err
	}
	c := Record{Given: runtime.Given{By: p.User, Command: command}, Action: action}
	if action == RecordStart {
		rules, err := s.settings.Settings(ctx, p.Organization)
		if err != nil {
			return Ref{}, err
		}
		if notice := rules.RecordingNotice; notice.Enabled {
			c.Notice = noticeBegins + time.Duration(utf8.RuneCountInString(notice.Text))*noticeLetter
		}
	}
	return s.tell(ctx, p, call, c)
}

// RecordingEvent takes in a recording's callback.
func (s *Service) RecordingEvent(ctx context.Context, organization id.ID, event carrier.RecordingEvent, mark row.Inbound) error {
	_, err := s.ask(ctx, organization, event.Call, RecordingTold{Event: event, Inbound: mark})
	return err
}

// Announcement is what is said to everybody before a call is recorded.
func (s *Service) Announcement(ctx context.Context, organization id.ID) (string, error) {
	rules, err := s.settings.Settings(ctx, organization)
	return rules.RecordingNotice.Text, err
}
