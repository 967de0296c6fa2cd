package erasure_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"switchboard/actors/erasure"
	"switchboard/actors/features"
	"switchboard/actors/jobs"
	"switchboard/cmd/storetest"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
	"switchboard/storage/waittest"
)

// eraseAll erases a contact and waits until its job is over.
func (d *desk) eraseAll(contact id.ID, name string) row.Record {
	d.Helper()
	job, err := d.erasure.Erase(d.Context(), &d.admin, erasure.Erase{Object: "contact", ID: contact, Name: name})
	if err != nil {
		d.Fatal(err)
	}
	for d.open(job) {
		if _, err := d.jobs.Work(d.Context(), d.ticket(job), time.Now().Add(time.Minute)); err != nil {
			d.Fatal(err)
		}
	}
	r, err := d.Get(d.Context(), storetest.Organization, "job", job)
	if err != nil || r.Text("status") != jobs.Done {
		d.Fatalf("the job is %v: %v", r.Fields, err)
	}
	return r
}

// room makes a call with its conference, the legs of the customer and of an agent, its
// recordings and its journal, named as the calls feature names them.
func (d *desk) room(name string, contact id.ID, set row.Fields) (call, agent row.Record) {
	d.Helper()
	set["name"], set["status"] = name, "completed"
	if contact != "" {
		set["contact"] = contact
	}
	call = d.create("call", set)
	in := row.Fields{"name": name, "call": call.ID, "status": "over"}
	legs := row.Fields{"name": name, "call": call.ID, "role": "customer"}
	taped := row.Fields{"name": name, "call": call.ID, "sid": "RE" + string(id.New())}
	for _, one := range []row.Fields{in, legs, taped} {
		if contact != "" {
			one["contact"] = contact
		}
	}
	conference := d.create("conference", in)
	legs["conference"] = conference.ID
	d.create("call_participant", legs)
	agent = d.create("call_participant", row.Fields{"name": name, "call": call.ID, "conference": conference.ID, "role": "agent", "user": d.admin.User})
	d.update(agent, row.Fields{"muted": true})
	d.update(call, row.Fields{"conference": conference.ID, "transfer_to": d.admin.User, "transfer": "Warm"})
	d.update(conference, row.Fields{"status": "completed"})
	d.create("twilio_recording", taped)
	d.create("twilio_recording", row.Fields{"name": name, "call": call.ID, "sid": "RE" + string(id.New())})
	return call, agent
}

// dangling lists the references of live records to records that do not exist.
func (d *desk) dangling() (list []string) {
	d.Helper()
	for _, o := range features.Registry().Objects() {
		if o.Singleton {
			continue
		}
		found, err := d.Find(d.Context(), storetest.Organization, row.Query{Object: o.APIName, Limit: 1000})
		if err != nil {
			d.Fatal(o.APIName, err)
		}
		for _, r := range found {
			for _, f := range o.Fields {
				if !f.Stored() || f.Type.References == nil {
					continue
				}
				f.Type.References(f, r.Fields[f.Name], func(object string, to id.ID) {
					if d.count(fmt.Sprintf("core.erased_ids WHERE id = '%s'", to)) > 0 {
						list = append(list, fmt.Sprintf("%s.%s of %s to %s", o.APIName, f.Name, r.ID, object))
					}
				})
			}
		}
	}
	return list
}

