package users

import (
	"encoding/json"
	"fmt"
	"slices"

	"switchboard/actors/runtime"
	"switchboard/storage/exact"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// Kind is the kind of the user actor.
const Kind = "user"

// The statuses of availability. Users can't choose OnCallStatus and Unknown.
const (
	Available    = "available"
	Busy         = "busy"
	Offline      = "offline"
	OnCallStatus = "on_call"
	DoNotDisturb = "do_not_disturb"
	Away         = "away"
	Unknown      = "unknown"
)

// PhoneState is the state of a browser's phone.
type PhoneState string

// The states of a phone. Calls do not wait for PhoneFailed and PhoneNoMicrophone.
const (
	PhoneReady        PhoneState = "ready"
	PhoneStarting     PhoneState = "starting"
	PhoneFailed       PhoneState = "failed"
	PhoneNoMicrophone PhoneState = "no_microphone"
)

var phoneStates = []PhoneState{PhoneReady, PhoneStarting, PhoneFailed, PhoneNoMicrophone}

// The kinds of effects about a user.
const (
	// EffectOnCall and EffectOffCall tell the user actor that a call started or ended
	// for the user. Calls store them; the handlers are here.
	EffectOnCall  = "user.on_call"
	EffectOffCall = "user.off_call"
	// EffectAvailability notifies calls that a user became available or unavailable.
	EffectAvailability = "user.availability"
)

// CallPayload is the payload of EffectOnCall and EffectOffCall.
type CallPayload struct {
	Call id.ID `json:"call"`
}

// AvailabilityPayload is the payload of EffectAvailability.
type AvailabilityPayload struct {
	User      id.ID `json:"user"`
	Available bool  `json:"available"`
}

// SetStatus sets the chosen availability. Reply: Status.
type SetStatus struct {
	runtime.CommandMeta
	Status string
}

// Overwrites implements runtime.NonIdempotent.
func (SetStatus) Overwrites() {}

// Patch changes fields of the user. Reply: nil.
type Patch struct{ runtime.Patch }

// OnCall reports that the user is on a call. Reply: nil.
type OnCall struct{ Call id.ID }

// OffCall reports that the user left a call. Reply: nil.
type OffCall struct{ Call id.ID }

// Status is the reply to SetStatus.
type Status struct {
	CallStatus string `json:"call_status"`
	// Effective is the dot that others see. Reasons explain a difference.
	Effective string   `json:"effective"`
	Reasons   []string `json:"reasons"`
}

// availability is the part of the user's availability that this package reads. The
// rest of the composite is kept unchanged.
type availability struct {
	Call struct {
		Status string `json:"call_status"`
		// Call is the newest live call, Others are the user's other live calls, the
		// newest first. Resume is the status after all of them.
		Call   id.ID   `json:"call,omitempty"`
		Others []id.ID `json:"other_calls,omitempty"`
		Resume string  `json:"resume_status,omitempty"`
	} `json:"call_availability"`
}

// maxCalls bounds the live calls stored of one user.
const maxCalls = 32

// calls returns all live calls of the user, the newest first.
func (a availability) calls() []id.ID {
	if a.Call.Call == "" {
		return nil
	}
	return append([]id.ID{a.Call.Call}, a.Call.Others...)
}

// with returns the availability with these live calls.
func (a availability) with(calls []id.ID) availability {
	a.Call.Call, a.Call.Others = "", nil
	if len(calls) > 0 {
		a.Call.Call, a.Call.Others = calls[0], calls[1:min(len(calls), maxCalls)]
	}
	return a
}

func (a availability) equal(b availability) bool {
	return a.Call.Status == b.Call.Status && a.Call.Resume == b.Call.Resume && slices.Equal(a.calls(), b.calls())
}

// ChosenStatus reads the chosen status from a user's stored or wire availability.
// Without one, the user is offline.
func ChosenStatus(raw json.RawMessage) string {
	var a availability
	if len(raw) == 0 || exact.Lenient(raw, &a) != nil || a.Call.Status == "" {
		return Offline
	}
	return a.Call.Status
}

func payload(e row.Effect) (CallPayload, error) {
	var p CallPayload
	if err := json.Unmarshal(e.Payload, &p); err != nil {
		return p, fmt.Errorf("effect %s: %w", e.ID, err)
	}
	return p, nil
}
