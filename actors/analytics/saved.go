package analytics

import (
	"context"
	"encoding/json"
	"reflect"

	"switchboard/storage/access"
	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/report"
)

// The names of what is saved.
const (
	reportName = "report"
	queryName  = "report_sql"
)

// saved completes a request by what was saved.
func (s *Service) saved(ctx context.Context, p *access.Principal, r *Request) error {
	if r.Report != "" && r.Query != "" {
		return fault.Field(queryName, "Name a report or a query, not both")
	}
	switch {
	case r.Report != "":
		fields, err := s.records.Get(ctx, p, reportName, r.Report)
		if err != nil {
			return err
		}
		return s.report(fields, r)
	case r.Query != "":
		fields, err := s.records.Get(ctx, p, queryName, r.Query)
		if err != nil {
			return err
		}
		return queried(fields, r)
	}
	return nil
}

// report takes from a saved report what the request does not say.
func (s *Service) report(fields entry.Fields, r *Request) error {
	var source report.Source
	var settings report.Settings
	for name, into := range map[string]any{"chart_settings": &settings, "thresholds": &settings.Thresholds} {
		if raw := fields[name]; len(raw) > 0 && string(raw) != "null" {
			if err := json.Unmarshal(raw, into); err != nil {
				return fault.Field(name, "The %s of this report can't be read. Save it again.", name)
			}
		}
	}
	if raw := fields["query"]; len(raw) > 0 && string(raw) != "null" {
		if err := source.Read(raw, json.Unmarshal); err != nil {
			return err
		}
	}
	if r.Source.Text == "" && r.Source.Object == "" {
		filters := r.Source.Filters
		r.Source = source
		r.Source.Object = objectOf(fields)
		if filters != nil {
			r.Source.Filters = filters
		}
	}
	if r.Settings.Y != "" {
		settings.Series = nil
	}
	asked := reflect.ValueOf(&r.Settings).Elem()
	kept := reflect.ValueOf(settings)
	for i := range asked.NumField() {
		if asked.Field(i).IsZero() {
			asked.Field(i).Set(kept.Field(i))
		}
	}
	return nil
}

// queried takes the text of a saved query.
func queried(fields entry.Fields, r *Request) error {
	if r.Source.Text != "" {
		return nil
	}
	if err := json.Unmarshal(fields["query"], &r.Source.Text); err != nil || r.Source.Text == "" {
		return fault.Field("query", "This query has no text yet")
	}
	return nil
}

// objectOf reads the object that a report is about, in any of the shapes that it is shown in.
func objectOf(fields entry.Fields) string {
	var name string
	if json.Unmarshal(fields["object"], &name) == nil {
		return name
	}
	var shown struct {
		Name string `json:"api_name"`
	}
	_ = json.Unmarshal(fields["object"], &shown)
	return shown.Name
}
