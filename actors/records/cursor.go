package records

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"slices"
	"time"

	"switchboard/storage/access"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// cursor is a place in a list, as clients are given it to go on from there.
type cursor struct {
	Order []string  `json:"o"`
	Keys  []*string `json:"k"`
	ID    id.ID     `json:"i"`
}

// maxCursor bounds the text of one: of four fields a sortable value each.
const maxCursor = 16 << 10

func orderText(order []row.Order) []string {
	out := make([]string, len(order))
	for i, o := range order {
		if out[i] = o.Field; o.Descending {
			out[i] = "-" + o.Field
		}
	}
	return out
}

func cursorOf(order []row.Order, place *row.Place) string {
	raw, err := json.Marshal(cursor{orderText(order), place.Keys, place.ID})
	if err != nil {
		return ""
	}
	return base64.RawURLEncoding.EncodeToString(raw)
}

// goesOn says where a list that is read by its cursor goes on behind a page.
func (s *Service) goesOn(ctx context.Context, p *access.Principal, out *Listing, request row.ReadRequest, page row.Page) error {
	out.HasNext = page.Cut || len(page.Items) > out.Limit || len(page.Items) == maxRows
	if !out.HasNext {
		return nil
	}
	place, err := s.store.PlaceOf(ctx, p.Organization, request.Object, request.Order, page.Items[:out.Next])
	if err == nil && place == nil {
		return fault.New(fault.Unavailable, "The records of this page have just been changed. Please try again.").After(time.Second)
	}
	if err != nil {
		return err
	}
	out.Cursor = cursorOf(request.Order, place)
	return nil
}

func unreadCursor() error {
	return fault.Field("cursor", "The cursor must be the X-Next-Cursor of the previous page")
}

// placeIn reads a cursor for a list in an order; "" is its beginning.
func placeIn(text string, order []row.Order) (*row.Place, error) {
	if text == "" {
		return nil, nil
	}
	if len(text) > maxCursor {
		return nil, unreadCursor()
	}
	raw, err := base64.RawURLEncoding.DecodeString(text)
	var c cursor
	if err != nil || json.Unmarshal(raw, &c) != nil || !c.ID.Valid() || len(c.Keys) != len(c.Order) {
		return nil, unreadCursor()
	}
	if !slices.Equal(c.Order, orderText(order)) {
		return nil, fault.Field("cursor", "This cursor belongs to a list in another order. Start again without a cursor")
	}
	return &row.Place{Keys: c.Keys, ID: c.ID}, nil
}
