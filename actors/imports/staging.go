package imports

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"switchboard/actors/feature"
	"switchboard/storage/access"
	"switchboard/storage/exact"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/panics"
	"switchboard/storage/row"
	"switchboard/storage/tabular"
)

const (
	// folder holds the files of all imports.
	folder = "imports"
	// kept is how long an import's files are kept, and it can be undone.
	kept = 30 * 24 * time.Hour
	// swept is how often old files are looked for.
	swept = 6 * time.Hour
	// sampled is how many rows a staged import shows of each column; shortSample how much of a cell.
	sampled     = 5
	shortSample = 80
	// maxRows bounds the rows of an import.
	maxRows = 5_000_000
)

// staged is what is known of an upload. It never changes.
type staged struct {
	ID        id.ID      `json:"id"`
	Owner     id.ID      `json:"owner"`
	Object    string     `json:"object"`
	Name      string     `json:"name"`
	Created   time.Time  `json:"created"`
	Encoding  string     `json:"encoding"`
	Separator string     `json:"separator"`
	Columns   []string   `json:"columns"`
	Sample    [][]string `json:"sample"`
	Rows      int64      `json:"rows"`
}

// line is a row as it is staged.
type line struct {
	Line  int      `json:"l"`
	Cells []string `json:"c"`
}

// Taken is the answer to an upload.
type Taken struct {
	ID  id.ID  `json:"id"`
	Job *id.ID `json:"job,omitempty"`
}

// MayUpload reports whether a principal may import records of an object at all.
func (s *Service) MayUpload(p *access.Principal, object string) error {
	var refused error
	for _, mode := range []string{"create", "update", "delete"} {
		err := s.records.MayImport(p, object, mode)
		if err == nil {
			return nil
		}
		if refused == nil {
			refused = err
		}
	}
	return refused
}

// Take stages a table that somebody sent. Where the form says dry_run=false it is imported at once, with
// dry_run=true it is tried.
func (s *Service) Take(ctx context.Context, p *access.Principal, in feature.Submitted) (any, error) {
	plan, isDry, err := planOf(in.Fields)
	if err != nil {
		return nil, err
	}
	table, err := open(in)
	if err != nil {
		return nil, err
	}
	defer func() { _ = table.Close() }()
	up := staged{
		ID: id.New(), Owner: p.User, Object: in.Object, Name: filepath.Base(in.Name), Created: time.Now().UTC(),
		Encoding: table.Encoding, Separator: table.Separator, Columns: table.Header,
	}
	if err := s.keepRows(ctx, p, &up, table); err != nil {
		_ = s.stage.Remove(context.WithoutCancel(ctx), place(p.Organization, up.ID, ""))
		return nil, err
	}
	if err := s.saveJSON(ctx, place(p.Organization, up.ID, "staged"), up); err != nil {
		return nil, err
	}
	out := Taken{ID: up.ID}
	if isDry == nil {
		return out, nil
	}
	job, err := s.Commit(ctx, p, Commit{ID: up.ID, Mode: plan.Mode, Mapping: plan.Mapping, MatchField: plan.MatchField, DryRun: *isDry})
	if err != nil {
		_ = s.stage.Remove(context.WithoutCancel(ctx), place(p.Organization, up.ID, ""))
		return nil, err
	}
	out.Job = &job
	return out, nil
}

// planOf reads the fields of an upload's form; isDry is nil where it is only staged.
func planOf(fields map[string]string) (plan Plan, isDry *bool, err error) {
	for name, text := range fields {
		switch name {
		case "mode":
			plan.Mode = text
		case "match_field":
			plan.MatchField = text
		case "mapping":
			if text == "" {
				continue
			}
			if err := exact.Check("The mapping", []byte(text)); err != nil {
				return plan, nil, err
			}
			if err := exact.Decode([]byte(text), &plan.Mapping); err != nil {
				return plan, nil, fault.Field("mapping", "The mapping must be a JSON object from fields to columns, such as {\"name\": \"Full name\"}")
			}
		case "dry_run":
			if text == "" {
				continue
			}
			dry, err := strconv.ParseBool(text)
			if err != nil {
				return plan, nil, fault.Field("dry_run", "dry_run must be true or false")
			}
			isDry = &dry
		default:
			return plan, nil, fault.Field(name, "Unknown field %q", name)
		}
	}
	return plan, isDry, nil
}

