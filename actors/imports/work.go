package imports

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"switchboard/actors/feature"
	"switchboard/storage/access"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/origin"
	"switchboard/storage/row"
	"switchboard/storage/tabular"
)

// batch is the number of rows that one portion writes: so many share a row of the outbox.
const batch = 500

// state is the cursor of a job.
type state struct {
	Counts

	// From and To are the offsets of the rows that are written next, N their number.
	From int64 `json:"from"`
	To   int64 `json:"to"`
	N    int   `json:"n"`
	// Matched are the records of these rows, where they change or delete some: they are found before
	// the batch is written, so that a repeat does not miss what it has deleted.
	Matched []matched `json:"matched,omitempty"`
	// Parts counts the files of refused rows.
	Parts int `json:"parts"`
}

// matched is the record of a row, or why there is none.
type matched struct {
	ID     id.ID  `json:"id,omitempty"`
	Detail string `json:"detail,omitempty"`
}

// outcome is what became of a batch.
type outcome struct {
	Counts

	from      int64
	isRefused bool // some of it, so that there is a file of refused rows
	refused   []refusal
}

// Forget drops what a job that failed or was canceled wrote and has not noted.
func (s *Service) Forget(job id.ID) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.written, job)
}

func stateOf(on feature.Portion) (at state, err error) {
	if on.Cursor != "" {
		err = json.Unmarshal([]byte(on.Cursor), &at)
	}
	return at, err
}

// columns are those of an import's table.
func (s *Service) columns(ctx context.Context, organization, of id.ID) ([]string, error) {
	var up staged
	err := s.readJSON(ctx, place(organization, of, "staged"), &up)
	if fault.Is(err, fault.NotFound) {
		return nil, fault.New(fault.NotFound, "The uploaded file is no longer kept. Upload it again").Permanently()
	}
	return up.Columns, err
}

// Write writes the rows of the next batch.
func (s *Service) Write(ctx context.Context, on feature.Portion, what Work) error {
	at, err := stateOf(on)
	if err != nil || at.N == 0 {
		return err
	}
	columns, err := s.columns(ctx, on.Organization, what.Import)
	if err != nil {
		return err
	}
	r, err := s.newReader(on.By, what.Object, columns, what.Plan)
	if err != nil {
		return err
	}
	lines, _, err := s.readRows(ctx, on.Organization, what.Import, at.From, at.N)
	if err != nil {
		return err
	}
	ctx = origin.With(ctx, origin.Origin{Via: origin.Import, Request: string(on.Job)})
	done, err := s.importLines(ctx, on.By, r, string(on.Job), lines, at.Matched, what.IsDry)
	if err != nil {
		return err
	}
	out := outcome{from: at.From}
	var errors [][]string
	for i, one := range done {
		switch {
		case one.Err != nil:
			out.Refused++
			errors = append(errors, append(padded(lines[i].Cells, len(columns)), reason(r, one.Err)))
		case one.Action == row.RowCreated:
			out.Created++
		case one.Action == row.RowUpdated:
			out.Updated++
		case one.Action == row.RowDeleted:
			out.Deleted++
		default:
			out.Unchanged++
		}
	}
	if out.isRefused = len(errors) > 0; out.isRefused {
		var part bytes.Buffer
		if err := tabular.WriteCSV(&part, false, errors); err != nil {
			return err
		}
		if err := s.stage.Save(ctx, place(on.Organization, what.Import, partName(on.Job, at.Parts)), &part); err != nil {
			return err
		}
	}
	s.mu.Lock()
	s.written[on.Job] = out
	s.mu.Unlock()
	return nil
}

func partName(job id.ID, n int) string { return fmt.Sprint("errors-", job, "-", n) }

// padded are the cells of a row, as many as the table has columns: the reason stands in a column of
// its own.
func padded(cells []string, n int) []string {
	out := make([]string, n, n+1)
	copy(out, cells)
	if len(cells) > n && n > 0 {
		out[n-1] = strings.Join(cells[n-1:], " ")
	}
	return out
}

