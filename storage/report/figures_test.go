package report_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

// drawnOf makes the figures of rows, one line for each point: its label and its values.
func drawnOf(t *testing.T, from, settings string, rows string, more bool) (points []string, whole map[string]any) {
	t.Helper()
	plan, _, err := planned(reader(true), from, settings)
	if err != nil {
		t.Fatalf("%s: %s", settings, told(t, err))
	}
	var cells [][]json.RawMessage
	if err := json.Unmarshal([]byte(rows), &cells); err != nil {
		t.Fatal(err)
	}
	clock, _ := noon()
	raw, err := json.Marshal(plan.Figures(cells, more, clock))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(raw, &whole); err != nil {
		t.Fatal(err)
	}
	series, _ := whole["series"].([]any)
	data, _ := whole["data"].([]any)
	for _, one := range data {
		point, _ := one.(map[string]any)
		line := fmt.Sprint(point["label"])
		for _, s := range series {
			key, _ := s.(map[string]any)["key"].(string)
			line += fmt.Sprintf(" %v", point[key])
		}
		points = append(points, line)
	}
	return points, whole
}

func TestTheFiguresOfAChart(t *testing.T) {
	t.Parallel()
	const line = `{"x":"created_date","y":"id","groupByDateTime":"%s"}`
	by := func(unit string) string { return strings.ReplaceAll(line, "%s", unit) }
	for name, c := range map[string]struct{ from, settings, rows, want string }{
		"years":    {"contact", by("Year"), `[["2026-01-01T05:00:00Z",2],["2024-01-01T05:00:00Z",1]]`, "2024 1; 2025 0; 2026 2"},
		"quarters": {"contact", by("Quarter"), `[["2026-04-01T04:00:00Z",2],["2025-10-01T04:00:00Z",1]]`, "Q4 2025 1; Q1 2026 0; Q2 2026 2"},
		"months":   {"contact", by("Month"), `[["2026-04-01T04:00:00Z",2],["2026-01-01T05:00:00Z",1]]`, "Jan 2026 1; Feb 2026 0; Mar 2026 0; Apr 2026 2"},
		"weeks":    {"contact", by("Week"), `[["2026-03-15T04:00:00Z",2],["2026-03-01T05:00:00Z",1]]`, "Mar 1, 2026 1; Mar 8, 2026 0; Mar 15, 2026 2"},
		// On March 8 clocks are put forward from 2 to 3, on November 1 back.
		"days":            {"contact", by("Day"), `[["2026-03-10T04:00:00Z",2],["2026-03-07T05:00:00Z",1]]`, "Mar 7, 2026 1; Mar 8, 2026 0; Mar 9, 2026 0; Mar 10, 2026 2"},
		"hours":           {"contact", by("Hour"), `[["2026-03-08T08:00:00Z",2],["2026-03-08T06:00:00Z",1]]`, "Mar 8, 2026 01:00 1; Mar 8, 2026 03:00 0; Mar 8, 2026 04:00 2"},
		"hours put back":  {"contact", by("Hour"), `[["2026-11-01T07:00:00Z",2],["2026-11-01T04:00:00Z",1]]`, "Nov 1, 2026 00:00 1; Nov 1, 2026 01:00 0; Nov 1, 2026 01:00 0; Nov 1, 2026 02:00 2"},
		"minutes":         {"contact", by("Minute"), `[["2026-03-08T08:02:00Z",2],["2026-03-08T08:00:00Z",1]]`, "Mar 8, 2026 04:00 1; Mar 8, 2026 04:01 0; Mar 8, 2026 04:02 2"},
		"no date":         {"contact", by("Year"), `[["2026-01-01T05:00:00Z",2],[null,7],["2024-01-01T05:00:00Z",1]]`, "2024 1; 2025 0; 2026 2; No value 7"},
		"downwards":       {"contact", `{"x":"created_date","y":"id","groupByDateTime":"Year","order":"DESC"}`, `[["2026-01-01T05:00:00Z",2],["2025-01-01T05:00:00Z",1]]`, "2026 2; 2025 1"},
		"by value":        {"contact", `{"x":"created_date","y":"id","groupByDateTime":"Year","sort":"value"}`, `[["2026-01-01T05:00:00Z",2],["2025-01-01T05:00:00Z",5]]`, "2025 5; 2026 2"},
		"limited":         {"contact", `{"x":"created_date","y":"id","groupByDateTime":"Year","sort":"value","limit":1}`, `[["2026-01-01T05:00:00Z",2],["2025-01-01T05:00:00Z",5]]`, "2025 5"},
		"no holes":        {"contact", `{"chartType":"Scatter","x":"created_date","y":"id","groupByDateTime":"Year"}`, `[["2026-01-01T05:00:00Z",2],["2024-01-01T05:00:00Z",1]]`, "2024 1; 2026 2"},
		"slices of years": {"contact", `{"chartType":"Pie","field":"created_date","groupByDateTime":"Year"}`, `[["2026-01-01T05:00:00Z",2],["2024-01-01T05:00:00Z",4]]`, "2024 4; 2026 2"},
		"averages":        {"call", `{"x":"created_date","y":"duration","aggregate":"Average","groupByDateTime":"Year"}`, `[["2026-01-01T05:00:00Z",2.5],["2024-01-01T05:00:00Z",1]]`, "2024 1; 2025 <nil>; 2026 2.5"},
		"cumulative":      {"call", `{"x":"created_date","y":"duration","aggregate":"Cumulative","groupByDateTime":"Year"}`, `[["2026-01-01T05:00:00Z",2.25],["2024-01-01T05:00:00Z",1.1]]`, "2024 1.1; 2025 1.1; 2026 3.35"},
		"from the end": {
			"call", `{"x":"created_date","y":"id","aggregate":"Cumulative","groupByDateTime":"Year","order":"DESC"}`,
			`[["2026-01-01T05:00:00Z",2],["2024-01-01T05:00:00Z",1],[null,5]]`, "2026 3; 2025 1; 2024 1; No value 8",
		},
		"the largest sum first": {
			"call", `{"x":"created_date","y":"id","aggregate":"Cumulative","groupByDateTime":"Year","sort":"value","limit":2}`,
			`[["2026-01-01T05:00:00Z",2],["2025-01-01T05:00:00Z",4],["2024-01-01T05:00:00Z",1]]`, "2026 7; 2025 5",
		},
		"of names as they stand": {"contact", `{"chartType":"Bar","x":"name","y":"id","aggregate":"Cumulative"}`, `[["Ann",1],["Bob",5]]`, "Bob 5; Ann 6"},
		"several series": {
			"call", `{"x":"created_date","groupByDateTime":"Year","series":[{"key":"id"},{"key":"duration","aggregate":"Max"}]}`,
			`[["2026-01-01T05:00:00Z",2,60],["2024-01-01T05:00:00Z",1,null]]`, "2024 1 <nil>; 2025 0 <nil>; 2026 2 60",
		},
		// The largest series goes first; of options the first.
		"split by names": {
			"contact", `{"x":"created_date","y":"id","groupByDateTime":"Year","summarizeBy":"name"}`,
			`[["2026-01-01T05:00:00Z","Ann",2],["2026-01-01T05:00:00Z","Bob",3],["2025-01-01T05:00:00Z","Ann",4]]`, "2025 4 0; 2026 2 3",
		},
		"options":           {"call", `{"x":"direction","y":"id"}`, `[["outbound",5],["inbound",1],[null,9]]`, "inbound 1; outbound 5; No value 9"},
		"slices of options": {"call", `{"chartType":"Donut","field":"direction"}`, `[["inbound",1],["outbound",5]]`, "outbound 5; inbound 1"},
		"a funnel so far":   {"call", `{"chartType":"Funnel","field":"direction","aggregate":"Cumulative"}`, `[["inbound",1],["outbound",5]]`, "outbound 5; inbound 6"},
		"truths":            {"contact", `{"chartType":"Pie","field":"do_not_call"}`, `[[true,1],[false,5]]`, "No 5; Yes 1"},
		"records":           {"contact", `{"chartType":"Pie","field":"owner"}`, `[[{"id":"1","name":"Ann"},1],[{"id":"2","name":null},3]]`, "Unnamed 3; Ann 1"},
		"numbers":           {"call", `{"x":"duration","y":"id"}`, `[[30,1],[7,5],[100,2]]`, "7 5; 30 1; 100 2"},
		"each record":       {"call", `{"chartType":"Scatter","x":"duration","y":"duration","aggregate":"Value"}`, `[[7,7],[7,7],[9,9]]`, "7 7; 7 7; 9 9"},
		"one number":        {"call", `{"chartType":"Metric","field":"id"}`, `[[42]]`, "<nil> 42"},
		"nothing":           {"contact", by("Day"), `[]`, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			points, _ := drawnOf(t, c.from, c.settings, c.rows, false)
			if got := strings.Join(points, "; "); got != c.want {
				t.Errorf("%s\n gives %s\nwanted %s", c.settings, got, c.want)
			}
		})
	}
}