// TestNamesRepeatedByOthersAreErased erases a person that only other records name: the
// legs of agents, recordings and the log repeat the name of the call that they belong to.
func TestNamesRepeatedByOthersAreErased(t *testing.T) {
	const mobile, former, lostNumber = "+525512345678", "+5215512345678", "+12065550123"
	d := newDesk(t)
	phone := func(number string) any { return row.JSONValue(map[string]string{"phone_number": number}) }
	person := d.create("contact", row.Fields{"name": mark + " Miller", "phone": phone(mobile)})
	lost := d.create("contact", row.Fields{"name": mark + " Meller", "phone": phone(lostNumber)})
	bystander := d.create("contact", row.Fields{"name": "Dana Whitfield", "phone": phone("+12065550199")})
	outbound, agent := d.room("Call to "+mark+" Miller", person.ID, row.Fields{"direction": "outbound", "to_number": mobile})
	d.room("Call from "+mark+" Miller", person.ID, row.Fields{"direction": "inbound", "from_number": former})
	d.room("Call from "+former, "", row.Fields{"direction": "inbound", "from_number": former})
	d.room("Call from "+lostNumber, "", row.Fields{"direction": "inbound", "from_number": lostNumber})
	d.room("Call to "+mark+" Meller", lost.ID, row.Fields{"direction": "outbound", "to_number": lostNumber})
	_, other := d.room("Call to Dana Whitfield", bystander.ID, row.Fields{"direction": "outbound", "to_number": "+12065550199"})
	d.update(lost, row.Fields{"merged_into": person.ID})
	d.remove(lost)

	group := d.create("twilio_conversation", row.Fields{"name": mark + " and Dana", "contacts": []id.ID{person.ID, bystander.ID}, "contact_phones": []string{mobile, "+12065550199"}, "last_message": mark})
	d.create("twilio_participant", row.Fields{"name": mark, "conversation": group.ID, "contact": person.ID})
	d.create("twilio_message", row.Fields{"name": mark, "conversation": group.ID, "number": int64(1), "contact": person.ID, "contact_name": mark, "body": mark})
	d.create("twilio_message", row.Fields{"name": "Dana Whitfield", "conversation": group.ID, "number": int64(2), "contact": bystander.ID, "body": "Hello"})
	note := d.create("note", row.Fields{"name": mark, "notes": mark, "related_to": row.JSONValue(map[string]string{"schema": "contact", "id": string(person.ID)})})
	file := d.create("file", row.Fields{"name": "offer.pdf", "storage_key": "org/offer"})
	shared := d.create("file", row.Fields{"name": "terms.pdf", "storage_key": "org/terms"})
	for _, of := range []id.ID{person.ID, bystander.ID} {
		d.create("related_file", row.Fields{"name": "terms.pdf", "file": shared.ID, "related_record": row.JSONValue(map[string]string{"schema": "contact", "id": string(of)})})
	}
	for object, of := range map[string]id.ID{"note": note.ID, "contact": person.ID} {
		d.create("related_file", row.Fields{"name": "offer.pdf", "file": file.ID, "related_record": row.JSONValue(map[string]string{"schema": object, "id": string(of)})})
	}
	// Jobs keep the answers and arguments that a retry needs.
	failed := d.create(jobs.Object, row.Fields{
		"name": "Change many", "status": jobs.Failed, "payload": row.JSONValue(map[string]any{"object": "contact", "rows": []any{map[string]any{"id": person.ID, "name": mark}, map[string]any{"id": bystander.ID, "name": "Dana"}}}),
		"error":    "1 record don't fit. The first: " + mark + " (" + string(person.ID) + ").",
		"problems": row.JSONValue(map[string]any{"object": "contact", "count": 2, "problems": []any{map[string]any{"id": person.ID, "name": mark}, map[string]any{"id": bystander.ID, "name": "Dana"}}}),
	})
	waittest.Until(t, "the relay has moved everything", func() bool { return d.count("core.outbox") == 0 })

	if _, err := d.conn.Exec(t.Context(), `CREATE TABLE core.erased_ids (id uuid PRIMARY KEY);
		CREATE FUNCTION core.keep_erased() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
			IF NEW.whole THEN INSERT INTO core.erased_ids VALUES (NEW.record_id) ON CONFLICT DO NOTHING; END IF; RETURN NULL;
		END $$;
		CREATE TRIGGER keep AFTER INSERT OR UPDATE ON core.erased FOR EACH ROW EXECUTE FUNCTION core.keep_erased()`); err != nil {
		t.Fatal(err)
	}
	d.eraseAll(person.ID, mark+" Miller")
	waittest.Until(t, "the relay has moved everything", func() bool { return d.count("core.outbox") == 0 })

	for _, text := range []string{mark, mobile[1:], former[1:], "5512345678", lostNumber[1:]} {
		if left := d.found(text); len(left) > 0 {
			t.Errorf("%s is still in %v", text, left)
		}
	}
	// A file that is attached to this person alone is erased with its content.
	if _, err := d.Get(t.Context(), storetest.Organization, "file", file.ID); !fault.Is(err, fault.NotFound) {
		t.Errorf("the person's file: %v", err)
	}
	if _, err := d.Get(t.Context(), storetest.Organization, "file", shared.ID); err != nil {
		t.Errorf("the file of two: %v", err)
	}
	for key, want := range map[string]int{"org/offer": 1, "org/terms": 0} {
		if n := d.count("core.effect WHERE kind = 'file.delete' AND payload->>'storage_key' = '" + key + "'"); n != want {
			t.Errorf("%d effects delete %s, want %d", n, key, want)
		}
	}
	var kept struct {
		Problems []struct{ Name string }
	}
	if job, err := d.Get(t.Context(), storetest.Organization, jobs.Object, failed.ID); err != nil || job.JSON("problems", &kept) != nil || len(kept.Problems) != 1 || kept.Problems[0].Name != "Dana" || job.Fields["error"] != nil {
		t.Errorf("the failed job is %v: %v", job.Fields, err)
	}
	if left := d.dangling(); len(left) > 0 {
		t.Errorf("references to erased records: %v", left)
	}
	leg, err := d.Get(t.Context(), storetest.Organization, "call_participant", agent.ID)
	if err != nil || leg.Fields["name"] != nil || leg.Lookup("call") != outbound.ID || leg.Lookup("conference") == "" || leg.Lookup("user") != d.admin.User {
		t.Errorf("the agent's leg is %v: %v", leg.Fields, err)
	}
	if leg, err = d.Get(t.Context(), storetest.Organization, "call_participant", other.ID); err != nil || leg.Text("name") != "Call to Dana Whitfield" {
		t.Errorf("the leg of another contact's call is %v: %v", leg.Fields, err)
	}
	if where := d.found("Call to Dana Whitfield"); !slices.ContainsFunc(where, func(table string) bool { return strings.HasPrefix(table, "core.event_log") }) {
		t.Errorf("the other contact's call is only in %v", where)
	}
}
