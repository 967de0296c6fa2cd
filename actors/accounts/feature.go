package accounts

import (
	"context"

	"switchboard/actors/feature"
	"switchboard/storage/access"
	"switchboard/storage/schema"
)

// Feature declares the objects and commands of accounts. Signing in is not a command: its routes
// are those of OAuth 2.0 (RFC 6749), with cookies.
var Feature = feature.Feature{
	Name:    "accounts",
	Objects: []*schema.Object{permissionObject(), sessionObject(), apiKeyObject(), invitationObject()},
	Commands: []feature.Command{
		feature.Do(feature.Command{Route: feature.Route{Method: "POST", Path: "/api_key", Status: 201}}, createKey),
		feature.Do(feature.Command{Route: feature.Route{Method: "GET", Path: "/api_key", Status: 200}}, listKeys),
		feature.Do(feature.Command{Of: "a key", Route: feature.Route{Method: "DELETE", Path: "/api_key/{id}", Status: 204}}, deleteKey),
		feature.Do(feature.Command{Of: "a user", Route: feature.Route{Method: "GET", Path: "/invitation/{id}", Status: 200}}, showInvitation),
		feature.Do(feature.Command{Of: "a user", Route: feature.Route{Method: "POST", Path: "/invitation/{id}/resend", Status: 200}}, resendInvitation),
		feature.Do(feature.Command{Of: "a user", Route: feature.Route{Method: "POST", Path: "/invitation/{id}/withdraw", Status: 200}}, withdrawInvitation),
		feature.Do(feature.Command{Of: "a user", Route: feature.Route{Method: "GET", Path: "/session/{id}", Status: 200}}, listSessions),
		feature.Do(feature.Command{Of: "a session", Route: feature.Route{Method: "DELETE", Path: "/session/{id}", Status: 204}}, endSession),
		feature.Do(feature.Command{Of: "a user", Route: feature.Route{Method: "GET", Path: "/second_factor/{id}", Status: 200}}, showFactor),
		feature.Do(feature.Command{Of: "a user", Route: feature.Route{Method: "DELETE", Path: "/second_factor/{id}", Status: 204}}, resetFactor),
	},
	Start: start,
}

func listSessions(ctx context.Context, s *Service, p *access.Principal, in feature.On) (SignedInList, error) {
	return s.Sessions.List(ctx, p, in.ID)
}

func endSession(ctx context.Context, s *Service, p *access.Principal, in feature.On) (struct{}, error) {
	return struct{}{}, s.Sessions.End(ctx, p, in.ID)
}

func showFactor(ctx context.Context, s *Service, p *access.Principal, in feature.On) (Standing, error) {
	return s.SecondFactors.StandingOf(ctx, p, in.ID)
}

func resetFactor(ctx context.Context, s *Service, p *access.Principal, in feature.On) (struct{}, error) {
	return struct{}{}, s.SecondFactors.Reset(ctx, p, in.ID)
}

func createKey(ctx context.Context, s *Service, p *access.Principal, in NewKey) (Key, error) {
	return s.APIKeys.Create(ctx, p, in)
}

func listKeys(ctx context.Context, s *Service, p *access.Principal, _ feature.Given) (KeyList, error) {
	return s.APIKeys.List(ctx, p)
}

func deleteKey(ctx context.Context, s *Service, p *access.Principal, in feature.On) (struct{}, error) {
	return struct{}{}, s.APIKeys.Delete(ctx, p, in.ID, in.Command)
}

func showInvitation(ctx context.Context, s *Service, p *access.Principal, in feature.On) (Invitation, error) {
	return s.Invitations.Invitation(ctx, p, in.ID)
}

func resendInvitation(ctx context.Context, s *Service, p *access.Principal, in feature.On) (Invitation, error) {
	if err := s.Invitations.Resend(ctx, p, in.ID); err != nil {
		return Invitation{}, err
	}
	return s.Invitations.Invitation(ctx, p, in.ID)
}

func withdrawInvitation(ctx context.Context, s *Service, p *access.Principal, in feature.On) (Invitation, error) {
	if err := s.Invitations.Withdraw(ctx, p, in.ID); err != nil {
		return Invitation{}, err
	}
	return s.Invitations.Invitation(ctx, p, in.ID)
}
