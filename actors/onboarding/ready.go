package onboarding

import (
	"switchboard/storage/entry"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// The names of the wizards.
const (
	Telephony  = "Telephony Onboarding"
	Salesforce = "ValRM for Salesforce Onboarding"
)

// Step is one step of a wizard, as its record keeps it.
type Step struct {
	Name        string `json:"name"`
	Description string `json:"description"`
	Link        string `json:"link,omitempty"`
	Complete    bool   `json:"complete"`
}

// wizard is a wizard with its steps.
type wizard struct {
	name  string
	steps []Step
}

var wizards = []wizard{
	{Telephony, []Step{
		{Name: "Own provider account?", Description: "Use your own Twilio account, or pay as you go with an account that we open for you."},
		{Name: "Save account credentials", Link: "https://console.twilio.com/", Description: "Enter the Account SID and the Auth Token from the first page of the Twilio Console."},
		{Name: "Create the voice application", Link: "https://www.twilio.com/docs/usage/api/applications", Description: "Twilio asks the voice application what to do with each call."},
		{Name: "Create the API key", Link: "https://www.twilio.com/docs/iam/api-keys", Description: "Browsers sign in to the phone network with the API key. Its secret never leaves the server."},
		{Name: "Create the messaging service", Link: "https://www.twilio.com/docs/conversations/api/service-resource", Description: "All text conversations belong to the messaging service."},
		{Name: "Update the event filters", Link: "https://www.twilio.com/docs/conversations/conversations-webhooks", Description: "Twilio reports these events of conversations, so that every screen stays current."},
		{Name: "Import phone numbers", Description: "Copy the phone numbers of the account to your organization."},
		{Name: "Assign phones to the voice application", Description: "Calls to an assigned number ring in Switchboard."},
		{Name: "Assign phones to the messaging service", Description: "Texts from an assigned number use the messaging service."},
		{Name: "Set up automatic conversations", Link: "https://www.twilio.com/docs/conversations/inbound-autocreation", Description: "The first text to a number starts a conversation."},
	}},
	{Salesforce, []Step{
		{Name: "Prepare Salesforce", Link: "https://help.salesforce.com/s/articleView?id=sf.connected_app_create.htm", Description: "Create a connected app in Salesforce with OAuth enabled. Its callback URL is this site's address followed by /oauth2/callback."},
		{Name: "Salesforce credentials", Description: "Enter the consumer key and secret of the connected app and your Salesforce domain."},
		{Name: "Auth credential", Description: "Create the credential by which Switchboard signs in."},
		{Name: "Authorize", Description: "Sign in to Salesforce in a new tab and allow access."},
	}},
}

// Names lists the names of the wizards.
func Names() []string {
	names := make([]string, len(wizards))
	for i, w := range wizards {
		names[i] = w.name
	}
	return names
}

// RecordID returns the id of an organization's record of a wizard.
func RecordID(organization id.ID, name string) id.ID {
	return id.Derived("onboarding/" + organization.String() + "/" + name)
}

// Ready returns the writes that create the records of an organization.
func Ready(organization id.ID) []row.Write {
	writes := make([]row.Write, len(wizards))
	for i, w := range wizards {
		writes[i] = row.Write{Object: object, ID: RecordID(organization, w.name), Op: entry.Created, Set: row.Fields{
			"name": w.name, "complete": false, "steps": row.JSONValue(w.steps), "step_data": row.JSONValue(map[string]any{}),
		}}
	}
	return writes
}
