package integrations

import (
	"context"

	"switchboard/storage/access"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// appReviewer looks at integrated apps that are about to be written.
type appReviewer struct{}

// Watches implements feature.Watcher.
func (appReviewer) Watches() []string { return []string{"token_url"} }

// Review asks for the secret again where it would go to another address: who may change the
// address would else learn the secret that he may not read.
func (appReviewer) Review(_ context.Context, _ *access.Principal, _ id.ID, before row.Record, set row.Fields) ([]row.Write, error) {
	next, isSet := set["token_url"].(string)
	_, isGiven := set["client_secret"]
	if before.ID != "" && isSet && next != before.Text("token_url") && before.Text("client_secret") != "" && !isGiven {
		return nil, fault.Field("client_secret", "Enter the client secret again: it will be sent to another Token URL")
	}
	return nil, nil
}

// credentialReviewer looks at credentials that are about to be written.
type credentialReviewer struct{}

// Watches implements feature.Watcher.
func (credentialReviewer) Watches() []string { return []string{"integrated_app", "user", "data"} }

// Review takes back that a credential is verified where something else stands for it.
func (credentialReviewer) Review(_ context.Context, _ *access.Principal, _ id.ID, before row.Record, set row.Fields) ([]row.Write, error) {
	if was, _ := before.Bool("verified"); was {
		set["verified"] = false
	}
	return nil, nil
}
