package schemas

import (
	"context"
	"encoding/json"

	"switchboard/storage/access"
	"switchboard/storage/fault"
)

// Described is Definition as JSON, for those who copy objects.
func (s *Service) Described(ctx context.Context, p *access.Principal, object string) (json.RawMessage, error) {
	shown, err := s.Definition(ctx, p, object)
	if err != nil {
		return nil, err
	}
	raw, err := json.Marshal(shown)
	if err != nil {
		return nil, fault.Wrap(err, fault.Internal, "The object %s can't be described.", object)
	}
	return raw, nil
}

// CreateObject is Create for those who don't need the definition.
func (s *Service) CreateObject(ctx context.Context, p *access.Principal, members map[string]json.RawMessage) error {
	_, err := s.Create(ctx, p, members)
	return err
}

// ChangeObject is Change of whatever version is in force. isLater reports that a job does a part of
// it.
func (s *Service) ChangeObject(ctx context.Context, p *access.Principal, object string, members map[string]json.RawMessage) (isLater bool, err error) {
	shown, err := s.Change(ctx, p, object, members, anyVersion)
	return err == nil && shown.Change != nil, err
}

// RestoreObject is Restore of an object, or of a field, for those who don't need the definition.
func (s *Service) RestoreObject(ctx context.Context, p *access.Principal, object, field string) error {
	_, err := s.Restore(ctx, p, object, field)
	return err
}
