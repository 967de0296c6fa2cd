package app

import (
	"context"
	"time"

	"switchboard/storage/id"
	"switchboard/storage/wait"
)

// departuresEvery is how often is looked for organizations that were deleted.
const departuresEvery = 3 * time.Second

// departuresPage is how many organizations are read at once.
const departuresPage = 10_000

// enumeration names the organizations that there are, in the order of their ids.
type enumeration interface {
	OrganizationsAfter(ctx context.Context, after id.ID, limit int) ([]id.ID, error)
}

// departures end on this node what belongs to organizations that were deleted. A deletion
// takes the organization's log along, and may come from a process that reaches no node: so
// each node looks for itself.
type departures struct {
	from enumeration
	// served names the organizations that have sockets here.
	served func() []id.ID
	// end ends what this node holds of one.
	end func(organization id.ID)

	known map[id.ID]bool // from the last look
}

// run looks until ctx ends.
func (d *departures) run(ctx context.Context) {
	wait.Every(ctx, departuresEvery, func() { d.look(ctx) })
}

// look ends those that are not there any more. Where it can't be known, the next look does.
func (d *departures) look(ctx context.Context) {
	served := d.served() // first: whoever comes in now is of an organization that there is
	there := map[id.ID]bool{}
	for after := id.ID(""); ; {
		page, err := d.from.OrganizationsAfter(ctx, after, departuresPage)
		if err != nil {
			return
		}
		for _, organization := range page {
			there[organization] = true
		}
		if len(page) < departuresPage {
			break
		}
		after = page[len(page)-1]
	}
	gone := map[id.ID]bool{}
	for _, organization := range served {
		gone[organization] = !there[organization]
	}
	for organization := range d.known {
		gone[organization] = !there[organization]
	}
	for organization, isGone := range gone {
		if isGone {
			d.end(organization)
		}
	}
	d.known = there
}
