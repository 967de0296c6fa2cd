package onboarding

import "switchboard/storage/schema"

const object = "onboarding"

func onboardingObject() *schema.Object {
	return &schema.Object{
		APIName: object, Title: "Onboarding", Plural: "Onboarding", SuperuserOnly: true, Audited: true, Search: []string{"name"},
		Columns: []string{"complete", "modified_date"},
		Fields: []*schema.Field{
			{Name: "name", Title: "Name", Type: schema.Text, Required: true, Indexed: true, HelpText: "It chooses the wizard."},
			{Name: "complete", Title: "Complete", Type: schema.Boolean, Default: false},
			{
				Name: "steps", Title: "Steps", Type: schema.JSON, MaxBytes: 16 << 10,
				HelpText: "[{name, description, link, complete}]",
			},
			{Name: "step_data", Title: "Step Data", Type: schema.JSON, MaxBytes: 16 << 10, HelpText: "What the steps created, without secrets."},
		},
	}
}
