package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// packager is a server with one app.
func packager(t *testing.T) (from remote, said *strings.Builder) {
	t.Helper()
	said = &strings.Builder{}
	routes := http.NewServeMux()
	routes.HandleFunc("GET /v1/object/app", func(w http.ResponseWriter, r *http.Request) {
		found := ""
		if strings.Contains(r.URL.Query().Get("filter"), `"Dispatch"`) {
			found = `{"id":"a1"}`
		}
		_, _ = io.WriteString(w, `{"data":[`+found+`]}`)
	})
	routes.HandleFunc("GET /v1/app/{id}/package", func(w http.ResponseWriter, r *http.Request) {
		if r.PathValue("id") != "a1" {
			w.WriteHeader(http.StatusNotFound)
			_, _ = io.WriteString(w, `{"detail":"Record not found"}`)
			return
		}
		_, _ = io.WriteString(w, `{"format":1,"app":{"id":"a1"}}`)
	})
	routes.HandleFunc("POST /v1/app/package", func(w http.ResponseWriter, r *http.Request) {
		raw, _ := io.ReadAll(r.Body)
		fmt.Fprintln(said, string(raw))
		if strings.Contains(string(raw), `"format":1`) {
			_, _ = io.WriteString(w, `{"diff":{"token":"t1","warnings":["A field is retired."],"steps":[
				{"action":"create","kind":"object","object":"depot","name":"Depot","changes":[]},
				{"action":"change","kind":"field","object":"depot","name":"Town","changes":[{"name":"title","before":"City","after":"Town"}]}]}}`)
			return
		}
		_, _ = io.WriteString(w, `{"diff":{"token":"t2","warnings":[],"steps":[]}}`)
	})
	server := httptest.NewServer(routes)
	t.Cleanup(server.Close)
	token := filepath.Join(t.TempDir(), "token")
	if err := os.WriteFile(token, []byte("secret\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	return remote{URL: server.URL, TokenFile: token}, said
}

func TestAnAppIsAFileOfVersionControl(t *testing.T) {
	from, said := packager(t)
	file := filepath.Join(t.TempDir(), "dispatch.json")
	if err := (exportApp{remote: from, App: "Dispatch", Output: file}).Run(); err != nil {
		t.Fatal(err)
	}
	if raw, err := os.ReadFile(file); err != nil || string(raw) != "{\n  \"format\": 1,\n  \"app\": {\n    \"id\": \"a1\"\n  }\n}\n" {
		t.Errorf("%q: %v", raw, err)
	}
	if err := (exportApp{remote: from, App: "Nothing", Output: file}).Run(); err == nil || err.Error() != "Record not found" {
		t.Errorf("an app that is not there: %v", err)
	}
	// A plan changes nothing; what is applied is what was shown.
	if err := (applyApp{remote: from, File: file, Plan: true}).Run(); !errors.Is(err, errPlanned) {
		t.Errorf("a plan with changes: %v", err)
	}
	if strings.Contains(said.String(), "token") {
		t.Errorf("a plan was applied: %s", said)
	}
	if err := (applyApp{remote: from, File: file, Yes: true}).Run(); err != nil || !strings.Contains(said.String(), `"token":"t1"`) {
		t.Errorf("apply: %v %s", err, said)
	}
	same := filepath.Join(t.TempDir(), "same.json")
	if err := os.WriteFile(same, []byte(`{"format":3}`), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := (applyApp{remote: from, File: same, Plan: true}).Run(); err != nil {
		t.Errorf("a plan without changes: %v", err)
	}
	if err := os.WriteFile(same, []byte(`format: 1`), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := (applyApp{remote: from, File: same}).Run(); err == nil || !strings.Contains(err.Error(), "is not JSON") {
		t.Errorf("a file that is no package: %v", err)
	}
}

func TestAPlanIsReadable(t *testing.T) {
	var plan applied
	err := json.Unmarshal([]byte(`{"diff":{"warnings":["Kept."],"steps":[
		{"action":"create","kind":"object","object":"depot","name":"Depot"},
		{"action":"change","kind":"field","object":"depot","name":"Town","changes":[{"name":"title","before":"City","after":"Town"}]},
		{"action":"remove","kind":"record","object":"function","name":"Route"}]}}`), &plan)
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	plan.print(&out)
	const want = "+ object depot Depot\n~ field depot Town\n    title: \"City\" -> \"Town\"\n- record function Route\n! Kept.\n1 to add, 1 to change, 1 to remove\n"
	if out.String() != want {
		t.Errorf("%s\nwant\n%s", out.String(), want)
	}
}
