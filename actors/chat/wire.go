package chat

import "switchboard/actors/runtime"

// RegisterWire names the commands and replies that cross to other nodes.
func RegisterWire() {
	for name, sample := range wire {
		runtime.RegisterWire(Kind+"."+name, sample)
	}
}

// wire is what crosses. Names and shapes stay readable by the previous release.
var wire = map[string]any{
	"create":    Create{},
	"patch":     Patch{},
	"post":      Post{},
	"mark_read": MarkRead{},
	"remove":    Remove{},
	"ref":       Ref{},
}