// A chart says where it shows less than there is.
func TestAChartOfTooMuchSaysSo(t *testing.T) {
	t.Parallel()
	rows := func(n int, of func(i int) string) string {
		var all []string
		for i := range n {
			all = append(all, of(i))
		}
		return "[" + strings.Join(all, ",") + "]"
	}
	names := func(i int) string { return fmt.Sprintf(`["name %d",%d]`, i, 2000-i) }
	points, whole := drawnOf(t, "contact", `{"chartType":"Pie","field":"name"}`, rows(1200, names), false)
	if len(points) != 1000 || whole["truncated"] != true || points[0] != "name 0 2000" {
		t.Error(len(points), whole["truncated"], points[0])
	}
	points, whole = drawnOf(t, "contact", `{"chartType":"Pie","field":"name","limit":3}`, rows(5, names), true)
	if len(points) != 3 || whole["truncated"] != true {
		t.Error(len(points), whole["truncated"])
	}
	series := func(i int) string { return fmt.Sprintf(`["2026-01-01T05:00:00Z","name %d",%d]`, i, i+1) }
	_, whole = drawnOf(t, "contact", `{"x":"created_date","y":"id","summarizeBy":"name"}`, rows(30, series), false)
	if shown, _ := whole["series"].([]any); len(shown) != 20 || whole["truncated"] != true {
		t.Error(len(shown), whole["truncated"])
	}
	// Sixty years of minutes have no room for those without records.
	points, whole = drawnOf(t, "contact", `{"x":"created_date","y":"id","groupByDateTime":"Minute"}`, `[["2026-03-08T08:02:00Z",2],["1966-03-08T08:00:00Z",1]]`, false)
	if len(points) != 2 || whole["gaps"] != true {
		t.Error(points, whole["gaps"])
	}
	// A line of time keeps its end.
	days := func(i int) string { return fmt.Sprintf(`["%d-01-01T05:00:00Z",1]`, 9000-i) }
	for aggregate, last := range map[string]string{"Count": "9000 1", "Cumulative": "9000 1100"} { // what came before counts
		settings := `{"x":"created_date","y":"id","groupByDateTime":"Year","aggregate":"` + aggregate + `"}`
		points, whole = drawnOf(t, "contact", settings, rows(1100, days), false)
		if len(points) != 1000 || points[999] != last || whole["truncated"] != true {
			t.Error(len(points), points[len(points)-1], whole["truncated"])
		}
	}
}
