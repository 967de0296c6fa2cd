package erasure

import (
	"context"

	"switchboard/storage/access"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// Store is what an erasure needs of the database (storage/pg).
type Store interface {
	Get(ctx context.Context, organization id.ID, object string, record id.ID) (row.Record, error)
	Read(ctx context.Context, organization id.ID, request row.ReadRequest) (row.Page, error)
	Find(ctx context.Context, organization id.ID, query row.Query) ([]row.Record, error)
	Commit(ctx context.Context, change row.Change) ([]row.Record, error)
	Happened(ctx context.Context, h row.Happening) error

	Referring(ctx context.Context, e row.Erasure, object, field string, limit int) ([]row.Referring, error)
	Following(ctx context.Context, e row.Erasure, object, field, target string, limit int) ([]row.Referring, error)
	Mentioning(ctx context.Context, e row.Erasure, object, field string, after id.ID, limit int) ([]row.Mentioning, error)
	CountReferring(ctx context.Context, e row.Erasure, object, field string) (int64, error)
	AtWork(ctx context.Context, e row.Erasure, object, field string) (bool, error)
	Parts(ctx context.Context, e row.Erasure, object string, thread id.ID, limit int) ([]row.Referring, error)
	Expunge(ctx context.Context, e row.Erasure, object string, ids []id.ID) (history int64, err error)
	Scrub(ctx context.Context, e row.Erasure, object string, ids []id.ID, fields []string) (history int64, err error)
	ScrubHistory(ctx context.Context, e row.Erasure, object string, ids []id.ID, fields []string) (history int64, err error)
	ScrubEffects(ctx context.Context, e row.Erasure) (busy bool, err error)
	ScrubOutbox(ctx context.Context, e row.Erasure) (cleaned int64, err error)
	ScrubLog(ctx context.Context, e row.Erasure, after, upTo int64) (cleaned int64, err error)
	LogSpan(ctx context.Context, organization id.ID) (floor, head int64, err error)
	Erased(ctx context.Context, e row.Erasure) ([]row.ErasedCount, error)
	EndErasure(ctx context.Context, e row.Erasure) error
}

// Jobs starts jobs (actors/jobs).
type Jobs interface {
	StartJob(ctx context.Context, p *access.Principal, kind string, payload any, command string) (id.ID, error)
}
