package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

type importTable struct {
	remote

	Object string            `arg:"" help:"The object, such as contact."`
	File   string            `arg:"" type:"existingfile" help:"A CSV or XLSX file, whose first row names the columns."`
	Mode   string            `enum:"create,update,delete" default:"create" help:"What to do with the rows: ${enum}."`
	Map    map[string]string `help:"A field and the column it is read from, such as name=\"Full name\"; again for each. Without any, columns are mapped by their names."`
	Match  string            `help:"The field by which rows find the records to update or delete: id, or a unique field."`
	DryRun bool              `help:"Check all rows and write nothing."`
	Errors string            `type:"path" help:"A file for the refused rows with the reasons, to mend and import again."`
}

// Run imports a table, as its user. It ends with 1 if rows were refused.
func (t importTable) Run() error {
	return t.run(func(ctx context.Context, c *desk) error {
		file, err := os.Open(t.File)
		if err != nil {
			return err
		}
		defer func() { _ = file.Close() }()
		body, media := t.form(file)
		answer, err := c.send(ctx, http.MethodPost, "/v1/import/"+url.PathEscape(t.Object), media, body)
		if err != nil {
			return err
		}
		var got struct{ ID, Job string }
		err = json.NewDecoder(answer).Decode(&got)
		if err = errors.Join(err, answer.Close()); err != nil {
			return err
		}
		result, err := c.follow(ctx, got.Job)
		if err != nil {
			return err
		}
		var shown struct{ Counts struct{ Refused int64 } }
		if err := c.ask(ctx, http.MethodGet, "/v1/import/"+got.ID, nil, &shown); err != nil {
			return err
		}
		fmt.Println(result)
		if shown.Counts.Refused == 0 {
			return nil
		}
		if t.Errors == "" {
			return errors.New("rows were refused; --errors FILE keeps them with the reasons")
		}
		if err := c.save(ctx, "/v1/import/"+got.ID+"/errors.csv", t.Errors); err != nil {
			return err
		}
		return fmt.Errorf("rows were refused; they are in %s with the reasons", t.Errors)
	})
}

// form streams the file as a form.
func (t importTable) form(file *os.File) (body io.Reader, media string) {
	reader, writer := io.Pipe()
	form := multipart.NewWriter(writer)
	go func() {
		writer.CloseWithError(func() error {
			fields := map[string]string{"mode": t.Mode, "dry_run": strconv.FormatBool(t.DryRun), "match_field": t.Match}
			if len(t.Map) > 0 {
				raw, err := json.Marshal(t.Map)
				if err != nil {
					return err
				}
				fields["mapping"] = string(raw)
			}
			for name, value := range fields {
				if err := form.WriteField(name, value); err != nil {
					return err
				}
			}
			part, err := form.CreateFormFile("file", filepath.Base(t.File))
			if err != nil {
				return err
			}
			if _, err := io.Copy(part, file); err != nil {
				return err
			}
			return form.Close()
		}())
	}()
	return reader, form.FormDataContentType()
}

type exportTable struct {
	remote

	Object string   `arg:"" help:"The object, such as contact."`
	File   string   `arg:"" type:"path" help:"The file to write, - for standard output. Its name says the format: .csv, .xlsx or .jsonl."`
	Format string   `enum:"csv,xlsx,jsonl," default:"" help:"The format, where the file's name does not say it."`
	Fields []string `help:"The fields to export, with commas between; without any, all that you may read."`
	Filter string   `help:"Filter rows as JSON, such as [{\"field\":\"company\",\"operator\":\"=\",\"value\":\"Acme\"}]."`
	Search string   `help:"What the records are searched for."`
	Order  string   `help:"The field to sort by, after a minus for descending."`
	Query  string   `help:"A query whose answer is exported, instead of a filter."`
}

// Run exports records into a file, as its user.
func (t exportTable) Run() error {
	format := t.Format
	if format == "" {
		format = strings.TrimPrefix(strings.ToLower(filepath.Ext(t.File)), ".")
	}
	if t.File == "-" && format == "" || format == "-" {
		format = "csv"
	}
	in := map[string]any{"format": format, "fields": t.Fields, "search": t.Search, "order": t.Order, "query": t.Query}
	if t.Filter != "" {
		if !json.Valid([]byte(t.Filter)) {
			return errors.New("--filter must be a JSON array of {field, operator, value}")
		}
		in["filter"] = json.RawMessage(t.Filter)
	}
	return t.run(func(ctx context.Context, c *desk) error {
		var got struct{ ID string }
		if err := c.ask(ctx, http.MethodPost, "/v1/export/"+url.PathEscape(t.Object), in, &got); err != nil {
			return err
		}
		result, err := c.follow(ctx, got.ID)
		if err != nil {
			return err
		}
		if err := c.save(ctx, "/v1/export/"+url.PathEscape(got.ID)+"/file", t.File); err != nil {
			return err
		}
		fmt.Fprintln(os.Stderr, result)
		return nil
	})
}
