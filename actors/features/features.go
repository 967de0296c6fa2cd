package features

import (
	"slices"

	"switchboard/actors/accounts"
	"switchboard/actors/activities"
	"switchboard/actors/analytics"
	"switchboard/actors/apps"
	"switchboard/actors/assistance"
	"switchboard/actors/automation"
	"switchboard/actors/calls"
	"switchboard/actors/campaigns"
	"switchboard/actors/chat"
	"switchboard/actors/contacts"
	"switchboard/actors/conversations"
	"switchboard/actors/erasure"
	"switchboard/actors/exports"
	"switchboard/actors/feature"
	"switchboard/actors/files"
	"switchboard/actors/imports"
	"switchboard/actors/integrations"
	"switchboard/actors/jobs"
	"switchboard/actors/lists"
	"switchboard/actors/market"
	"switchboard/actors/mass"
	"switchboard/actors/merge"
	"switchboard/actors/notes"
	"switchboard/actors/notifications"
	"switchboard/actors/onboarding"
	"switchboard/actors/organizations"
	"switchboard/actors/phones"
	"switchboard/actors/retention"
	"switchboard/actors/rotation"
	"switchboard/actors/salesforce"
	"switchboard/actors/schemas"
	"switchboard/actors/subscribers"
	"switchboard/actors/tags"
	"switchboard/actors/templates"
	"switchboard/actors/users"
	"switchboard/storage/schema"
)

// All lists the features in the order in which their objects are shown.
func All() []feature.Feature {
	return []feature.Feature{
		organizations.Feature,
		schemas.Feature,
		users.Feature,
		accounts.Feature,
		contacts.Feature,
		notes.Feature,
		mass.Feature,
		imports.Feature,
		exports.Feature,
		merge.Feature,
		calls.Feature,
		phones.Feature,
		conversations.Feature,
		chat.Feature,
		subscribers.Feature,
		notifications.Feature,
		jobs.Feature,
		erasure.Feature,
		retention.Feature,
		rotation.Feature,
		integrations.Feature,
		salesforce.Feature,
		onboarding.Feature,
		apps.Feature,
		tags.Feature,
		activities.Feature,
		templates.Feature,
		lists.Feature,
		files.Feature,
		analytics.Feature,
		campaigns.Feature,
		assistance.Feature,
		automation.Feature,
		market.Feature,
	}
}

// Start starts all features in their order. Errors: see feature.Start.
func Start(h *feature.Host) ([]feature.Running, error) { return feature.Start(h, All()) }

// Registry makes the registry of the objects that every organization has.
func Registry() *schema.Registry {
	var objects []*schema.Object
	for _, f := range All() {
		objects = slices.Concat(objects, f.Objects)
	}
	r, err := schema.NewRegistry(objects...)
	if err != nil {
		panic(err) // the definitions are constants; a test loads them
	}
	return r
}
