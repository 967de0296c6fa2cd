package chat

import (
	"switchboard/actors/feature"
	"switchboard/actors/runtime"
	"switchboard/actors/thread"
)

func start(h *feature.Host) feature.Running {
	service := New(h.Engine, h.Store)
	service.UseFiles(feature.NeedLater[thread.Files](h))
	return feature.Running{
		Service:  service,
		Actors:   map[string]runtime.Factory{Kind: Factory(h.Store, h.Writers)},
		Contents: []feature.Content{{Path: "/chat/media/{name}", Find: service.Media}},
		Owners: map[string]feature.Owner{
			"chat":         Owner{Service: service},
			"chat_message": MessageOwner{Service: service},
		},
	}
}
