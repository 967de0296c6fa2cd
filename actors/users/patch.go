package users

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"switchboard/actors/runtime"
	"switchboard/storage/exact"
	"switchboard/storage/fault"
	"switchboard/storage/row"
)

func decidePatch(s State, c Patch, in runtime.Input) (runtime.Decision, error) {
	wanted, err := c.Over(s.User)
	if err != nil {
		return runtime.Decision{}, err
	}
	old := stored(s.User)
	next := old
	set := row.Fields{}
	for _, name := range slices.Sorted(maps.Keys(wanted)) {
		value := wanted[name]
		if unchanged(s.User, name, value) {
			continue
		}
		if err := take(s.User, set, &next, name, value); err != nil {
			return runtime.Decision{}, err
		}
	}
	if err := takeExtension(s.User, wanted, set); err != nil {
		return runtime.Decision{}, err
	}
	rename(s.User, set)
	return write(s, c.By, "user.updated", old, next, set, c.Expect, in), nil
}

// take adds one changed field to set, or to next if it is a command on the
// availability.
func take(user row.Record, set row.Fields, next *availability, name string, value any) error {
	switch name {
	case "do_not_disturb": // derived; writing it changes the chosen status
		on, _ := value.(bool)
		*next = next.disturbed(on)
	case "email": // the sign-in email belongs to the account and is stored elsewhere
		return fault.Field("email", "The email address for signing in can't be changed here.")
	case "is_active":
		if on, _ := value.(bool); on && awaited(user) {
			return fault.New(fault.Conflict, "%s has not accepted the invitation and can't be made active before that. Send it again, or wait.", user.Text("name"))
		}
		set[name] = value
	case "settings":
		if _, object := decode(rawValue(value)).(map[string]any); !object {
			return fault.Field("settings", "The settings must be an object.")
		}
		deep := mergeJSON(rawOf(user, name), value)
		if err := bounded(user, name, deep, maxSettings); err != nil {
			return err
		}
		set[name] = deep
	case "availability":
		return takeAvailability(user, set, next, value)
	default:
		set[name] = value
	}
	return nil
}

// awaited reports whether a user was invited and has not joined yet.
func awaited(user row.Record) bool {
	state := user.Text("invitation")
	return state != "" && state != "accepted"
}

// takeAvailability merges a client's changes into the availability. The status
// follows the rules of SetStatus. Clients can't change the live call.
func takeAvailability(user row.Record, set row.Fields, next *availability, value any) error {
	raw, ok := value.(json.RawMessage)
	if !ok {
		return fault.Field("availability", "The availability must be an object.")
	}
	if err := checkAvailability(rawOf(user, "availability"), raw); err != nil {
		return err
	}
	deep := keepMobileApp(rawOf(user, "availability"), mergeJSON(rawOf(user, "availability"), raw))
	var wanted availability
	if err := exact.Lenient(deep, &wanted); err != nil {
		return fault.Field("availability", "The availability must be an object with call_availability.")
	}
	if status := wanted.Call.Status; status != "" && status != next.Call.Status {
		switch status {
		case Available, Busy, Offline, DoNotDisturb, Away:
		default:
			return fault.Field("availability", "Please choose available, busy, away, do_not_disturb or offline.")
		}
		if next.Call.Call != "" {
			next.Call.Resume = status
		}
		if status == Available && next.Call.Call != "" {
			status = OnCallStatus
		}
		next.Call.Status = status
	}
	if on, given := disturbing(rawOf(user, "availability"), raw); given {
		*next = next.disturbed(on)
	}
	if err := checkDays(rawOf(user, "availability"), deep); err != nil {
		return err
	}
	if err := bounded(user, "availability", deep, maxAvailability); err != nil {
		return err
	}
	set["availability"] = overlay(deep, *next)
	return nil
}

// disturbing returns do_not_disturb of a change of availability, if it changes it.
func disturbing(stored, change json.RawMessage) (on, given bool) {
	var was, is struct {
		On *bool `json:"do_not_disturb"`
	}
	if exact.Lenient(change, &is) != nil || is.On == nil {
		return false, false
	}
	isAsBefore := exact.Lenient(stored, &was) == nil && was.On != nil && *was.On == *is.On
	return *is.On, !isAsBefore
}

// disturbed returns the availability with the status do_not_disturb set or cleared.
func (a availability) disturbed(on bool) availability {
	switch {
	case on:
		a.Call.Status = DoNotDisturb
	case a.Call.Status != DoNotDisturb:
	case a.Call.Call != "":
		a.Call.Status = OnCallStatus
	default:
		a.Call.Status = Available
	}
	return a
}

