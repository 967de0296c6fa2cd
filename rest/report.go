package rest

import (
	"context"
	"net/http"
	"strconv"
	"time"

	"github.com/go-chi/chi/v5"

	"switchboard/actors/analytics"
	"switchboard/actors/budgets"
	"switchboard/storage/access"
	"switchboard/storage/exact"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/report"
)

// Reports makes reports (actors/analytics).
type Reports interface {
	Prepare(ctx context.Context, p *access.Principal, r analytics.Request) (*analytics.Prepared, error)
}

// reporting is the route of reports.
type reporting struct {
	reports Reports
	budgets Budgets
	gate    *gate
}

func (a *reporting) routes(r chi.Router) { r.Post("/analytics/report", a.gate.asked(a.run)) }

// charted is the body of a report.
type charted struct {
	Report        string          `json:"report"`
	ReportSQL     string          `json:"report_sql"`
	Object        string          `json:"object"`
	Query         raw             `json:"query"`
	Filters       []report.Filter `json:"filters"`
	BypassCache   bool            `json:"bypass_cache"`
	CacheDuration float64         `json:"cache_duration"` // in milliseconds

	report.Settings
}

func readCharted(r *http.Request) (out analytics.Request, err error) {
	body, err := readBody(r, maxBody, false)
	if err != nil {
		return out, err
	}
	var c charted
	if err := exact.Into(body, &c); err != nil {
		return out, err
	}
	for name, to := range map[string]struct {
		text string
		id   *id.ID
	}{"report": {c.Report, &out.Report}, "report_sql": {c.ReportSQL, &out.Query}} {
		if to.text == "" {
			continue
		}
		known, ok := id.Parse(to.text)
		if !ok {
			return out, fault.Field(name, "%s must be the id of a record", name)
		}
		*to.id = known
	}
	if len(c.Query) > 0 {
		if err := out.Source.Read(c.Query, exact.Decode); err != nil {
			return out, err
		}
	}
	out.Settings, out.Bypass, out.Source.Object = c.Settings, c.BypassCache, c.Object
	if c.Filters != nil {
		out.Source.Filters = c.Filters
	}
	if c.CacheDuration < 0 {
		return out, fault.Field("cache_duration", "cache_duration must be a number of milliseconds")
	}
	if c.CacheDuration > 0 {
		hour := float64(time.Hour / time.Millisecond)
		out.Longest = max(1, time.Duration(min(c.CacheDuration, hour)*float64(time.Millisecond)))
	}
	return out, nil
}

// run makes a report, or gives the one that was made before.
func (a *reporting) run(w http.ResponseWriter, r *http.Request, p *access.Principal) error {
	asked, err := readCharted(r)
	if err != nil {
		return err
	}
	prepared, err := a.reports.Prepare(r.Context(), p, asked)
	if err != nil {
		return err
	}
	made, err := a.made(r.Context(), p, prepared)
	if err != nil {
		return err
	}
	h := w.Header()
	h.Set("Content-Type", "application/json")
	h.Set("Age", strconv.Itoa(int(max(0, time.Since(made.At))/time.Second)))
	h.Set("X-Report-Kept", strconv.FormatBool(made.Kept))
	if _, err := w.Write(made.JSON); err != nil {
		return errGone
	}
	return nil
}

// made looks for a kept report as a list is read, and makes one as a search is.
func (a *reporting) made(ctx context.Context, p *access.Principal, prepared *analytics.Prepared) (made analytics.Made, err error) {
	done, err := a.budgets.Read(ctx, p, budgets.List)
	if err != nil {
		return made, err
	}
	made, kept, err := prepared.Kept(ctx)
	done(made.Took, len(made.JSON))
	if kept || err != nil {
		return made, err
	}
	if done, err = a.budgets.Read(ctx, p, budgets.Search); err != nil {
		return made, err
	}
	defer func() { done(made.Took, len(made.JSON)) }()
	return prepared.Run(ctx)
}
