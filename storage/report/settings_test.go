package report_test

import (
	"testing"

	"switchboard/storage/report"
)

// Every rule of the settings, and its words. Those that people know from the screens are
// told in these words everywhere.
func TestWhatAChartIsRefusedFor(t *testing.T) {
	t.Parallel()
	const axes, field = "Please select x and y fields", "Please select a field"
	if report.SelectAxes != axes || report.SelectField != field {
		t.Error("the words of an incomplete chart have changed")
	}
	boss := reader(true)
	for _, c := range []struct{ from, settings, want string }{
		// What each type of chart asks for.
		{"contact", `{}`, "x: " + axes + "\ny: " + axes},
		{"contact", `{"chartType":"Line","x":"name"}`, "y: " + axes},
		{"contact", `{"chartType":"Area","y":"name"}`, "x: " + axes},
		{"contact", `{"chartType":"Bar","field":"name"}`, "x: " + axes + "\ny: " + axes},
		{"contact", `{"chartType":"Horizontal Bar"}`, "x: " + axes + "\ny: " + axes},
		{"contact", `{"chartType":"Scatter","y":"name"}`, "x: " + axes},
		{"contact", `{"chartType":"Pie"}`, "field: " + field},
		{"contact", `{"chartType":"Donut","x":"name","y":"name"}`, "field: " + field},
		{"contact", `{"chartType":"Funnel"}`, "field: " + field},
		{"contact", `{"chartType":"Guage"}`, "field: " + field},
		{"contact", `{"chartType":"Gauge"}`, "field: " + field},
		{"contact", `{"chartType":"Metric","y":"name"}`, "field: " + field},
		// Names.
		{
			"contact", `{"chartType":"Sunburst","x":"name","y":"name"}`,
			"chartType: chartType must be one of Line, Area, Bar, Horizontal Bar, Scatter, Pie, Donut, Funnel, Guage, Metric",
		},
		{
			"contact", `{"x":"name","y":"name","aggregate":"Median"}`,
			"aggregate: aggregate must be one of Count, Sum, Average, Min, Max, Value, Cumulative",
		},
		{
			"contact", `{"x":"name","y":"name","groupByDateTime":"Decade"}`,
			"groupByDateTime: groupByDateTime must be one of Year, Quarter, Month, Week, Day, Hour, Minute",
		},
		{"contact", `{"x":"name","y":"name","sort":"size"}`, "sort: sort must be one of x, value"},
		{"contact", `{"x":"name","y":"name","order":"UP"}`, "order: order must be one of ASC, DESC"},
		{"contact", `{"x":"name","y":"name","limit":-1}`, "limit: limit must be a whole number from 1 to 1000"},
		{"contact", `{"x":"name","y":"name","limit":1001}`, "limit: limit must be a whole number from 1 to 1000"},
		// Numbers alone are summed.
		{"contact", `{"x":"created_date","y":"name","aggregate":"Sum"}`, "aggregate: Sum is for numbers, and Name is text"},
		{"contact", `{"x":"name","y":"created_date","aggregate":"Max"}`, "aggregate: Max is for numbers, and Created Date is a date and time"},
		{"contact", `{"x":"name","y":"owner","aggregate":"Value"}`, "aggregate: Value is for numbers, and Owner is the id of a record"},
		{"contact", `{"chartType":"Pie","field":"name","aggregate":"Average"}`, "aggregate: Average is for numbers, and Name is text"},
		{"call", `{"chartType":"Pie","field":"duration","aggregate":"Value"}`, "summarizeBy: Value shows each record by itself: select the field that names them"},
		// Series.
		{"call", `{"x":"created_date","series":[{"key":"duration"},{"key":""}]}`, "series.1: " + axes},
		{
			"call", `{"x":"created_date","series":[{"key":"duration","groupByDateTime":"Year"}]}`,
			"series.0: All series stand over the same x: group it by groupByDateTime of the chart",
		},
		{
			"call", `{"x":"created_date","summarizeBy":"status","series":[{"key":"id"},{"key":"duration"}]}`,
			"summarizeBy: summarizeBy makes the series itself: leave one in series",
		},
		{
			"call", `{"x":"created_date","series":[{"key":"id"},{"key":"duration","aggregate":"Value"}]}`,
			"series.1: Value stands for single records: it can't be beside a series of groups",
		},
		{"call", `{"chartType":"Guage","field":"id","thresholds":{"low":40,"mid":20,"high":60,"max":100}}`, "thresholds: The thresholds must rise: 0 < low < mid < high <= max"},
		// Fields, with their places.
		{"contact", `{"x":"creatd_date","y":"id"}`, "x: Unknown or unreadable field\nat 1:1 \"creatd_date\" created_date"},
		{"contact", `{"x":"owner.nme","y":"id"}`, "x: Unknown or unreadable field\nat 1:7 \"nme\" name"},
		{"contact", `{"x":"owner..name","y":"id"}`, `x: "owner..name" is no name of a field`},
		{"contact", `{"x":"address","y":"id"}`, "x: Address has several parts: name one, such as address.city"},
		{"contac", `{"x":"name","y":"id"}`, "object: Unknown or unreadable object\nat 1:1 \"contac\" contact"},
		{"SELECT nme FROM contact", `{"x":"name","y":"id"}`, "query: Unknown or unreadable field\nat 1:8 \"nme\" name"},
		{"SELECT name\nFROM contact WHERE", `{"x":"name","y":"id"}`, "query: Here the query ends, where a field or a value was expected.\nat 2:19 \"\" "},
		{"SELECT name FROM contact LIMIT 5", `{"x":"name","y":"id"}`, "y: Unknown or unreadable field\nat 1:1 \"id\" "},
		// Filters, with their rows.
		{"contact", `{"x":"name","y":"id","filters":[{"field":"name","operator":"~","value":"a"}]}`, "filters: The operator must be one of =, >, <, >=, <=, !=, LIKE, IN, NOT IN, IS NULL, IS NOT NULL"},
		{"contact", `{"x":"name","y":"id","filters":[{"field":"name","operator":"=","value":{}}]}`, "filters: A filter compares with a text, a number, true or false"},
		{"contact", `{"x":"name","y":"id","filters":[{"field":"name","operator":"=","value":"a\u0000"}]}`, "filters: A filter compares with a text, a number, true or false"},
		{"contact", `{"x":"name","y":"id","filters":[{"field":"nam","operator":"=","value":"a"}]}`, "filters: Unknown or unreadable field\nat 1:1 \"nam\" name"},
		{"contact", `{"x":"name","y":"id","filters":[{"field":"created_date","operator":">","value":"soon"}]}`, "filters: Created Date must be a date and time such as 2026-03-09T14:30:00Z (RFC 3339).\nat 1:1 \"'soon'\" "},
		{"contact", `{"x":"name","y":"id","comparison":"XOR"}`, "query: comparison must be AND or OR"},
	} {
		_, _, err := planned(boss, c.from, c.settings)
		if got := told(t, err); got != c.want {
			t.Errorf("%s %s\n gives %s\nwanted %s", c.from, c.settings, got, c.want)
		}
	}
}
