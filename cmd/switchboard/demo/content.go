package demo

import (
	"context"
	"fmt"
	"slices"
	"time"

	"switchboard/actors/analytics"
	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
	"switchboard/storage/schema"
)

// reports returns the reports and the dashboard that every organization begins
// with.
func reports() []row.Write {
	writes := analytics.Ready(func(name string) id.ID { return id.Derived("demo/analytics/" + name) })
	for i := range writes {
		writes[i].Quiet, writes[i].Cause = true, "demo.created"
		writes[i].Set["owner"] = Users()[0].ID
	}
	return writes
}

// content returns what the organization has configured: tag styles,
// dispositions, text templates, and an app.
func content(phone string) []row.Write {
	colors := map[string]string{"vip": "pink", "wholesale": "indigo", "newsletter": "sky", "trade show": "amber", "repair": "orange", "corporate": "teal", "backorder": "red", "gift cards": "violet"}
	labels := map[string]string{"vip": "VIP"}
	app := phoneApp()
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
	dispositions := schema.ListOfField("call", "disposition")
	for i, one := range [][2]string{{"Resolved", "green"}, {"Follow up", "amber"}, {"Voicemail left", "sky"}, {"Wrong number", "gray"}} {
		writes = append(writes, create("picklist_label", id.Derived("demo/disposition/"+one[0]), row.Fields{
			"object": "call", "field_api_name": "disposition", "label": one[0], "value": one[0], "color": one[1], "order": int64(i + 1), schema.LabelKey: schema.KeyOfLabel(dispositions, one[0]),
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
			"name": phone, "description": "Calls and texts beside the customer's record.", "app_version": appVersion, "app_admins": []id.ID{Users()[1].ID},
		}),
		useApps(app),
		create("app_page", id.Derived("demo/app_page/contact"), row.Fields{"name": "Contact at the counter", "type": "Record Page", "object": "contact", "app": app}),
	)
}

// appVersion is the version of the demo's app since the organization uses it;
// formerVersion is the one before.
const appVersion, formerVersion = "1.1", "1.0"

func phoneApp() id.ID { return id.Derived("demo/app/valphone") }

func useApps(apps ...id.ID) row.Write {
	return row.Write{Object: "organization", ID: Organization, Op: entry.Updated, Set: row.Fields{"apps": apps}}
}

// useApp makes a demo organization of an earlier release use its app, once:
// the phone is only shown if it does.
func (s Seed) useApp(ctx context.Context) error {
	app, err := s.Store.Get(ctx, Organization, "app", phoneApp())
	if fault.Is(err, fault.NotFound) || err == nil && app.Text("app_version") != formerVersion {
		return nil
	}
	if err != nil {
		return fmt.Errorf("demo app: %w", err)
	}
	organization, err := s.Store.Get(ctx, Organization, "organization", Organization)
	if err != nil {
		return fmt.Errorf("demo organization: %w", err)
	}
	used := organization.Lookups("apps")
	if !slices.Contains(used, app.ID) {
		used = append(used, app.ID)
	}
	_, err = s.Store.Commit(ctx, row.Change{Organization: Organization, Writes: []row.Write{
		{Object: "app", ID: app.ID, Op: entry.Updated, Set: row.Fields{"app_version": appVersion}}, useApps(used...),
	}})
	if err != nil {
		return fmt.Errorf("demo app: %w", err)
	}
	return nil
}

// eventWrite returns an appointment with a contact: some are past, some are
// planned.
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
