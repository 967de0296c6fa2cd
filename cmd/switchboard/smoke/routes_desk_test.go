package smoke_test

import (
	"net/http"

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
