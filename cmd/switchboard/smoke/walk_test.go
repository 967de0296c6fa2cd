package smoke_test

import (
	"fmt"
	"net/http"
	"slices"
	"time"

	"switchboard/actors/features"
	"switchboard/cmd/switchboard/demo"
	"switchboard/storage/id"
	"switchboard/storage/waittest"
)

// dialled places a call and hangs up.
func dialled(w *walk, d *desk) int {
	var made record
	status := d.Request(http.MethodPost, "/v1/twilio/call", map[string]any{"to": "+12065558102"}, &made)
	if status == http.StatusCreated {
		call := id.ID(made.text("id"))
		// The provider may have refused it by now: it does not know the
		// stranger's number.
		if got := d.command(call, "completed"); got != http.StatusNoContent && got != http.StatusConflict {
			w.t.Errorf("hang-up: %d", got)
		}
		waittest.Until(w.t, "the call to be over", func() bool {
			var stored record
			d.get("call", call, &stored)
			return slices.Contains([]string{"canceled", "failed"}, stored.text("status"))
		})
	}
	return status
}

// recorded returns the record of a recording of an agent's call.
func (w *walk) recorded() id.ID {
	w.t.Helper()
	w.made++
	one := id.New()
	w.product.sql(`INSERT INTO "org_`+demo.Organization.Compact()+`".twilio_recording (id, organization_id, name, sid, call, "user", created_date, modified_date, version)
		VALUES ($1, $2, 'Walk', $3, $4, $5, now(), now(), 1)`, string(one), string(demo.Organization), fmt.Sprintf("RE%032x", w.made), string(w.record("call")), string(w.desks["agent"].me()))
	return one
}

// notified returns a notification of the superuser.
func (w *walk) notified() id.ID {
	w.t.Helper()
	one := id.New()
	w.product.sql(`INSERT INTO "org_`+demo.Organization.Compact()+`".notification (id, organization_id, name, kind, "user", created_date, modified_date, version)
		VALUES ($1, $2, 'Walk', 'Mention', $3, now(), now(), 1)`, string(one), string(demo.Organization), string(w.desks["superuser"].me()))
	return one
}

const scheduledText = "scheduled_text"

// scheduled schedules a text of the agent.
func (w *walk) scheduled() id.ID {
	w.t.Helper()
	w.made++
	var made record
	if got := w.desks["agent"].Request(http.MethodPost, "/v1/twilio/scheduled", w.scheduling(), &made); got != http.StatusCreated {
		w.t.Fatalf("a scheduled text: %d", got)
	}
	return id.ID(made.text("id"))
}

// scheduling schedules a text in an hour.
func (w *walk) scheduling() map[string]any {
	return map[string]any{
		"conversation": w.record("twilio_conversation"), "body": fmt.Sprint("Walk ", w.made), "send_at": time.Now().Add(time.Hour).Format(time.RFC3339), "time_zone": "UTC",
	}
}

