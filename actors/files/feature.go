package files

import (
	"context"
	"sync"
	"time"

	"switchboard/actors/effects"
	"switchboard/actors/feature"
	"switchboard/actors/runtime"
	"switchboard/storage/blob"
	"switchboard/storage/id"
	"switchboard/storage/row"
	"switchboard/storage/schema"
	"switchboard/storage/settings"
)

// Feature declares files and what they belong to.
var Feature = feature.Feature{Name: "files", Objects: []*schema.Object{file(), relatedFile()}, Start: start}

// Settings holds the limits of organizations (actors/organizations).
type Settings interface {
	Settings(ctx context.Context, organization id.ID) (settings.Organization, error)
}

// PublicURL is the scheme and host under which the product is reached.
type PublicURL string

// Store is what the service needs of the database (storage/pg).
type Store interface {
	runtime.Store
	Groups(ctx context.Context, organization id.ID, request row.GroupRequest) (groups []row.Group, took time.Duration, err error)
}

// Service stores files.
type Service struct {
	store    Store
	blobs    blob.Storage
	settings Settings
	url      PublicURL

	mu        sync.Mutex
	writing   map[id.ID]bool  // unfinished uploads that a request writes or ends
	uploading map[id.ID]int64 // bytes of each organization that are not committed yet
	drawing   sync.Mutex      // one thumbnail at a time: an image may need much memory
}

// New makes the service.
func New(store Store, blobs blob.Storage, set Settings, url PublicURL) *Service {
	return &Service{store: store, blobs: blobs, settings: set, url: url, writing: map[id.ID]bool{}, uploading: map[id.ID]int64{}}
}

func start(h *feature.Host) feature.Running {
	s := New(feature.Need[Store](h), feature.Need[blob.Storage](h), feature.Need[Settings](h), feature.Need[PublicURL](h))
	h.Offer(s)
	return s.Running()
}

// Running returns what the service gives to the engine and the edges.
func (s *Service) Running() feature.Running {
	return feature.Running{
		Service: s,
		Uploads: []feature.Upload{{Path: "/files", Take: s.Take, Shows: fileObject}},
		Resumables: []feature.Resumable{{
			Path: "/files/resumable", Most: maxPieces * usualPiece, Begin: s.Begin, State: s.State, Write: s.Write, Cancel: s.Cancel,
		}},
		Contents: []feature.Content{
			{Path: "/files/{name}/download", Find: s.Download},
			{Path: "/files/{name}/thumbnail", Find: s.Thumbnail},
			{Path: "/files/location", Locate: s.Locate},
			{Path: "/public/files/{name}", Find: s.Public, IsPublic: true},
		},
		Reviewers: map[string]feature.Reviewer{fileObject: reviewer{s}},
		Effects:   map[string]feature.Effect{effectDelete: {Handler: eraser{s.blobs}, Retry: effects.Days()}},
	}
}
