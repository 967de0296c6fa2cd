package smoke_test

import (
	"fmt"
	"net/http"
	"strings"

	"switchboard/storage/id"
	"switchboard/storage/waittest"
)

// erases requests the erasure of a contact.
func (d *desk) erases(contact id.ID, name string, job any) int {
	return d.Request(http.MethodPost, "/v1/erasure", map[string]any{"object": "contact", "id": contact, "name": name}, job)
}

// erased creates a contact, erases it, and returns the finished job.
func (d *desk) erased(name string) id.ID {
	d.T.Helper()
	var job record
	if got := d.erases(d.create("contact", map[string]any{"name": name}), name, &job); got != http.StatusAccepted {
		d.T.Fatalf("erase %s: %d", name, got)
	}
	d.becomesJob(id.ID(job.text("id")), "done")
	return id.ID(job.text("id"))
}

// becomesJob waits until a job has a status.
func (d *desk) becomesJob(job id.ID, status string) (stands record) {
	d.T.Helper()
	waittest.Until(d.T, "the job to be "+status, func() bool {
		stands = nil
		d.Request(http.MethodGet, "/v1/job/"+job.String(), nil, &stands)
		return stands.text("status") == status
	})
	return stands
}

// generous sets the organization's rates to their maximum.
func (d *desk) generous() {
	d.T.Helper()
	var me struct{ Organization struct{ ID id.ID } }
	d.Request(http.MethodGet, "/v1/me", nil, &me)
	rates := map[string]int{"calls_per_minute": 120, "texts_per_minute": 600, "changes_per_minute": 60_000, "megabytes_per_minute": 1000, "lists_at_once": 16}
	if got := d.Request(http.MethodPatch, "/v1/object/organization", map[string]any{
		"id": me.Organization.ID, "settings": map[string]any{"rates": rates},
	}, nil); got != http.StatusOK {
		d.T.Fatalf("raise the rates: %d", got)
	}
}

// amends commands a change of a new message of the superuser.
func amends(action string, body map[string]any) func(*walk, *desk) int {
	return func(w *walk, d *desk) int {
		return d.Request(http.MethodPost, "/v1/chat/message/"+w.fresh("chat_message").String()+"/"+action, body, nil)
	}
}

func plainly(method, path string, body any) func(*walk, *desk) int {
	return func(_ *walk, d *desk) int { return d.Request(method, path, body, nil) }
}

// form posts a form that no provider signed.
func (w *walk) form(path string) int {
	request, err := http.NewRequestWithContext(w.t.Context(), http.MethodPost, w.product.URL+path, strings.NewReader("CallSid=CA1"))
	if err != nil {
		w.t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		w.t.Fatal(err)
	}
	_ = response.Body.Close()
	return response.StatusCode
}

// begun starts a conversation with a new contact, or asks about it.
func begun(what string) func(*walk, *desk) int {
	return func(w *walk, d *desk) int {
		w.made++
		contact := w.desks["superuser"].create("contact", map[string]any{
			"name": fmt.Sprint("Walk ", w.made), "phone": map[string]string{"phone_number": fmt.Sprintf("+1206556%04d", w.made)}, "sms_opt_in": true,
		})
		return d.Request(http.MethodPost, "/v1/twilio/conversation"+what, map[string]any{"contact": contact}, nil)
	}
}

// declined declines a call that rings all available users.
func declined(w *walk, d *desk) int {
	if d.Token != "" {
		d.present()
	}
	sid, call := w.desks["superuser"].outside("+12065558103")
	w.desks["superuser"].becomes(call, "ringing")
	defer w.hangUp(sid)
	return d.command(call, "declined")
}

// played plays the caller of a ringing call.
func played(what string) func(*walk, *desk) int {
	return func(w *walk, d *desk) int {
		sid, call := w.desks["superuser"].outside("+12065558104")
		w.desks["superuser"].becomes(call, "ringing")
		defer w.hangUp(sid)
		return d.Request(http.MethodPost, "/simulator/calls/"+sid+"/"+what, map[string]any{}, nil)
	}
}

// onThePhone sends a request about the caller of a ringing call once the
// caller is connected.
func onThePhone(method, what string, body any) func(*walk, *desk) int {
	return func(w *walk, d *desk) int {
		sid, call := w.desks["superuser"].outside("+12065558105")
		w.desks["superuser"].becomes(call, "ringing")
		defer w.hangUp(sid)
		status := 0
		waittest.Until(w.t, "the caller to be on the phone", func() bool {
			status = d.Request(method, "/simulator/calls/"+sid+"/"+what, body, nil)
			return status != http.StatusConflict
		})
		return status
	}
}

// hangUp ends a call from outside, which may have ended already.
func (w *walk) hangUp(sid string) {
	if sid != "" {
		w.desks["superuser"].Request(http.MethodPost, "/simulator/calls/"+sid+"/hangup", map[string]any{}, nil)
	}
}