// reason says why a row was refused, all that is wrong with it.
func reason(r *reader, err error) string {
	e := fault.From(err)
	if len(e.Fields) < 2 {
		return e.Detail
	}
	var all []string
	for _, f := range r.o.Fields {
		all = append(all, e.Fields[f.Name]...)
	}
	if len(all) == 0 {
		return e.Detail
	}
	return strings.Join(all, "; ")
}

// match finds the records of rows, where they change or delete some.
func (s *Service) match(ctx context.Context, p *access.Principal, r *reader, lines []line) ([]matched, error) {
	if r.plan.Mode == row.ImportCreate || len(lines) == 0 {
		return nil, nil
	}
	values := make([]json.RawMessage, len(lines))
	for i, one := range lines {
		values[i] = r.match(one)
	}
	found, err := s.records.Matches(ctx, p, r.o.APIName, r.plan.MatchField, values)
	if err != nil {
		return nil, err
	}
	out := make([]matched, len(found))
	for i, one := range found {
		out[i].ID = one.ID
		if one.Err != nil {
			out[i].Detail = fault.From(one.Err).Detail
		}
	}
	return out, nil
}

// importLines imports rows, or tries them.
func (s *Service) importLines(ctx context.Context, p *access.Principal, r *reader, key string, lines []line, found []matched, isDry bool) ([]row.ImportedRow, error) {
	out := make([]row.ImportedRow, len(lines))
	var rows []row.ImportRow
	var places []int
	for i, one := range lines {
		if err := r.whole(one); err != nil {
			out[i].Err = err
			continue
		}
		given := row.ImportRow{Key: fmt.Sprint(key, ":", one.Line)}
		if r.plan.Mode != row.ImportCreate {
			if found[i].Detail != "" {
				out[i].Err = fault.Field(r.plan.MatchField, "%s", found[i].Detail)
				continue
			}
			given.Record = found[i].ID
		}
		if r.plan.Mode != row.ImportDelete {
			given.Input = r.input(one)
		}
		rows, places = append(rows, given), append(places, i)
	}
	if len(rows) == 0 {
		return out, nil
	}
	done, err := s.records.ImportRows(ctx, p, r.o.APIName, r.plan.Mode, rows, isDry)
	if err != nil {
		return nil, err
	}
	for k, i := range places {
		out[i] = done[k]
	}
	return out, nil
}

// noted moves what the last batch wrote into the state. It fails where this node did not write the
// batch: then the job writes it again, which makes nothing twice.
func (s *Service) noted(on feature.Portion, from int64) (outcome, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	out, isWritten := s.written[on.Job]
	delete(s.written, on.Job)
	if !isWritten || out.from != from {
		return outcome{}, fault.New(fault.Unavailable, "The batch was written by another node.")
	}
	return out, nil
}

// Portion notes what was written and reads what is written next.
func (s *Service) Portion(ctx context.Context, on feature.Portion, what Work) (feature.Progress, error) {
	at, err := stateOf(on)
	if err != nil {
		return on.Progress, err
	}
	next := on.Progress
	next.Total, next.Link = what.Rows, "/imports/"+string(what.Import)
	if at.N > 0 {
		out, err := s.noted(on, at.From)
		if err != nil {
			return on.Progress, err
		}
		at.add(out.Counts)
		if out.isRefused {
			at.Parts++
		}
		next.Done += int64(at.N)
	}
	columns, err := s.columns(ctx, on.Organization, what.Import)
	if err != nil {
		return on.Progress, err
	}
	r, err := s.newReader(on.By, what.Object, columns, what.Plan)
	if err != nil {
		return on.Progress, err
	}
	lines, to, err := s.readRows(ctx, on.Organization, what.Import, at.To, batch)
	if err != nil {
		return on.Progress, err
	}
	at.From, at.To, at.N = at.To, to, len(lines)
	if at.Matched, err = s.match(ctx, on.By, r, lines); err != nil {
		return on.Progress, err
	}
	if at.N > 0 {
		raw, err := json.Marshal(at)
		next.Cursor = string(raw)
		return next, err
	}
	if err := s.saveJSON(ctx, place(on.Organization, what.Import, "outcome-"+string(on.Job)), at); err != nil {
		return on.Progress, err
	}
	next.Over = true
	next.Result = said(r, at.Counts, what.IsDry)
	return next, nil
}

