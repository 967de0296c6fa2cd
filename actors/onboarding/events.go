package onboarding

import (
	"context"
	"slices"
	"strings"

	"switchboard/actors/feature"
	"switchboard/storage/access"
	"switchboard/storage/fault"
	"switchboard/storage/row"
)

// Events lists the events of conversations that the provider reports.
func Events() []string {
	return []string{
		"onMessageAdded", "onMessageRemoved", "onMessageUpdated", "onConversationAdded", "onConversationRemoved", "onConversationUpdated",
		"onParticipantAdded", "onParticipantRemoved", "onParticipantUpdated", "onUserUpdated", "onConversationStateUpdated", "onDeliveryUpdated", "onUserAdded",
		// The provider asks before it adds a message, so that consent is checked.
		"onMessageAdd",
	}
}

// FiltersInput names the events of a service that the provider reports.
type FiltersInput struct {
	SID     string   `json:"sid"`
	Filters []string `json:"filters"`
	feature.Given
}

// Filtered is a service with the events that the provider reports.
type Filtered struct {
	Made
	Filters []string `json:"filters"`
}

// Subscribe sets which events of a service the provider reports.
func (s *Service) Subscribe(ctx context.Context, p *access.Principal, in FiltersInput) (Filtered, error) {
	account, err := s.account(ctx, p)
	if err != nil {
		return Filtered{}, err
	}
	if len(in.Filters) == 0 {
		return Filtered{}, fault.Field("filters", "filters must name at least one event")
	}
	for _, event := range in.Filters {
		if !slices.Contains(Events(), event) {
			return Filtered{}, fault.Field("filters", "%q is no event. The events are %s", event, strings.Join(Events(), ", "))
		}
	}
	found, err := s.find(ctx, p.Organization, serviceObject, "sid", in.SID)
	if err != nil {
		return Filtered{}, err
	}
	if len(found) == 0 {
		return Filtered{}, fault.New(fault.NotFound, "Your organization has no messaging service %s. Go back and create it.", in.SID)
	}
	if err := s.provider.Subscribe(ctx, account, in.SID, in.Filters); err != nil {
		return Filtered{}, unauthenticated(err)
	}
	made, err := s.change(ctx, p, serviceObject, in.SID, row.Fields{"filters": row.JSONValue(in.Filters)})
	return Filtered{made, in.Filters}, err
}
