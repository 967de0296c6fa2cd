package simulator

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"testing"
)

// The file of a simulator that was stopped before an update is read by the next: every
// name in it stays.
func TestStateFileKeepsItsNames(t *testing.T) {
	folder := t.TempDir()
	const written = `{"account":"AC1","auth_token":"secret","public":"http://us","service":"IS1",
		"legs":{"CA1":{"sid":"CA1","direction":"inbound","from":"+1","to":"+2","status":"in-progress","conference":"CF1","joined":true,
			"sequence":3,"program":[{"name":{"Space":"","Local":"Say"},"text":"Bye"}],"heard":["Hello"],"created":"2026-01-01T00:00:00Z"}},
		"conferences":{"CF1":{"sid":"CF1","name":"room","status":"init","sequence":1,"legs":["CA1"],"created":"2026-01-01T00:00:00Z"}},
		"recordings":{"RE1":{"sid":"RE1","leg":"CA1","status":"paused","silences":true,"callback":"http://us/r","events":["completed"],"started":"2026-01-01T00:00:00Z"}},
		"conversations":{"CH1":{"sid":"CH1","participant":"MB1","address":"+1","proxy":"+2","state":"active","created":"2026-01-01T00:00:00Z","next":1,
			"messages":[{"sid":"IM1","index":0,"author":"+1","body":"Hi","attributes":"{}","created":"2026-01-01T00:00:00Z"}]}},
		"opted_out":{"+1 +2":true},"refusing":{"+2":true},
		"texts":[{"sid":"IM1","direction":"inbound","from":"+1","to":"+2","body":"Hi","status":"received","at":"2026-01-01T00:00:00Z"}],
		"tasks":[{"id":7,"at":"2026-01-01T00:00:00Z","kind":"webhook","part":"voice","ref":"CA1","url":"http://us/v","form":{"CallSid":["CA1"]},"key":"CA1","token":"t","attempts":1,"loose":true}],
		"last_task":7}`
	if err := os.WriteFile(filepath.Join(folder, stateFile), []byte(written), 0o600); err != nil {
		t.Fatal(err)
	}
	m, err := load(folder)
	if err != nil {
		t.Fatal(err)
	}
	if err := m.save(folder); err != nil {
		t.Fatal(err)
	}
	saved, err := os.ReadFile(filepath.Join(folder, stateFile))
	if err != nil {
		t.Fatal(err)
	}
	var before, after any
	if err := json.NewDecoder(bytes.NewReader(saved)).Decode(&after); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal([]byte(written), &before); err != nil || !reflect.DeepEqual(before, after) {
		t.Fatalf("%v; saved was\n%s", err, saved)
	}
}
