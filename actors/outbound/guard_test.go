package outbound_test

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"switchboard/actors/outbound"
	"switchboard/storage/access"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/ratelimit/memory"
	"switchboard/storage/row"
	"switchboard/storage/settings"
)

var now = time.Date(2026, 11, 22, 6, 0, 0, 0, time.UTC)

// world is a guard with settings and sums of its own.
type world struct {
	set   settings.Organization
	spent int64
	told  []outbound.Notice
}

func (w *world) Commit(_ context.Context, c row.Change) ([]row.Record, error) {
	raw, _ := c.Writes[0].Set["outbound_notice"].(json.RawMessage)
	var n outbound.Notice
	if err := json.Unmarshal(raw, &n); err != nil {
		return nil, err
	}
	w.told = append(w.told, n)
	return nil, nil
}

func (w *world) Settings(context.Context, id.ID) (settings.Organization, error) { return w.set, nil }

func (w *world) Charged(_ context.Context, _ id.ID, account string) (int64, error) {
	if account != "outbound:2026-11" {
		return 0, nil
	}
	return w.spent, nil
}

func open() (*world, *outbound.Guard) {
	w := &world{set: settings.Default()}
	return w, w.guard()
}

func (w *world) guard() *outbound.Guard {
	at := func() time.Time { return now }
	return &outbound.Guard{Settings: w, Sums: w, Limits: memory.New(10, at), Now: at}
}

func person(name string) *access.Principal {
	return &access.Principal{Organization: id.Derived("org"), User: id.Derived(name)}
}

const atHome = "+14155552671"

// What an agent could call and text until now: the whole of +1 and +44.
func TestOnlyAllowedCountriesAreReached(t *testing.T) {
	for number, want := range map[string]struct {
		code fault.Code
		says string
	}{
		atHome:          {},
		"+14165551234":  {},
		"+18005551234":  {},
		"+19005551234":  {fault.Forbidden, "premium-rate"},
		"+18765551234":  {fault.Forbidden, "Jamaica (JM)"},
		"+12844951234":  {fault.Forbidden, "British Virgin Islands (VG)"},
		"+449012345678": {fault.Forbidden, "United Kingdom (GB)"},
		"+442079460123": {fault.Forbidden, "United Kingdom (GB)"},
		"+15550100200":  {fault.Invalid, "can be reached"},
	} {
		_, guard := open()
		_, call := guard.Call(t.Context(), person("anna"), number)
		_, text := guard.Text(t.Context(), person("anna"), []string{atHome, number}, "Hi", 0)
		for door, err := range map[string]error{"call": call, "text": text} {
			if want.code == "" && err != nil || want.code != "" && (!fault.Is(err, want.code) || !strings.Contains(fault.From(err).Detail, want.says)) {
				t.Errorf("%s to %s: %v", door, number, err)
			}
		}
	}
}

func TestSettingsOpenCountriesAndPremiumNumbers(t *testing.T) {
	w, guard := open()
	w.set.Outbound = settings.Outbound{Countries: []string{"GB"}, Premium: true}
	for number, allowed := range map[string]bool{"+442079460123": true, "+449012345678": true, atHome: false, "+441534123456": false} {
		charge, err := guard.Call(t.Context(), person("anna"), number)
		if (err == nil) != allowed {
			t.Errorf("%s: %v", number, err)
		}
		if number == "+449012345678" && charge.Amount < outbound.USD {
			t.Errorf("a premium minute is charged with %d", charge.Amount)
		}
	}
}

// One agent who called 60 times in three seconds is stopped; his colleague is not,
// and what was refused for another reason takes nothing of his rate.
func TestOneUserCallsAndTextsOnlySoFast(t *testing.T) {
	w, guard := open()
	w.set.Rates.CallsPerMinute, w.set.Rates.TextsPerMinute = 3, 2
	for range 5 {
		_, _ = guard.Call(t.Context(), person("anna"), "+18765551234")
	}
	calls, texts := 0, 0
	for range 60 {
		if _, err := guard.Call(t.Context(), person("anna"), atHome); err == nil {
			calls++
		} else if !fault.Is(err, fault.Limited) || fault.From(err).RetryAfter <= 0 {
			t.Fatalf("a call too many: %v", err)
		}
		if _, err := guard.Text(t.Context(), person("anna"), []string{atHome}, "Hi", 0); err == nil {
			texts++
		}
	}
	if calls != 3 || texts != 2 {
		t.Errorf("%d calls and %d texts went out", calls, texts)
	}
	if _, err := guard.Call(t.Context(), person("ben"), atHome); err != nil {
		t.Errorf("a colleague: %v", err)
	}
}

func TestTheMonthsStop(t *testing.T) {
	w, guard := open()
	w.set.Spend.MonthlyStopUSD = 1
	charge, err := guard.Text(t.Context(), person("anna"), []string{atHome, "+14165551234"}, strings.Repeat("a", 161), 0)
	want := row.Charge{Account: "outbound:2026-11", Amount: 2 * (12_000 + 16_000), Most: outbound.USD, Refusal: charge.Refusal}
	if err != nil || charge != want || !strings.Contains(charge.Refusal, "$1") {
		t.Errorf("two segments to two numbers: %+v, %v", charge, err)
	}
	w.spent = outbound.USD
	_, call := guard.Call(t.Context(), person("anna"), atHome)
	_, text := guard.Text(t.Context(), person("anna"), []string{atHome}, "Hi", 0)
	if !fault.Is(call, fault.Forbidden) || !fault.Is(text, fault.Forbidden) || fault.From(call).Detail != charge.Refusal {
		t.Errorf("past the stop: %v, %v", call, text)
	}
	w.told = nil
	guard = w.guard()
	for _, spent := range []int64{outbound.USD / 2, outbound.USD * 79 / 100, outbound.USD * 80 / 100, outbound.USD, outbound.USD * 90 / 100} {
		w.spent = spent
		_, _ = guard.Call(t.Context(), person("ben"), atHome)
	}
	near, all := outbound.Notice{Month: "2026-11", Percent: 80, StopUSD: 1}, outbound.Notice{Month: "2026-11", Percent: 100, StopUSD: 1}
	if !slices.Equal(w.told, []outbound.Notice{near, all}) { // 79 % and a call are more than 80 %
		t.Errorf("the organization was told %+v", w.told)
	}
	guard.Now = func() time.Time { return now.AddDate(0, 1, 0) }
	if _, err := guard.Call(t.Context(), person("anna"), atHome); err != nil {
		t.Errorf("in the next month: %v", err)
	}
}
