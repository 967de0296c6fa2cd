package retention

import (
	"context"
	"time"

	"switchboard/actors/feature"
	"switchboard/storage/access"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/settings"
)

// Kind names the job that deletes for good.
const Kind = "retention"

// Every is how often it is looked for what is to be deleted.
const Every = 24 * time.Hour

// Feature declares the deletion for good.
var Feature = feature.Feature{Name: "retention", Jobs: []feature.Job{job()}, Start: start}

// Nothing is what the job is started with: the settings say all.
type Nothing struct{}

// Worker is what the job asks of the Service.
type Worker interface {
	Due(ctx context.Context, organization id.ID) (Nothing, bool, error)
	Before(ctx context.Context, on feature.Portion) error
	Portion(ctx context.Context, on feature.Portion) (feature.Progress, error)
}

func job() feature.Job {
	may := func(p *access.Principal, _ Nothing) error {
		if !p.Superuser {
			return fault.New(fault.Forbidden, "Only a superuser can delete permanently")
		}
		return nil
	}
	j := feature.Portions(feature.Job{Name: Kind, Title: "Delete for good what was removed"}, may, func(ctx context.Context, d Worker, on feature.Portion, _ Nothing) (feature.Progress, error) {
		return d.Portion(ctx, on)
	})
	j = feature.Outside(j, func(ctx context.Context, d Worker, on feature.Portion, _ Nothing) (bool, error) {
		err := d.Before(ctx, on)
		return err == nil, err
	})
	return feature.Regularly(j, Every, func(ctx context.Context, d Worker, organization id.ID) (Nothing, bool, error) {
		return d.Due(ctx, organization)
	})
}

// Store is what the deletion needs of the database (storage/pg).
type Store interface {
	Removed(ctx context.Context, organization id.ID, keep time.Duration) (int64, error)
	Purge(ctx context.Context, organization id.ID, keep time.Duration, batch int) (records, parts int64, isAll bool, err error)
	Retired(ctx context.Context, organization id.ID, keep time.Duration) (int64, error)
	PurgeRetired(ctx context.Context, organization id.ID, keep time.Duration) (int64, error)
}

// Settings say for how long an organization keeps what it removed.
type Settings interface {
	StoredSettings(ctx context.Context, organization id.ID) (settings.Organization, error)
}

func start(h *feature.Host) feature.Running {
	return feature.Running{Service: New(feature.Need[Store](h), feature.Need[Settings](h))}
}
