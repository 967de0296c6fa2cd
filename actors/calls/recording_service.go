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

// Recordings is the interface of Service that client commands on recordings use.
type Recordings interface {
	Record(ctx context.Context, p *access.Principal, call id.ID, action, command string) (Ref, error)
}

// The maximum time to speak a notice: before its first word, and per letter.
const (
	noticeBegins = 12 * time.Second
	noticeLetter = 100 * time.Millisecond
)

// Record starts, pauses, resumes or stops the recording of a call for a user on it.
// Errors: fault.Forbidden (not on the call, or the organization does not use the
// phone), Conflict (the call's state), NotFound.
func (s *Service) Record(ctx context.Context, p *access.Principal, call id.ID, action, command string) (Ref, error) {
	if err := s.requireFeature(ctx, p); err != nil {
		return Ref{}, err
	}
	c := Record{CommandMeta: runtime.CommandMeta{By: p.User, Command: command}, Action: action}
	if action == RecordStart {
		rules, err := s.settings.Settings(ctx, p.Organization)
		if err != nil {
			return Ref{}, err
		}
		if notice := rules.RecordingNotice; notice.Enabled {
			c.Notice = noticeBegins + time.Duration(utf8.RuneCountInString(notice.Text))*noticeLetter
		}
	}
	return s.askVisible(ctx, p, call, c)
}

// RecordingEvent handles a recording's callback.
func (s *Service) RecordingEvent(ctx context.Context, organization id.ID, event carrier.RecordingEvent, mark row.Inbound) error {
	_, err := s.ask(ctx, organization, event.Call, RecordingChanged{Event: event, Inbound: mark})
	return err
}

// Announcement returns the sentence spoken before recording starts.
func (s *Service) Announcement(ctx context.Context, organization id.ID) (string, error) {
	rules, err := s.settings.Settings(ctx, organization)
	return rules.RecordingNotice.Text, err
}
