package pg_test

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"switchboard/actors/features"
	"switchboard/cmd/storetest"
	"switchboard/storage/access"
	"switchboard/storage/id"
	"switchboard/storage/pg/tables"
	"switchboard/storage/query"
	"switchboard/storage/report"
)

// BenchmarkReport groups a crowd of contacts (SWITCHBOARD_CROWD, else 100,000) by month, as
// a report does, and in between with the SQL that somebody would write by hand, on a
// connection that does nothing else. The ratio is of the medians.
func BenchmarkReport(b *testing.B) {
	size := 100_000
	if text := os.Getenv("SWITCHBOARD_CROWD"); text != "" {
		var err error
		if size, err = strconv.Atoi(text); err != nil {
			b.Fatal(err)
		}
	}
	store, dsn := storetest.WithDSN(b)
	org := storetest.Organization
	conn, err := pgx.Connect(b.Context(), dsn)
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = conn.Close(b.Context()) }()
	owners := make([]id.ID, 20)
	for i := range owners {
		owners[i] = id.New()
	}
	contacts := tables.Quote(tables.SchemaOf(org)) + ".contact"
	for _, statement := range []string{
		fmt.Sprintf(crowd, tables.Quote(tables.SchemaOf(org)), org, tables.IDArray(owners), size),
		"VACUUM ANALYZE " + contacts,
		"SET max_parallel_workers_per_gather = 0", // as lists and reports have it
		"SET work_mem = '16MB'",
		"SET plan_cache_mode = force_custom_plan",
	} {
		if strings.HasPrefix(statement, "VACUUM") {
			if err := store.IndexLargeTables(b.Context()); err != nil {
				b.Fatal(err)
			}
		}
		if _, err := conn.Exec(b.Context(), statement); err != nil {
			b.Fatal(err)
		}
	}
	zone, err := time.LoadLocation("America/New_York")
	if err != nil {
		b.Fatal(err)
	}
	clock := query.Clock{Now: time.Now(), Zone: zone, WeekStart: time.Monday}
	p := access.Build(features.Registry(), access.Inputs{Organization: org, User: id.New(), Superuser: true})
	made := func() time.Duration {
		began := time.Now()
		plan, err := report.Make(report.Source{Text: "SELECT * FROM contact"}, report.Settings{X: "created_date", Y: "id", GroupByDateTime: "Month"}, &p)
		if err != nil {
			b.Fatal(err)
		}
		q := query.TreeRequest{Tree: plan.Tree, Reader: &p, Clock: func() (query.Clock, error) { return clock, nil }, Most: report.Rows}
		prepared, err := store.PrepareTree(b.Context(), org, q)
		if err != nil {
			b.Fatal(err)
		}
		rows, err := prepared.Run(b.Context())
		if err != nil || len(rows.Cells) == 0 {
			b.Fatal(rows, err)
		}
		plan.Figures(rows.Cells, rows.More, clock)
		return time.Since(began)
	}
	bare := func() time.Duration {
		began := time.Now()
		rows, err := conn.Query(b.Context(), "SELECT date_trunc('month', created_date, $1), count(id) FROM "+contacts+" WHERE deleted_date IS NULL GROUP BY 1 ORDER BY 1 DESC", zone.String())
		if err != nil {
			b.Fatal(err)
		}
		var month time.Time
		var n int64
		if _, err := pgx.ForEachRow(rows, []any{&month, &n}, func() error { return nil }); err != nil {
			b.Fatal(err)
		}
		return time.Since(began)
	}
	made() // the role is made once
	bare()
	var ours, theirs []time.Duration
	for b.Loop() {
		ours, theirs = append(ours, made()), append(theirs, bare())
	}
	median := func(all []time.Duration) float64 {
		slices.Sort(all)
		return float64(all[len(all)/2].Microseconds()) / 1000
	}
	b.ReportMetric(median(ours), "report-ms")
	b.ReportMetric(median(theirs), "bare-ms")
	b.ReportMetric(median(ours)/median(theirs), "ratio")
}
