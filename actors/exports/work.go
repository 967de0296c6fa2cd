package exports

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"switchboard/actors/feature"
	"switchboard/storage/access"
	"switchboard/storage/fault"
	"switchboard/storage/query"
	"switchboard/storage/row"
	"switchboard/storage/tabular"
)

const (
	// pageRows is how many records are read at once, partBytes how long a part becomes.
	pageRows  = 1_000
	partBytes = 4 << 20
	// partTime is how long one portion reads.
	partTime = time.Second
	// maxBook is how many records a workbook holds: it is made in one piece.
	maxBook = 250_000
)

// state is the cursor of a job.
type state struct {
	// Cursor is where the list goes on, Page the page of a query or a search that is next, from 0.
	Cursor string `json:"cursor,omitempty"`
	Page   int    `json:"page,omitempty"`
	Parts  int    `json:"parts"`
	Rows   int64  `json:"rows"`
	Bytes  int64  `json:"bytes"`
	// IsRead says that all records are read: a workbook is made of the parts then.
	IsRead bool `json:"is_read,omitempty"`
}

// page is what was read, and where it goes on.
type page struct {
	rows  []map[string]json.RawMessage
	next  state
	isEnd bool
	total int64
}

func partName(n int) string { return fmt.Sprint("part-", n) }

// page reads the next records.
func (s *Service) page(ctx context.Context, p *access.Principal, what Work, at state, limit int) (page, error) {
	if what.Query != "" {
		return s.answered(ctx, p, what, at, limit)
	}
	request := query.BrowseRequest{Search: what.Search, Cursor: at.Cursor, Offset: at.Page, Filter: what.Filter, Any: what.Comparison == "OR", Limit: limit, Total: at.Parts == 0 && at.Cursor == "" && at.Page == 0}
	if len(what.IDs) > 0 {
		ids, err := json.Marshal(what.IDs)
		if err != nil {
			return page{}, err
		}
		request.Filter = []query.FilterRow{{Field: "id", Operator: "IN", Value: ids}}
	}
	if what.Order != "" {
		request.Order = strings.Split(what.Order, ",")
	}
	list, err := s.records.Browse(ctx, p, what.Object, request)
	if err != nil {
		return page{}, err
	}
	out := page{next: at, isEnd: !list.HasNext, total: list.Total}
	out.next.Cursor, out.next.Page = list.Cursor, list.Offset
	for _, fields := range list.Records {
		out.rows = append(out.rows, fields)
	}
	return out, nil
}

// answered reads the next rows that a query answers.
func (s *Service) answered(ctx context.Context, p *access.Principal, what Work, at state, limit int) (page, error) {
	prepared, err := s.queries.PreparePage(ctx, p, what.Query, at.Page+1, limit)
	if err != nil {
		return page{}, err
	}
	answer, err := prepared.Run(ctx)
	if err != nil {
		return page{}, err
	}
	out := page{next: at, isEnd: !answer.Next, total: answer.Total}
	out.next.Page++
	for _, raw := range answer.Rows {
		var fields map[string]json.RawMessage
		if err := json.Unmarshal(raw, &fields); err != nil {
			return page{}, err
		}
		out.rows = append(out.rows, fields)
	}
	return out, nil
}

// Portion reads records for a while and writes a part of the file.
func (s *Service) Portion(ctx context.Context, on feature.Portion, what Work) (feature.Progress, error) {
	var at state
	if on.Cursor != "" {
		if err := json.Unmarshal([]byte(on.Cursor), &at); err != nil {
			return on.Progress, err
		}
	}
	next := on.Progress
	next.Link = "/exports/" + string(on.Job)
	if at.IsRead { // Finish has made the workbook
		return s.over(ctx, on, what, at, next)
	}
	part, err := s.read(ctx, on, what, &at, &next)
	if err != nil {
		return on.Progress, err
	}
	if part.Len() > 0 {
		at.Bytes += int64(part.Len())
		if err := s.stage.Save(ctx, place(on.Organization, on.Job, partName(at.Parts)), part); err != nil {
			return on.Progress, err
		}
		at.Parts++
	}
	if at.IsRead && what.Format != XLSX {
		return s.over(ctx, on, what, at, next)
	}
	raw, err := json.Marshal(at)
	next.Cursor, next.Total = string(raw), max(next.Total, next.Done)
	return next, err
}

