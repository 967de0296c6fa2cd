package conversations

import (
	"switchboard/actors/runtime"
)

// RegisterWire names the commands and replies that cross to other nodes. The names
// and shapes stay readable by the previous release.
func RegisterWire() {
	for name, sample := range map[string]any{
		"event":        Event{},
		"receipt":      Receipt{},
		"send":         Send{},
		"sent":         Sent{},
		"mark_read":    MarkRead{},
		"mark_message": MarkMessage{},
		"patch":        Patch{},
		"ref":          Ref{},
		"sending":      Sending{},
		"read":         Read{},
	} {
		runtime.RegisterWire(Kind+"."+name, sample)
	}
}
