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

// The statuses of availability. OnCallStatus and Unknown can't be chosen.
const (
	Available    = "available"
	Busy         = "busy"
	Offline      = "offline"
	OnCallStatus = "on_call"
	DoNotDisturb = "do_not_disturb"
	Away         = "away"
	Unknown      = "unknown"
)

// PhoneState is how the phone of a browser stands.
type PhoneState string

// The states of a phone. PhoneFailed and PhoneNoMicrophone are waited for by nobody.
const (
	PhoneReady        PhoneState = "ready"
	PhoneStarting     PhoneState = "starting"
	PhoneFailed       PhoneState = "failed"
	PhoneNoMicrophone PhoneState = "no_microphone"
)

var phoneStates = []PhoneState{PhoneReady, PhoneStarting, PhoneFailed, PhoneNoMicrophone}

// The kinds of effects around a user.
const (
	// EffectOnCall and EffectOffCall tell the user actor that a call took or left
	// him; calls store them, the handlers are here.
	EffectOnCall  = "user.on_call"
	EffectOffCall = "user.off_call"
	// EffectAvailability tells calls that a user can be rung for or no more.
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

// SetStatus chooses an availability. Reply: Status.
type SetStatus struct {
	runtime.Given
	Status string
}

// Overwrites implements runtime.Overwriting.
func (SetStatus) Overwrites() {}

// Patch changes fields of the user. Reply: nil.
type Patch struct{ runtime.Patch }

// OnCall says that a call took the user. Reply: nil.
type OnCall struct{ Call id.ID }

// OffCall says that a call left him. Reply: nil.
type OffCall struct{ Call id.ID }

// Status is the answer of SetStatus.
type Status struct {
	CallStatus string `json:"call_status"`
	// Effective is the dot that others see, Reasons why it differs.
	Effective string   `json:"effective"`
	Reasons   []string `json:"reasons"`
}

// availability is the part of the user's availability that this package reads.
// The rest of the composite is kept as it is.
type availability struct {
	Call struct {
		Status string `json:"call_status"`
		// Call is the live call that he took last, Others are those he is on besides,
		// the newest first; Resume is the status to return to after all of them.
		Call   id.ID   `json:"call,omitempty"`
		Others []id.ID `json:"other_calls,omitempty"`
		Resume string  `json:"resume_status,omitempty"`
	} `json:"call_availability"`
}

// maxCalls bounds the calls of one person that are remembered.
const maxCalls = 32

// calls are all live calls of the person, the newest first.
func (a availability) calls() []id.ID {
	if a.Call.Call == "" {
		return nil
	}
	return append([]id.ID{a.Call.Call}, a.Call.Others...)
}

// with gives the availability of somebody on these calls.
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

// ChosenStatus reads the chosen status out of a user's stored or wire
// availability; a user without one is offline.
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