// fields returns the fields of a new record.
func (w *walk) fields(object string) map[string]any {
	w.made++
	name := fmt.Sprint("Walk ", w.made)
	switch object {
	case "user":
		return map[string]any{"name": name, "email": fmt.Sprintf("walk%d@demo.test", w.made)}
	case "twilio_phone":
		return map[string]any{"name": name, "sid": fmt.Sprint("PNwalk", w.made), "phone_number": fmt.Sprintf("+1360555%04d", w.made)}
	case "chat_message":
		return map[string]any{"name": name, "chat": w.record("chat"), "body": "walk" + w.secret}
	case "consent_event":
		return map[string]any{"number": fmt.Sprintf("+1360556%04d", w.made), "kind": "opt_in", "source": "form", "evidence": "walk" + w.secret}
	case "twilio_message":
		return map[string]any{"conversation": w.record("twilio_conversation"), "body": name}
	case "note":
		return map[string]any{"name": name, "notes": "walk", "related_to": map[string]any{"schema": "contact", "id": w.record("contact")}}
	case "app_page":
		return map[string]any{"name": name, "type": "Home Page", "app": w.record("app")}
	case "tag":
		return map[string]any{"name": name + w.secret}
	case "file":
		return map[string]any{"name": name, "link": fmt.Sprint("https://files.example.com/walk-", w.made)}
	case "campaign", "dashboard", "app", "record_trigger", "schedule_trigger", "api_trigger", "function", "report_sql":
		return map[string]any{"name": name}
	case "picklist_label":
		return map[string]any{"name": name + w.secret, "object": "event", "field_api_name": "status"}
	case "event":
		return map[string]any{"name": name, "start_date_time": "2026-03-09T14:30:00Z", "related_to": map[string]any{"schema": "contact", "id": w.record("contact")}}
	case "email":
		return map[string]any{"name": name, "sent_date": "2026-03-09T14:30:00Z", "related_to": map[string]any{"schema": "contact", "id": w.record("contact")}}
	case "template":
		return map[string]any{"name": name, "body": "walk" + w.secret}
	case "list_filter", "report":
		return map[string]any{"name": name, "object": "user"}
	case "related_file":
		return map[string]any{"name": name, "file": w.record("file"), "related_record": map[string]any{"schema": "contact", "id": w.record("contact")}}
	case "notification_subscriber": // the caller's own are private; these belong to another user
		return map[string]any{
			"name": name, "user": w.desks["superuser"].me(), "notification_setting": "Chat Updated", "object": "contact", "record_id": w.fresh("contact"),
		}
	case "campaign_member":
		return map[string]any{"name": name, "campaign": w.record("campaign"), "contact": w.fresh("contact")}
	case "ai_output":
		return map[string]any{"name": name, "answer": "walk" + w.secret}
	case "twilio_service", "twilio_application":
		return map[string]any{"name": name, "sid": fmt.Sprint("walk-", w.made, w.secret)}
	case "twilio_key":
		return map[string]any{"name": name, "sid": fmt.Sprint("walk-", w.made, w.secret), "secret": "walk" + w.secret}
	case "integrated_app":
		return map[string]any{"name": name, "client_secret": "walk" + w.secret}
	case "auth_credential":
		return map[string]any{"name": name, "data": map[string]string{"password": "walk" + w.secret}}
	default:
		return map[string]any{"name": name}
	}
}

func (w *walk) record(object string) id.ID {
	if w.records[object] == "" {
		w.records[object] = w.fresh(object)
	}
	return w.records[object]
}

// fresh returns an untouched record of the object, or an existing one if
// clients cannot create any.
func (w *walk) fresh(object string) id.ID {
	w.t.Helper()
	if features.Registry().Object(object).Internal {
		return id.New()
	}
	admin := w.desks["superuser"]
	switch object {
	case "organization":
		return demo.Organization
	case "call", "conference", "call_participant", "twilio_conversation", "twilio_participant", "twilio_message":
		filter := ""
		if object == "conference" || object == "call_participant" {
			filter = fmt.Sprintf(`[{"field":"owner","operator":"=","value":"%s"}]`, w.desks["agent"].me())
		}
		if object == "call" || object == "twilio_message" { // the demo's first may belong to any user
			filter = fmt.Sprintf(`[{"field":"user","operator":"=","value":"%s"}]`, w.desks["agent"].me())
		}
		var found []record
		waittest.Until(w.t, "the demo's history to hold a "+object, func() bool {
			found = admin.list(object, filter)
			return len(found) > 0
		})
		return id.ID(found[0].text("id"))
	}
	switch object {
	case "purchase":
		return w.claimed()
	case "sale":
		return w.sold()
	}
	if object == "job" {
		return w.desks["superuser"].erased("Walk")
	}
	if object == scheduledText {
		return w.scheduled()
	}
	if object == "twilio_recording" {
		return w.recorded()
	}
	if object == "notification" {
		return w.notified()
	}
	return admin.create(object, w.fields(object))
}
