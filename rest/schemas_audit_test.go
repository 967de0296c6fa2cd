package rest_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"switchboard/storage/schema"
)

// auditedSchemas returns the audit lines of objects and fields, oldest first.
func (p *person) auditedSchemas() (lines []string) {
	p.t.Helper()
	var told []struct {
		Cause string
		Op    string
		By    struct {
			Modified *struct{ Name string } `json:"modified_by"`
		}
		Changes struct {
			Change struct{ After *schema.Difference }
		}
	}
	p.do("GET", "/v1/audit?object=schema&limit=100", "").is(http.StatusOK).into(&told)
	slices.Reverse(told)
	for _, one := range told {
		who, d := "nobody", one.Changes.Change.After
		if by := one.By.Modified; by != nil {
			who = by.Name
		}
		if d == nil {
			lines = append(lines, who+" "+one.Op+" "+one.Cause)
			continue
		}
		line := []string{who, d.Op, d.Title}
		for _, s := range d.Object {
			if d.Op == schema.Changed {
				line = append(line, fmt.Sprintf("%s:%s>%s", s.Property, s.Before, s.After))
			}
		}
		for _, f := range d.Fields {
			if d.Op == schema.Made {
				continue
			}
			line = append(line, f.Op, f.Title)
			for _, s := range f.Changed {
				if f.Op == schema.Changed {
					line = append(line, fmt.Sprintf("%s:%s>%s", s.Property, s.Before, s.After))
				}
			}
		}
		lines = append(lines, strings.Join(line, " "))
	}
	return lines
}

// The audit shows superusers who created, changed, retired, restored and purged which object or
// field, with the values before and after, and not what jobs prepare.
func TestChangesOfObjectsAndFieldsAreAudited(t *testing.T) {
	w, p := working(t)
	p.change("deal", `{"title":"Sale","properties":{"stage":{"help_text":"How far it is"},"won":{"title":"Won","format":"boolean"}}}`, http.StatusOK)
	p.change("deal", `{"properties":{"won":{"title":"Won"}}}`, http.StatusOK) // changes nothing
	p.makes(`{"name":"One","amount":"12"}`)
	p.runJob("deal", `{"properties":{"amount":{"format":"number"}}}`, "done")
	p.change("deal", `{"properties":{"won":null}}`, http.StatusOK)
	p.do("POST", "/v1/schema/deal/restore", `{"field":"won"}`).is(http.StatusOK)
	p.change("deal", `{"properties":{"won":null}}`, http.StatusOK)
	p.change("contact", `{"properties":{"shoe":{"title":"Shoe","format":"integer"}}}`, http.StatusOK)
	if _, err := w.store.PurgeRetired(context.WithoutCancel(t.Context()), w.org, time.Nanosecond); err != nil {
		t.Fatal(err)
	}
	p.do("DELETE", "/v1/schema/deal", "").is(http.StatusNoContent)
	p.do("POST", "/v1/schema/deal/restore", "{}").is(http.StatusOK)
	p.do("DELETE", "/v1/schema/deal", "").is(http.StatusNoContent)
	if _, err := w.store.PurgeRetired(context.WithoutCancel(t.Context()), w.org, time.Nanosecond); err != nil {
		t.Fatal(err)
	}
	me := p.auditedSchemas()
	who, _, _ := strings.Cut(me[0], " made")
	want := []string{
		who + " made Deal",
		who + ` changed Sale title:"Deal">"Sale" changed Stage help_text:null>"How far it is" made Won`,
		who + ` changed Sale changed Amount format:"text">"number"`,
		who + " changed Sale retired Won",
		who + " changed Sale restored Won",
		who + " changed Sale retired Won",
		who + " changed Contact made Shoe",
		"nobody changed Sale purged Amount purged Won",
		who + " retired Sale",
		who + " restored Sale",
		who + " retired Sale",
		"nobody purged Sale",
	}
	if who == "nobody" || !slices.Equal(me, want) {
		t.Errorf("the audit tells\n%s\nwant\n%s", strings.Join(me, "\n"), strings.Join(want, "\n"))
	}
	// Nobody else reads it, and no record of a definition is served.
	stranger := w.person("Stranger", nil)
	stranger.do("GET", "/v1/audit?object=schema", "").problem(http.StatusForbidden)
	p.do("GET", "/v1/object/schema", "").problem(http.StatusNotFound)
}

// A refused change is not audited.
func TestARefusedChangeOfAnObjectIsNotAudited(t *testing.T) {
	_, p := working(t)
	p.makes(`{"name":"One","amount":"much"}`)
	before := p.auditedSchemas()
	p.runJob("deal", `{"properties":{"amount":{"format":"number"}}}`, "failed")
	p.do("PATCH", "/v1/schema/deal", `{"properties":{"select":{"title":"","format":"text"}}}`).problem(http.StatusUnprocessableEntity)
	if after := p.auditedSchemas(); !slices.Equal(before, after) {
		t.Errorf("the audit tells %s", after)
	}
	if raw, err := json.Marshal(before); err != nil || !strings.Contains(string(raw), "made Deal") {
		t.Errorf("%s: %v", raw, err)
	}
}
