package rest

import (
	"encoding/json"
	"net/http"
	"strings"

	"switchboard/actors/users"
	"switchboard/storage/access"
	"switchboard/storage/fault"
	"switchboard/storage/id"
)

// userStatus is one row of GET v1/status/users (D1§7).
type userStatus struct {
	users.UserPresence
	Availability availability `json:"availability"`
}

type availability struct {
	CallAvailability callAvailability `json:"call_availability"`
}

type callAvailability struct {
	CallStatus string `json:"call_status"`
}

func (s *server) userStatuses(w http.ResponseWriter, r *http.Request, p *access.Principal) error {
	everyone, err := s.Presence.Snapshot(r.Context(), p.Organization)
	if err != nil {
		return err
	}
	out := make([]userStatus, len(everyone))
	for i, one := range everyone {
		out[i] = userStatus{one, availability{callAvailability{one.Status}}}
	}
	return writeJSON(w, http.StatusOK, out)
}

// setAvailable is POST v1/twilio/call/available (decision 81).
func (s *server) setAvailable(w http.ResponseWriter, r *http.Request, p *access.Principal) error {
	var body struct {
		CallStatus string `json:"call_status"`
		Command    string `json:"command"`
	}
	if err := readInto(r, maxBody, &body); err != nil {
		return err
	}
	if body.CallStatus == "" {
		return fault.Field("call_status", "call_status is required")
	}
	status, err := s.Users.SetStatus(r.Context(), p, body.CallStatus, s.command(r, p, body.Command))
	if err != nil {
		return err
	}
	return writeJSON(w, http.StatusOK, status)
}

// command is the body's command id, else the Idempotency-Key.
func (s *server) command(r *http.Request, p *access.Principal, inBody string) string {
	if inBody != "" {
		return commandID(inBody, p)
	}
	return commandOf(r, p)
}

// dial is POST v1/twilio/call: it calls out and answers 201 with the call.
func (s *server) dial(w http.ResponseWriter, r *http.Request, p *access.Principal) error {
	var body struct {
		To      string          `json:"to"`
		Contact json.RawMessage `json:"contact"`
		Command string          `json:"command"`
	}
	if err := readInto(r, maxBody, &body); err != nil {
		return err
	}
	contact, err := reference("contact", body.Contact)
	if err != nil {
		return err
	}
	if body.To == "" && contact == "" {
		return fault.Field("to", "Name the number or the contact to call")
	}
	call, err := s.Calls.Dial(r.Context(), p, Dial{To: body.To, Contact: contact, Command: s.command(r, p, body.Command)})
	if err != nil {
		return err
	}
	fields, err := s.Records.Get(r.Context(), p, "call", call)
	if err != nil {
		return err
	}
	return writeJSON(w, http.StatusCreated, fields)
}

// commandCall is PATCH v1/twilio/call (D2§7, decision 80): status says what to do
// with the call; sid and user are the client's view and decide nothing.
func (s *server) commandCall(w http.ResponseWriter, r *http.Request, p *access.Principal) error {
	var body struct {
		ID      string          `json:"id"`
		SID     string          `json:"sid"`
		User    json.RawMessage `json:"user"`
		Status  string          `json:"status"`
		Command string          `json:"command"`
	}
	if err := readInto(r, maxBody, &body); err != nil {
		return err
	}
	call, ok := id.Parse(body.ID)
	if !ok {
		return fault.Field("id", "id must be the id of a call")
	}
	command := s.command(r, p, body.Command)
	var err error
	switch strings.ToLower(body.Status) {
	case "in-progress", "in progress", "answered":
		err = s.Calls.Accept(r.Context(), p, call, command)
	case "completed":
		err = s.Calls.Hangup(r.Context(), p, call, command)
	case "declined":
		err = s.Calls.Decline(r.Context(), p, call, command)
	default:
		err = fault.Field("status", "status must be in-progress (accept), declined or completed (hang up)")
	}
	if err != nil {
		return err
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}

// reference reads "id", {"id": …} or null.
func reference(name string, value json.RawMessage) (id.ID, error) {
	if len(value) == 0 || string(value) == "null" {
		return "", nil
	}
	var text string
	if json.Unmarshal(value, &text) != nil {
		var object map[string]json.RawMessage
		if json.Unmarshal(value, &object) != nil || json.Unmarshal(object["id"], &text) != nil {
			return "", fault.Field(name, "%s must be an id, an object with one, or null", name)
		}
	}
	if text == "" {
		return "", nil
	}
	found, ok := id.Parse(text)
	if !ok {
		return "", fault.Field(name, "%s must be an id, an object with one, or null", name)
	}
	return found, nil
}