// open begins to read a table. A workbook is known by how its bytes begin, whatever it is called.
func open(in feature.Submitted) (*tabular.Table, error) {
	var magic [4]byte
	n, err := in.File.ReadAt(magic[:], 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	isZip := n == len(magic) && string(magic[:]) == "PK\x03\x04"
	switch suffix := strings.ToLower(filepath.Ext(in.Name)); {
	case isZip && suffix == ".xlsx":
		return tabular.ReadXLSX(in.File.Name())
	case isZip, suffix == ".xlsx", suffix != ".csv" && suffix != ".tsv" && suffix != ".txt" && !strings.HasPrefix(in.Type, "text/csv"):
		return nil, fault.Field("file", tabular.NotCSV)
	default:
		return tabular.ReadCSV(in.File)
	}
}

// keepRows stages the rows of a table, and counts them.
func (s *Service) keepRows(ctx context.Context, p *access.Principal, up *staged, table *tabular.Table) error {
	file, err := os.CreateTemp("", "switchboard-import-*")
	if err != nil {
		return err
	}
	defer func() { _ = errors.Join(file.Close(), os.Remove(file.Name())) }()
	out := bufio.NewWriterSize(file, 256<<10)
	to := json.NewEncoder(out)
	to.SetEscapeHTML(false)
	for {
		at, cells, err := table.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
		for i := range cells {
			cells[i] = tabular.Plain(cells[i])
		}
		if up.Rows++; up.Rows > maxRows {
			return fault.Field("file", "A table may have %d rows. Split it", maxRows)
		}
		if up.Rows <= sampled {
			up.Sample = append(up.Sample, sampleOf(cells))
		}
		if err := to.Encode(line{at, cells}); err != nil {
			return err
		}
		if up.Rows%1000 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
	}
	if up.Rows == 0 {
		return fault.Field("file", "No data to import")
	}
	if err := out.Flush(); err != nil {
		return err
	}
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return err
	}
	return s.stage.Save(ctx, place(p.Organization, up.ID, "rows"), file)
}

func sampleOf(cells []string) []string {
	out := make([]string, len(cells))
	for i, cell := range cells {
		if letters := []rune(cell); len(letters) > shortSample {
			cell = string(letters[:shortSample]) + "…"
		}
		out[i] = cell
	}
	return out
}

// readRows reads some of the staged rows from an offset on; next is behind the last.
func (s *Service) readRows(ctx context.Context, organization, of id.ID, from int64, most int) (lines []line, next int64, err error) {
	file, err := s.stage.Open(ctx, place(organization, of, "rows"), from)
	if err != nil {
		return nil, 0, err
	}
	defer func() { _ = file.Close() }()
	read := bufio.NewReaderSize(file, 256<<10)
	next = from
	for len(lines) < most {
		raw, err := read.ReadBytes('\n')
		if errors.Is(err, io.EOF) {
			return lines, next, nil
		}
		if err != nil {
			return nil, 0, err
		}
		var one line
		if err := json.Unmarshal(raw, &one); err != nil {
			return nil, 0, err
		}
		next += int64(len(raw))
		lines = append(lines, one)
	}
	return lines, next, nil
}

// place is where a file of an import is kept; name is "" for all of its files.
func place(organization, of id.ID, name string) string {
	return strings.TrimSuffix(folder+"/"+string(organization)+"/"+string(of)+"/"+name, "/")
}

func (s *Service) saveJSON(ctx context.Context, name string, value any) error {
	return s.stage.Save(ctx, name, bytes.NewReader(row.JSONValue(value)))
}

func (s *Service) readJSON(ctx context.Context, name string, into any) error {
	file, err := s.stage.Open(ctx, name, 0)
	if err != nil {
		return err
	}
	defer func() { _ = file.Close() }()
	return json.NewDecoder(file).Decode(into)
}

// staged finds an import, which its owner and superusers see.
func (s *Service) staged(ctx context.Context, p *access.Principal, of id.ID) (staged, error) {
	var up staged
	gone := fault.New(fault.NotFound, "This import does not exist, or its files are no longer kept")
	if !of.Valid() {
		return up, gone
	}
	err := s.readJSON(ctx, place(p.Organization, of, "staged"), &up)
	if fault.Is(err, fault.NotFound) || err == nil && up.Owner != p.User && !p.Superuser {
		return up, gone
	}
	return up, err
}

// Sweep removes the files of old imports, now and then, until ctx ends.
func (s *Service) Sweep(ctx context.Context, catcher *panics.Catcher) {
	tick := time.NewTicker(swept)
	defer tick.Stop()
	for {
		catcher.Round(panics.Background, func() { _ = s.stage.Sweep(ctx, folder, time.Now().Add(-kept)) }) // the next one tries again
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}
