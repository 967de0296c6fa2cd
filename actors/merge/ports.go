package merge

import (
	"context"
	"encoding/json"
	"time"

	"switchboard/actors/sight"
	"switchboard/storage/access"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// Records writes records as a user may (actors/records).
type Records interface {
	PatchOne(ctx context.Context, p *access.Principal, object string, record id.ID, set map[string]json.RawMessage, command string) (ignored []string, err error)
	Delete(ctx context.Context, p *access.Principal, object string, ids []id.ID, expect int64, command string) error
	RestoreFields(ctx context.Context, p *access.Principal, object string, record id.ID, version int64, fields []string, command string) (ignored []string, err error)
	Revive(ctx context.Context, p *access.Principal, object string, record id.ID, command string) error
}

// Store is what merges need of the database (storage/pg).
type Store interface {
	sight.Reader
	Find(ctx context.Context, organization id.ID, query row.Query) ([]row.Record, error)
	Commit(ctx context.Context, change row.Change) ([]row.Record, error)
	Together(ctx context.Context, do func(ctx context.Context) error) error
	AtWork(ctx context.Context, e row.Erasure, object, field string) (bool, error)
	ChangedBy(ctx context.Context, organization id.ID, request string, after id.ID, limit int) ([]row.ChangedBy, error)

	LockMerging(ctx context.Context, organization id.ID, object string, ids []id.ID) (map[id.ID]int64, error)
	AddMerge(ctx context.Context, of row.Merge) error
	MergeByID(ctx context.Context, organization, merge id.ID) (row.Merge, error)
	MergesOf(ctx context.Context, organization id.ID, object string, master id.ID, since time.Time, limit int) ([]row.Merge, error)
	MergedInto(ctx context.Context, organization id.ID, object string, record id.ID) (id.ID, error)
	EndMerge(ctx context.Context, of row.Merge) error
	Naming(ctx context.Context, of row.Merge, object, field string, from id.ID, limit int) ([]row.Naming, error)
	CountNaming(ctx context.Context, organization id.ID, object, field string, to []id.ID, most int) (int, error)
	NoteMoved(ctx context.Context, of row.Merge, moved []row.Moved) error
	MovedBy(ctx context.Context, of row.Merge, limit int) ([]row.Moved, error)
	CountMoved(ctx context.Context, of row.Merge) (int64, error)
	ForgetMoved(ctx context.Context, of row.Merge, moved []row.Moved) error
}

// Jobs starts jobs (actors/jobs).
type Jobs interface {
	StartJob(ctx context.Context, p *access.Principal, kind string, payload any, command string) (id.ID, error)
}
