package records

import (
	"context"
	"encoding/json"
	"maps"

	"switchboard/storage/access"
	"switchboard/storage/entry"
	"switchboard/storage/id"
	"switchboard/storage/query"
	"switchboard/storage/row"
)

// PageOf reads a page of the records that a filter finds, by their ids. cursor is "" for the first
// page, as next is behind the last one.
func (s *Service) PageOf(ctx context.Context, p *access.Principal, object string, filter []query.FilterRow, isAny bool, cursor string, limit int) (page []entry.Fields, next string, err error) {
	out, err := s.List(ctx, p, object, ListRequest{Filter: filter, Any: isAny, Order: []string{"id"}, Limit: limit, Cursors: true, Cursor: cursor})
	return out.Records, out.Cursor, err
}

// CountOf counts the records that a filter finds; it may estimate many.
func (s *Service) CountOf(ctx context.Context, p *access.Principal, object string, filter []query.FilterRow, isAny bool) (int64, error) {
	out, err := s.List(ctx, p, object, ListRequest{Filter: filter, Any: isAny, Order: []string{"id"}, Limit: 1, Total: true})
	return out.Total, err
}

// PatchOne is Patch of one record. ignored are the fields that the principal may not change.
func (s *Service) PatchOne(ctx context.Context, p *access.Principal, object string, record id.ID, set map[string]json.RawMessage, command string) (ignored []string, err error) {
	input := Input{"id": row.JSONValue(record)}
	maps.Copy(input, set)
	written, err := s.Patch(ctx, p, object, []Input{input}, 0, command)
	return written.Ignored, err
}

// RestoreFields is Restore of some fields of one record.
func (s *Service) RestoreFields(ctx context.Context, p *access.Principal, object string, record id.ID, version int64, fields []string, command string) (ignored []string, err error) {
	written, err := s.Restore(ctx, p, object, record, RestoreRequest{Version: version, Fields: fields, Command: command})
	return written.Ignored, err
}

// Revive brings back a removed record as it stood.
func (s *Service) Revive(ctx context.Context, p *access.Principal, object string, record id.ID, command string) error {
	_, err := s.Restore(ctx, p, object, record, RestoreRequest{Command: command})
	return err
}

// Browse reads a page of a list, to go through all of it: by its cursor or, of a search, by its offset.
func (s *Service) Browse(ctx context.Context, p *access.Principal, object string, r query.BrowseRequest) (query.Browsed, error) {
	request := ListRequest{Filter: r.Filter, Any: r.Any, Search: r.Search, Order: r.Order, Limit: r.Limit, Total: r.Total}
	if r.Search == "" {
		request.Cursors, request.Cursor = true, r.Cursor
	} else {
		request.Offset = r.Offset
	}
	list, err := s.List(ctx, p, object, request)
	return query.Browsed{Records: list.Records, Cursor: list.Cursor, Offset: list.Next, HasNext: list.HasNext, Total: list.Total}, err
}
