package notifications

import (
	"context"
	"time"

	"switchboard/actors/feature"
	"switchboard/storage/access"
	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

const (
	// clearingKind names the job that removes old notifications.
	clearingKind = "notifications"
	// keep is how long a notification stays.
	keep = 60 * 24 * time.Hour
	// every is how often the job looks for old ones.
	every = 24 * time.Hour
)

// Keeper removes notifications that are too old to be of use.
type Keeper struct{ store Store }

// Nothing is the input of the job.
type Nothing struct{}

// Clearer is what the job asks of the Keeper.
type Clearer interface {
	Due(ctx context.Context, organization id.ID) (Nothing, bool, error)
	Clear(ctx context.Context, on feature.Portion) (feature.Progress, error)
}

func clearing() feature.Job {
	may := func(p *access.Principal, _ Nothing) error {
		if !p.Superuser {
			return fault.New(fault.Forbidden, "Only a superuser can remove the notifications of others")
		}
		return nil
	}
	j := feature.Portions(feature.Job{Name: clearingKind, Title: "Remove old notifications"}, may, func(ctx context.Context, d Clearer, on feature.Portion, _ Nothing) (feature.Progress, error) {
		return d.Clear(ctx, on)
	})
	return feature.Regularly(j, every, func(ctx context.Context, d Clearer, organization id.ID) (Nothing, bool, error) {
		return d.Due(ctx, organization)
	})
}

func (k *Keeper) old(ctx context.Context, organization id.ID, limit int) ([]row.Record, error) {
	return k.store.Find(ctx, organization, row.Query{
		Object: Object, Fields: []string{"created_date"}, Limit: limit,
		Where: []row.Condition{{Field: "created_date", Operator: "<", Value: time.Now().Add(-keep).UTC()}},
	})
}

// Due reports whether an organization has old notifications.
func (k *Keeper) Due(ctx context.Context, organization id.ID) (Nothing, bool, error) {
	found, err := k.old(ctx, organization, 1)
	return Nothing{}, len(found) > 0, err
}

// Clear removes some of them.
func (k *Keeper) Clear(ctx context.Context, on feature.Portion) (feature.Progress, error) {
	found, err := k.old(ctx, on.Organization, portion)
	if err != nil || len(found) == 0 {
		on.Over = true
		return on.Progress, err
	}
	writes := make([]row.Write, len(found))
	for i, one := range found {
		writes[i] = row.Write{Object: Object, ID: one.ID, Op: entry.Removed, Cause: "notification.cleared"}
	}
	on.Done += int64(len(found))
	on.Over = len(found) < portion
	return on.Progress, k.store.CommitMany(ctx, row.Change{Organization: on.Organization, Writes: writes})
}