func (c *Counts) add(more Counts) {
	c.Created += more.Created
	c.Updated += more.Updated
	c.Unchanged += more.Unchanged
	c.Deleted += more.Deleted
	c.Refused += more.Refused
}

// said says what came of an import, such as "Created 98 contacts; 2 rows were refused.".
func said(r *reader, c Counts, isDry bool) string {
	one, many := strings.ToLower(r.o.Title), strings.ToLower(r.o.Plural)
	verb, n := "Created", c.Created
	switch r.plan.Mode {
	case row.ImportUpdate:
		verb, n = "Updated", c.Updated
	case row.ImportDelete:
		verb, n = "Deleted", c.Deleted
	}
	if isDry {
		verb = "Would have " + strings.ToLower(verb)
	}
	out := verb + " " + fault.Count(n, one, many)
	if c.Unchanged > 0 {
		out += "; " + fault.Count(c.Unchanged, "was", "were") + " as the file says already"
	}
	if c.Refused > 0 {
		out += "; " + fault.Count(c.Refused, "row was", "rows were") + " refused"
	}
	return out + "."
}

// OpenErrors gives the refused rows of an import as CSV, each with the reason, to be mended and
// imported again: of the job or, before there is one, of the check.
func (s *Service) OpenErrors(ctx context.Context, p *access.Principal, name, _ string) (feature.Opened, error) {
	of, _ := id.Parse(name)
	up, err := s.staged(ctx, p, of)
	if err != nil {
		return feature.Opened{}, err
	}
	ran, isBegun, err := s.begun(ctx, p, of, fileJob)
	if err == nil && !isBegun {
		ran, isBegun, err = s.begun(ctx, p, of, fileCheck)
	}
	if err != nil {
		return feature.Opened{}, err
	}
	if !isBegun {
		return feature.Opened{}, fault.New(fault.NotFound, "This import has not been run or checked yet")
	}
	r, err := s.store.Get(ctx, p.Organization, jobObject, ran.Job)
	if err != nil {
		return feature.Opened{}, err
	}
	at, err := s.stateOfJob(ctx, p.Organization, of, r)
	if err != nil {
		return feature.Opened{}, err
	}
	var head bytes.Buffer
	if err := tabular.WriteCSV(&head, true, [][]string{append(padded(up.Columns, len(up.Columns)), errorColumn(up.Columns))}); err != nil {
		return feature.Opened{}, err
	}
	parts := tabular.Joined(&head, at.Parts, func(i int) (io.ReadCloser, error) {
		return s.stage.Open(ctx, place(p.Organization, of, partName(ran.Job, i)), 0)
	})
	return feature.Opened{ReadCloser: parts, Type: "text/csv; charset=utf-8", Name: errorsName(up.Name), Length: -1}, nil
}

// errorColumn is a name that no column of the table has.
func errorColumn(columns []string) string {
	name := "Error"
	for n := 2; ; n++ {
		isTaken := false
		for _, one := range columns {
			isTaken = isTaken || strings.EqualFold(one, name)
		}
		if !isTaken {
			return name
		}
		name = fmt.Sprint("Error ", n)
	}
}

func errorsName(name string) string {
	if at := strings.LastIndexByte(name, '.'); at > 0 {
		name = name[:at]
	}
	return name + " errors.csv"
}
