package chat

import (
	"switchboard/actors/runtime"
)

// RegisterWire names the commands and replies that cross to other nodes. The names
// and shapes stay readable by the previous release.
func RegisterWire() {
	for name, sample := range map[string]any{
		"create":    Create{},
		"patch":     Patch{},
		"post":      Post{},
		"mark_read": MarkRead{},
		"remove":    Remove{},
		"ref":       Ref{},
	} {
		runtime.RegisterWire(Kind+"."+name, sample)
	}
}
