package app

import (
	"context"
	"fmt"

	"switchboard/actors/onboarding"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/pg"
	"switchboard/storage/row"
)

// giveOnboarding creates the onboarding records that an organization lacks. Another
// node may create them at the same time.
func giveOnboarding(ctx context.Context, store *pg.Store, organization id.ID) error {
	for _, write := range onboarding.Ready(organization) {
		_, err := store.Get(ctx, organization, write.Object, write.ID)
		if fault.Is(err, fault.NotFound) {
			_, err = store.Commit(ctx, row.Change{Organization: organization, Writes: []row.Write{write}})
		}
		if err != nil && !fault.Is(err, fault.Conflict) && !fault.Is(err, fault.VersionConflict) {
			return fmt.Errorf("onboarding of organization %s: %w", organization, err)
		}
	}
	return nil
}

// ensureOnboarding creates the onboarding records of organizations that are older than
// the wizards.
func ensureOnboarding(ctx context.Context, store *pg.Store) error {
	all, err := store.Organizations(ctx)
	if err != nil {
		return fmt.Errorf("organizations: %w", err)
	}
	for _, organization := range all {
		if err := giveOnboarding(ctx, store, organization.ID); err != nil {
			return err
		}
	}
	return nil
}
