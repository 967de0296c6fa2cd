package demo

import (
	"fmt"
	"time"

	"switchboard/storage/id"
	"switchboard/storage/row"
	"switchboard/storage/schema"
)

// content is what the organization set up for its work: how tags look, texts to begin
// with, and an app.
func content() []row.Write {
	colors := map[string]string{"vip": "pink", "wholesale": "indigo", "newsletter": "sky", "trade show": "amber", "repair": "orange", "corporate": "teal", "backorder": "red", "gift cards": "violet"}
	labels := map[string]string{"vip": "VIP"}
	app := id.Derived("demo/app/valphone")
	var writes []row.Write
	for _, tag := range tags {
		label := labels[tag]
		if label == "" {
			label = tag
		}
		writes = append(writes, create("tag", id.Derived("demo/tag/"+tag), row.Fields{
			"value": tag, "label": label, "color": colors[tag], schema.LabelKey: schema.KeyOfLabel(schema.GlobalTags, tag),
		}))
	}
	for i, text := range [][3]string{
		{"Order is ready", "ready", "Hi {contact.first_name}, your order is ready for pick-up. We're open until 6 today."},
		{"Appointment reminder", "remind", "Hi {contact.first_name}, a reminder of your appointment tomorrow. Reply R to move it."},
		{"Missed you", "missed", "Hi {contact.first_name}, sorry we missed your call. When may we call you back?"},
		{"Thanks for visiting", "thanks", "Thank you for stopping by, {contact.first_name}! Tell us how we did."},
	} {
		writes = append(writes, create("template", id.Derived(fmt.Sprintf("demo/template/%d", i)), row.Fields{
			"name": text[0], "shortcut": text[1], "body": text[2], "channel": "sms",
		}))
	}
	return append(writes,
		create("app", app, row.Fields{
			"name": "ValPhone", "description": "Calls and texts beside the customer's record.", "app_version": "1.0", "app_admins": []id.ID{Users()[1].ID},
		}),
		create("app_page", id.Derived("demo/app_page/contact"), row.Fields{"name": "Contact at the counter", "type": "Record Page", "object": "contact", "app": app}),
	)
}

// eventWrite is an appointment with a contact: some are held, some are planned.
func eventWrite(i int, owner id.ID, now time.Time) row.Write {
	what := []string{"Fitting appointment", "Trade show visit", "Quarterly review", "Warranty inspection", "Store tour"}
	c := ContactAt(i * 3)
	start := now.Truncate(time.Hour).AddDate(0, 0, i*2-eventCount)
	status := "Planned"
	if start.Before(now) {
		status = "Held"
	}
	return create("event", id.Derived(fmt.Sprintf("demo/event/%d", i)), row.Fields{
		"name": what[i%len(what)], "status": status, "owner": owner, "start_date_time": start, "end_date_time": start.Add(time.Hour),
		"related_to": row.JSONValue(map[string]any{"schema": "contact", "id": c.ID, "name": c.Name}),
	})
}

const eventCount = 24
