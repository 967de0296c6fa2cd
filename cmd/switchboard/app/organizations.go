package app

import (
	"context"
	"fmt"
	"strings"

	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/pg/organizations"
)

// Organizations lists the organizations of the installation. The first one is the operators' own.
func (i *Installation) Organizations(ctx context.Context) ([]organizations.Organization, error) {
	if err := i.mustBeMigrated(ctx); err != nil {
		return nil, err
	}
	all, err := i.store.Organizations(ctx)
	if err != nil {
		return nil, fmt.Errorf("organizations: %w", err)
	}
	return all, nil
}

// FindOrganization returns the organization that may be deleted, by its id or its name.
// fault.NotFound if there is none, fault.Conflict if several have the name or it is the
// operators' own.
func (i *Installation) FindOrganization(ctx context.Context, idOrName string) (organizations.Organization, error) {
	var none organizations.Organization
	all, err := i.Organizations(ctx)
	if err != nil {
		return none, err
	}
	at, err := oneOf(all, idOrName)
	if err != nil {
		return none, err
	}
	if at == 0 {
		return none, fault.New(fault.Conflict, "%s is the first organization, whose superusers run this installation. It can't be deleted.", all[0].Name)
	}
	return all[at], nil
}

// oneOf finds an organization by its id or its name. fault.NotFound if there is none,
// fault.Conflict if several have the name.
func oneOf(all []organizations.Organization, idOrName string) (int, error) {
	var found []int
	for at := range all {
		if strings.EqualFold(all[at].ID.String(), idOrName) || all[at].Name == idOrName {
			found = append(found, at)
		}
	}
	switch len(found) {
	case 0:
		return 0, fault.New(fault.NotFound, "There is no organization %q. `switchboard organization list` shows them all.", idOrName)
	case 1:
		return found[0], nil
	default:
		return 0, fault.New(fault.Conflict, "%d organizations are named %q. Give the id of one; `switchboard organization list` shows it.", len(found), idOrName)
	}
}

// DeleteOrganization removes an organization with everything it holds. It refuses the
// operators' own.
func (i *Installation) DeleteOrganization(ctx context.Context, organization id.ID) error {
	if _, err := i.FindOrganization(ctx, organization.String()); err != nil {
		return err
	}
	if err := i.store.RemoveOrganization(ctx, organization); err != nil {
		return fmt.Errorf("organization %s: %w", organization, err)
	}
	return nil
}
