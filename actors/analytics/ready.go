package analytics

import (
	"fmt"

	"switchboard/storage/entry"
	"switchboard/storage/id"
	"switchboard/storage/report"
	"switchboard/storage/row"
)

// readyReport is a report that an organization begins with.
type readyReport struct {
	name, object string
	chart        map[string]any
	filters      []report.Filter
	at           [4]int // x, y, w, h on the ready dashboard
}

// lastDays keeps the records whose field lies in the last 30 days.
func lastDays(field string) []report.Filter {
	return []report.Filter{{Field: field, Operator: "=", Value: row.JSONValue("LAST 30 DAYS")}}
}

// readyReports are the figures that a supervisor looks at first.
var readyReports = []readyReport{
	{
		name: "Calls by day", object: "call", at: [4]int{0, 0, 2, 1}, filters: lastDays("start_time"),
		chart: map[string]any{"chartType": "Bar", "x": "start_time", "y": "id", "aggregate": "Count", "groupByDateTime": "Day", "summarizeBy": "direction"},
	},
	{
		name: "Calls by outcome", object: "call", at: [4]int{2, 0, 2, 1}, filters: lastDays("start_time"),
		chart: map[string]any{"chartType": "Donut", "field": "status", "aggregate": "Count"},
	},
	{
		name: "Calls by person", object: "call", at: [4]int{4, 0, 2, 1}, filters: lastDays("start_time"),
		chart: map[string]any{"chartType": "Horizontal Bar", "x": "user", "y": "id", "aggregate": "Count", "sort": "value", "order": "DESC"},
	},
	{
		name: "Texts in and out", object: "twilio_message", at: [4]int{0, 1, 2, 1}, filters: lastDays("created_date"),
		chart: map[string]any{"chartType": "Area", "x": "created_date", "y": "id", "aggregate": "Count", "groupByDateTime": "Day", "summarizeBy": "direction"},
	},
	{
		name: "Average call length", object: "call", at: [4]int{2, 1, 2, 1}, filters: lastDays("start_time"),
		chart: map[string]any{"chartType": "Line", "x": "start_time", "y": "duration", "aggregate": "Average", "groupByDateTime": "Day"},
	},
	{
		name: "Contacts by owner", object: "contact", at: [4]int{4, 1, 1, 1},
		chart: map[string]any{"chartType": "Pie", "field": "owner", "aggregate": "Count"},
	},
	{
		name: "Contacts", object: "contact", at: [4]int{5, 1, 1, 1},
		chart: map[string]any{"chartType": "Metric", "field": "id", "aggregate": "Count"},
	},
}

// Ready returns the writes that create the reports of a new organization and the dashboard that
// shows them. identify gives each record its id by its name.
func Ready(identify func(name string) id.ID) []row.Write {
	var writes []row.Write
	var layout, items []map[string]any
	board := identify("dashboard")
	for n, one := range readyReports {
		made := identify(one.name)
		filters := append([]report.Filter{}, one.filters...)
		query := map[string]any{"query": "", "filters": filters, "comparison": "AND"}
		writes = append(writes, created("report", made, row.Fields{
			"name": one.name, "object": one.object, "chart_settings": row.JSONValue(one.chart), "query": row.JSONValue(query),
		}))
		tile := fmt.Sprintf("c-%d", n)
		layout = append(layout, map[string]any{"i": tile, "x": one.at[0], "y": one.at[1], "w": one.at[2], "h": one.at[3], "static": false})
		items = append(items, map[string]any{"i": tile, "component": map[string]any{"id": made, "object": "Report", "dashboardId": board}})
	}
	return append(writes, created("dashboard", board, row.Fields{
		"name": "Desk at a glance", "layout": row.JSONValue(layout), "layout_items": row.JSONValue(items), "refresh_seconds": int64(60),
	}))
}

func created(object string, made id.ID, set row.Fields) row.Write {
	return row.Write{Object: object, ID: made, Op: entry.Created, Set: set}
}