// keepMobileApp returns the availability with the stored has_mobile_app, which is a
// fact about the user's devices and not a choice of a client.
func keepMobileApp(stored, next json.RawMessage) json.RawMessage {
	const field = "has_mobile_app"
	callOf := func(whole any) map[string]any {
		object, _ := whole.(map[string]any)
		call, _ := object["call_availability"].(map[string]any)
		return call
	}
	whole := decode(next)
	call := callOf(whole)
	if call == nil {
		return next
	}
	if was, ok := callOf(decode(stored))[field]; ok {
		call[field] = was
	} else {
		delete(call, field)
	}
	return row.JSONValue(whole)
}

// bounded rejects a merged composite above its limit, since each merged part may have
// been small. One that is already too large may shrink.
func bounded(user row.Record, name string, merged json.RawMessage, limit int) error {
	if len(merged) <= limit || len(merged) < len(rawOf(user, name)) {
		return nil
	}
	return fault.Field(name, "The %s would have %d bytes and may have %d. Remove a key by setting it to null.", name, len(merged), limit)
}

// rename keeps the full name in step with its parts.
func rename(user row.Record, set row.Fields) {
	_, first := set["first_name"]
	_, last := set["last_name"]
	if _, named := set["name"]; named || !first && !last {
		return
	}
	part := func(field string) string {
		if v, ok := set[field]; ok {
			text, _ := v.(string)
			return text
		}
		return user.Text(field)
	}
	if name := strings.TrimSpace(part("first_name") + " " + part("last_name")); name != "" {
		set["name"] = name
	}
}

func stored(user row.Record) availability {
	var a availability
	if user.JSON("availability", &a) != nil || a.Call.Status == "" {
		a.Call.Status = Offline
	}
	return a
}

// merged returns the user's availability composite with the keys of next merged into
// it.
func merged(user row.Record, set row.Fields, next availability) json.RawMessage {
	base := rawOf(user, "availability")
	if raw, ok := set["availability"].(json.RawMessage); ok {
		base = raw
	}
	return overlay(base, next)
}

func overlay(base json.RawMessage, next availability) json.RawMessage {
	whole, _ := decode(base).(map[string]any)
	if whole == nil {
		whole = map[string]any{}
	}
	call, _ := whole["call_availability"].(map[string]any)
	if call == nil {
		call = map[string]any{}
	}
	whole["call_availability"] = call
	call["call_status"] = next.Call.Status
	if _, ok := whole["do_not_disturb"]; ok { // the status a second time
		whole["do_not_disturb"] = next.Call.Status == DoNotDisturb
	}
	if delete(call, "other_calls"); len(next.Call.Others) > 0 {
		call["other_calls"] = next.Call.Others
	}
	for key, value := range map[string]string{"call": string(next.Call.Call), "resume_status": next.Call.Resume} {
		if value == "" {
			delete(call, key)
		} else {
			call[key] = value
		}
	}
	return row.JSONValue(whole)
}

// mergeJSON merges patch into base, object by object. null removes a key.
func mergeJSON(base json.RawMessage, patch any) json.RawMessage {
	return row.JSONValue(mergeValue(decode(base), decode(rawValue(patch))))
}

func mergeValue(base, patch any) any {
	over, ok := patch.(map[string]any)
	if !ok {
		return patch
	}
	under, ok := base.(map[string]any)
	if !ok {
		under = map[string]any{}
	}
	for key, value := range over {
		if value == nil {
			delete(under, key)
			continue
		}
		under[key] = mergeValue(under[key], value)
	}
	return under
}

func decode(raw json.RawMessage) any {
	var value any
	if len(raw) > 0 && json.Unmarshal(raw, &value) != nil {
		return nil
	}
	return value
}

func rawValue(value any) json.RawMessage {
	raw, _ := value.(json.RawMessage)
	return raw
}

func rawOf(user row.Record, field string) json.RawMessage {
	raw, _ := user.Fields[field].(json.RawMessage)
	return raw
}

// unchanged reports whether the user already has this value, so that a whole user can
// be sent back.
func unchanged(user row.Record, name string, value any) bool {
	if name == "do_not_disturb" {
		on, ok := value.(bool)
		return ok && on == (stored(user).Call.Status == DoNotDisturb)
	}
	return row.Same(user.Fields[name], value)
}
