package smoke_test

import (
	"fmt"
	"net/http"
	"slices"

	"switchboard/cmd/switchboard/demo"
	"switchboard/storage/id"
	"switchboard/storage/waittest"
)

// dialled calls out and hangs up.
func dialled(w *walk, d *desk) int {
	var made record
	status := d.Request(http.MethodPost, "/v1/twilio/call", map[string]any{"to": "+12065558102"}, &made)
	if status == http.StatusCreated {
		call := id.ID(made.text("id"))
		// The provider may have refused it by now: the stranger's number isn't known there.
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

// recorded is the record of a recording of a call of the agent's.
func (w *walk) recorded() id.ID {
	w.t.Helper()
	w.made++
	one := id.New()
	w.product.sql(`INSERT INTO "org_`+demo.Organization.Compact()+`".twilio_recording (id, organization_id, name, sid, call, "user", created_date, modified_date, version)
		VALUES ($1, $2, 'Walk', $3, $4, $5, now(), now(), 1)`, string(one), string(demo.Organization), fmt.Sprintf("RE%032x", w.made), string(w.record("call")), string(w.desks["agent"].me()))
	return one
}
