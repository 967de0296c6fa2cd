package smoke_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"switchboard/cmd/switchboard/demo"
	"switchboard/storage/id"
	"switchboard/storage/waittest"
)

// stands returns the tables that contain a text in any column.
func stands(t *testing.T, dsn, text string) (where []string) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close(context.WithoutCancel(t.Context())) }()
	rows, err := conn.Query(t.Context(), `SELECT format('%I.%I', n.nspname, c.relname) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
		WHERE c.relkind = 'r' AND n.nspname NOT IN ('pg_catalog', 'information_schema') ORDER BY 1`)
	if err != nil {
		t.Fatal(err)
	}
	tables, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	for _, table := range tables {
		rows, err := conn.Query(t.Context(), `SELECT t::text FROM `+table+` t WHERE t::text ILIKE '%' || $1 || '%' OR t::text ILIKE '%' || encode(convert_to($1, 'UTF8'), 'hex') || '%' LIMIT 1`, text)
		if err != nil {
			t.Fatal(err)
		}
		found, err := pgx.CollectRows(rows, pgx.RowTo[string])
		if err != nil {
			t.Fatal(err)
		}
		for _, one := range found {
			where = append(where, table+": "+one)
		}
	}
	return where
}

// The running product erases a contact with calls, texts and notes: their
// words, name and number are in no table afterwards, and the audit has the
// receipt.
func TestAnErasedPersonIsGoneFromTheDatabase(t *testing.T) {
	const name, number = "Zquarkwitz", "+12065557319"
	p := start(t, nil)
	admin, agent := p.signIn("admin"), p.signIn("agent1")
	contact := admin.create("contact", map[string]any{
		"name": name + " Senior", "first_name": name, "last_name": name, "company": name + " Ltd", "email": strings.ToLower(name) + "@example.test", "sms_opt_in": true,
		"phone": map[string]string{"phone_number": number}, "salesforce_id": name, "tags": []string{"Key account"}, "time_zone": "America/Chicago", "preferred_language": "en",
		"address": map[string]string{"city": name + " City"},
	})
	for _, company := range []string{name + " & Sons", name + " & Daughters"} {
		if got := admin.Request(http.MethodPatch, "/v1/object/contact", map[string]any{"id": contact, "company": company}, nil); got != http.StatusOK {
			t.Fatalf("patch: %d", got)
		}
	}
	admin.create("note", map[string]any{"name": name, "notes": name + " asked for a quote", "related_to": map[string]any{"schema": "contact", "id": contact}})
	var me struct {
		User struct {
			ID       id.ID          `json:"id"`
			Settings map[string]any `json:"settings"`
		} `json:"user"`
	}
	admin.Request(http.MethodPatch, "/v1/me/settings", map[string]any{"open_tabs": []map[string]any{{"name": name, "path": "/view/contact/" + contact.String(), "id": contact, "current": true}}}, &me)
	if got := admin.Request(http.MethodPost, "/simulator/texts", map[string]string{"from": number, "to": demo.Phones()[0].Number, "body": name + " says hello"}, nil); got != http.StatusCreated {
		t.Fatalf("text: %d", got)
	}
	agent.present()
	sid, call := admin.outside(number)
	agent.becomes(call, "ringing")
	if got := admin.Request(http.MethodPost, "/simulator/calls/"+sid+"/hangup", map[string]any{}, nil); got != http.StatusNoContent {
		t.Fatalf("hang up: %d", got)
	}
	waittest.Until(t, "the call to be over", func() bool {
		var stored record
		admin.get("call", call, &stored)
		return stored.text("end_time") != ""
	})
	p.settled() // the provider's last events write to the journal, too
	var journal struct{ Steps []any }
	if admin.Request(http.MethodGet, "/v1/twilio/call/"+call.String()+"/journal", nil, &journal); len(journal.Steps) < 3 {
		t.Errorf("the journal of the call has %d steps", len(journal.Steps))
	}
	waittest.Until(t, "the text to be there", func() bool {
		return len(admin.list("twilio_message", fmt.Sprintf(`[{"field":"contact","operator":"=","value":"%s"}]`, contact))) == 1
	})
	if before := stands(t, p.DSN, name); len(before) < 6 {
		t.Fatalf("the contact is in %v only", before)
	}
	if got := agent.erases(contact, name+" Senior", nil); got != http.StatusForbidden {
		t.Errorf("an agent erases: %d", got)
	}
	if got := admin.erases(contact, "Somebody else", nil); got != http.StatusUnprocessableEntity {
		t.Errorf("erased under another name: %d", got)
	}
	var job record
	if got := admin.erases(contact, name+" Senior", &job); got != http.StatusAccepted {
		t.Fatalf("erase: %d", got)
	}
	done := admin.becomesJob(id.ID(job.text("id")), "done")
	if !strings.Contains(done.text("result"), "Contact "+contact.String()+" was erased") {
		t.Errorf("the receipt says %q", done.text("result"))
	}
	for _, text := range []string{name, strings.TrimPrefix(number, "+"), "555-7319"} {
		for _, where := range stands(t, p.DSN, text) {
			t.Errorf("%s stands in %s", text, where)
		}
	}
	if got := admin.get("contact", contact, nil); got != http.StatusNotFound {
		t.Errorf("the contact: %d", got)
	}
	if admin.Request(http.MethodGet, "/v1/twilio/call/"+call.String()+"/journal", nil, &journal); len(journal.Steps) != 0 {
		t.Errorf("the journal of the call still has %d steps", len(journal.Steps))
	}
	var audited []record
	admin.Request(http.MethodGet, "/v1/audit?object=job", nil, &audited)
	if len(audited) != 1 || audited[0].text("cause") != "record.erased" || !strings.Contains(string(audited[0]["changes"]), contact.String()) {
		t.Errorf("the audit shows %v", audited)
	}
}

// The product is stopped and restarted three times during an erasure: the job
// continues, and leaves one receipt.
func TestAnErasureGoesOnAfterARestart(t *testing.T) {
	p := start(t, nil)
	admin := p.signIn("admin")
	admin.generous()
	contact := admin.create("contact", map[string]any{"name": "Restart"})
	notes := make([]map[string]any, 500)
	for i := range notes {
		notes[i] = map[string]any{"name": "Restart", "notes": "walk", "related_to": map[string]any{"schema": "contact", "id": contact}}
	}
	for range 4 {
		if got := admin.Request(http.MethodPost, "/v1/object/note", notes, nil); got != http.StatusOK {
			t.Fatalf("notes: %d", got)
		}
	}
	var job record
	if got := admin.erases(contact, "Restart", &job); got != http.StatusAccepted {
		t.Fatalf("erase: %d", got)
	}
	one := id.ID(job.text("id"))
	before := "0"
	for range 3 {
		var stands record
		waittest.Until(t, "it to get further", func() bool {
			stands = nil
			admin.Request(http.MethodGet, "/v1/job/"+one.String(), nil, &stands)
			return string(stands["done"]) != before || stands.text("status") == "done"
		})
		before = string(stands["done"])
		p.Restart()
	}
	done := admin.becomesJob(one, "done")
	if !strings.Contains(done.text("result"), "1 contact, 2000 notes deleted") {
		t.Errorf("the receipt says %q", done.text("result"))
	}
	var receipts []record
	admin.Request(http.MethodGet, "/v1/audit?object=job", nil, &receipts)
	if len(receipts) != 1 {
		t.Errorf("%d receipts", len(receipts))
	}
}
