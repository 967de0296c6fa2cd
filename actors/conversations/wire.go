package conversations

import "switchboard/actors/runtime"

// RegisterWire names the commands and replies that cross to other nodes.
func RegisterWire() {
	for name, sample := range wire {
		runtime.RegisterWire(Kind+"."+name, sample)
	}
}

// wire is what crosses. Names and shapes stay readable by the previous release.
var wire = map[string]any{
	"event":        Event{},
	"receipt":      Receipt{},
	"send":         Send{},
	"sent":         Sent{},
	"waiting":      Waiting{},
	"cancel":       Cancel{},
	"may_send":     MaySend{},
	"known":        Known{},
	"mark_read":    MarkRead{},
	"mark_message": MarkMessage{},
	"patch":        Patch{},
	"ref":          Ref{},
	"sending":      Sending{},
	"read":         Read{},
}
