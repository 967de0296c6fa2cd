package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// office is a server that takes an import and an export, and refuses a file that says so.
func office(t *testing.T) (url, token string, said *strings.Builder) {
	t.Helper()
	said = &strings.Builder{}
	routes := http.NewServeMux()
	answer := func(path string, status int, body string) {
		routes.HandleFunc(path, func(w http.ResponseWriter, r *http.Request) {
			if r.Header.Get("Authorization") != "Bearer secret" {
				status, body = http.StatusUnauthorized, `{"detail":"Please sign in."}`
			}
			raw, _ := io.ReadAll(r.Body)
			fmt.Fprintf(said, "%s %s\n%s\n", r.Method, r.URL.Path, raw)
			at, text := status, body
			if strings.Contains(string(raw), "broken") {
				at, text = http.StatusUnprocessableEntity, `{"detail":"Line 2: broken","errors":{"file":["Line 2: broken"]}}`
			}
			w.WriteHeader(at)
			_, _ = io.WriteString(w, text)
		})
	}
	answer("POST /v1/import/contact", http.StatusAccepted, `{"id":"i","job":"j"}`)
	answer("POST /v1/import/deal", http.StatusUnprocessableEntity, `{"detail":"This field is required","errors":{"name":["This field is required"]}}`)
	answer("GET /v1/job/j", http.StatusOK, `{"status":"done","done":3,"total":3,"result":"Created 2 contacts; 1 row was refused."}`)
	answer("GET /v1/import/i", http.StatusOK, `{"counts":{"refused":1}}`)
	answer("GET /v1/import/i/errors.csv", http.StatusOK, "Name,Error\r\n")
	answer("POST /v1/export/contact", http.StatusAccepted, `{"id":"j"}`)
	answer("GET /v1/export/j/file", http.StatusOK, "Name\r\nAnn\r\n")
	server := httptest.NewServer(routes)
	t.Cleanup(server.Close)
	token = filepath.Join(t.TempDir(), "token")
	if err := os.WriteFile(token, []byte("secret\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	return server.URL, token, said
}

func TestATableIsImportedByTheCommandLine(t *testing.T) {
	url, token, said := office(t)
	dir := t.TempDir()
	file := filepath.Join(dir, "people.csv")
	if err := os.WriteFile(file, []byte("Name\nAnn\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	from := remote{URL: url, TokenFile: token}
	refused := filepath.Join(dir, "refused.csv")
	err := importTable{remote: from, Object: "contact", File: file, Mode: "create", Map: map[string]string{"name": "Name"}, Errors: refused}.Run()
	if err == nil || err.Error() != "rows were refused; they are in "+refused+" with the reasons" {
		t.Errorf("refused rows: %v", err)
	}
	if raw, err := os.ReadFile(refused); err != nil || string(raw) != "Name,Error\r\n" {
		t.Errorf("the errors: %q, %v", raw, err)
	}
	for _, part := range []string{"Name\nAnn\n", `{"name":"Name"}`, `name="dry_run"` + "\r\n\r\nfalse", `filename="people.csv"`} {
		if !strings.Contains(said.String(), part) {
			t.Errorf("%q was not sent", part)
		}
	}
	if err := (importTable{remote: from, Object: "deal", File: file, Mode: "create"}).Run(); err == nil || err.Error() != "name: This field is required" {
		t.Errorf("a missing field: %v", err)
	}
	if err := os.WriteFile(file, []byte("Name\nbroken\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := (importTable{remote: from, Object: "contact", File: file, Mode: "create"}).Run(); err == nil || err.Error() != "Line 2: broken" {
		t.Errorf("a broken file: %v", err)
	}
}

func TestRecordsAreExportedByTheCommandLine(t *testing.T) {
	url, token, said := office(t)
	file := filepath.Join(t.TempDir(), "contacts.jsonl")
	if err := (exportTable{remote: remote{URL: url, TokenFile: token}, Object: "contact", File: file, Fields: []string{"name"}}).Run(); err != nil {
		t.Fatal(err)
	}
	if raw, err := os.ReadFile(file); err != nil || string(raw) != "Name\r\nAnn\r\n" {
		t.Errorf("the file: %q, %v", raw, err)
	}
	var in struct {
		Format string
		Fields []string
	}
	_, body, _ := strings.Cut(said.String(), "\n")
	if err := json.NewDecoder(strings.NewReader(body)).Decode(&in); err != nil || in.Format != "jsonl" || len(in.Fields) != 1 {
		t.Errorf("asked for %+v: %v", in, err)
	}
	if err := (exportTable{remote: remote{URL: "desk", TokenFile: token}, Object: "contact", File: file}).Run(); err == nil || !strings.Contains(err.Error(), "is not an address") {
		t.Errorf("a bad address: %v", err)
	}
}