// read reads pages into a part.
func (s *Service) read(ctx context.Context, on feature.Portion, what Work, at *state, next *feature.Progress) (*bytes.Buffer, error) {
	o := on.By.Registry().Object(what.Object)
	part := &bytes.Buffer{}
	if at.Rows == 0 && at.Parts == 0 {
		if err := writeHead(part, what, head(o, what)); err != nil {
			return nil, err
		}
	}
	for until := s.now().Add(partTime); part.Len() < partBytes && s.now().Before(until); {
		got, err := s.page(ctx, on.By, what, *at, pageRows)
		if err != nil {
			return nil, err
		}
		if got.total > 0 && at.Rows == 0 {
			next.Total = got.total
		}
		for _, record := range got.rows {
			if err := writeRow(part, what, cells(o, what, record), record); err != nil {
				return nil, err
			}
		}
		rows := at.Rows + int64(len(got.rows))
		if what.Format == XLSX && rows > maxBook {
			return nil, fault.New(fault.Invalid, "A workbook may have %d records. Narrow the list, or export it as CSV.", maxBook)
		}
		*at = got.next
		at.Rows = rows
		next.Done = rows
		if at.IsRead = got.isEnd; at.IsRead {
			break
		}
	}
	return part, nil
}

func writeHead(to *bytes.Buffer, what Work, names []string) error {
	switch what.Format {
	case CSV:
		return tabular.WriteCSV(to, true, [][]string{names})
	case XLSX:
		return json.NewEncoder(to).Encode(names)
	default:
		return nil
	}
}

func writeRow(to *bytes.Buffer, what Work, cells []string, record map[string]json.RawMessage) error {
	switch what.Format {
	case CSV:
		return tabular.WriteCSV(to, false, [][]string{cells})
	case XLSX:
		return json.NewEncoder(to).Encode(cells)
	}
	to.WriteByte('{')
	for i, name := range what.Fields {
		if i > 0 {
			to.WriteByte(',')
		}
		value := record[name]
		if len(value) == 0 {
			value = json.RawMessage("null")
		}
		to.Write(row.JSONValue(name))
		to.WriteByte(':')
		if err := json.Compact(to, value); err != nil {
			return err
		}
	}
	to.WriteString("}\n")
	return nil
}

// Finish makes a workbook of the parts once all of them are there.
func (s *Service) Finish(ctx context.Context, on feature.Portion, what Work) error {
	var at state
	if on.Cursor == "" || what.Format != XLSX {
		return nil
	}
	if err := json.Unmarshal([]byte(on.Cursor), &at); err != nil || !at.IsRead {
		return err
	}
	parts := tabular.Joined(bytes.NewReader(nil), at.Parts, func(i int) (io.ReadCloser, error) {
		return s.stage.Open(ctx, place(on.Organization, on.Job, partName(i)), 0)
	})
	defer func() { _ = parts.Close() }()
	lines := json.NewDecoder(bufio.NewReaderSize(parts, 256<<10))
	book, err := os.CreateTemp("", "switchboard-export-*")
	if err != nil {
		return err
	}
	defer func() { _ = errors.Join(book.Close(), os.Remove(book.Name())) }()
	err = tabular.WriteXLSX(book, on.By.Registry().Object(what.Object).Plural, func() ([]string, error) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		var one []string
		if err := lines.Decode(&one); !errors.Is(err, io.EOF) {
			return one, err
		}
		return nil, nil
	})
	if err != nil {
		return err
	}
	if _, err := book.Seek(0, io.SeekStart); err != nil {
		return err
	}
	return s.stage.Save(ctx, place(on.Organization, on.Job, "book"), book)
}

// over is the end of an export.
func (s *Service) over(ctx context.Context, on feature.Portion, what Work, at state, next feature.Progress) (feature.Progress, error) {
	if what.Format == XLSX {
		book, err := s.stage.Open(ctx, place(on.Organization, on.Job, "book"), 0)
		if fault.Is(err, fault.NotFound) {
			return on.Progress, fault.New(fault.Unavailable, "The workbook is not made yet.")
		}
		if err != nil {
			return on.Progress, err
		}
		at.Bytes, err = io.Copy(io.Discard, book)
		if err = errors.Join(err, book.Close()); err != nil {
			return on.Progress, err
		}
	}
	if err := s.saveJSON(ctx, place(on.Organization, on.Job, "made"), at); err != nil {
		return on.Progress, err
	}
	o := on.By.Registry().Object(what.Object)
	next.Over, next.Done, next.Total = true, at.Rows, at.Rows
	one, many := strings.ToLower(o.Title), strings.ToLower(o.Plural)
	if what.Query != "" {
		one, many = "row", "rows"
	}
	next.Result = "Exported " + fault.Count(at.Rows, one, many) + "."
	return next, nil
}
