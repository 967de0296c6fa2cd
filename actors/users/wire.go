package users

import (
	"switchboard/actors/runtime"
)

// RegisterWire names the commands and replies that cross to other nodes. The names
// and shapes stay readable by the previous release.
func RegisterWire() {
	for name, sample := range map[string]any{
		"set_status": SetStatus{},
		"patch":      Patch{},
		"on_call":    OnCall{},
		"off_call":   OffCall{},
		"status":     Status{},
		"patched":    Patched{},
	} {
		runtime.RegisterWire(Kind+"."+name, sample)
	}
}
