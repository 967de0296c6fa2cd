package users

import (
	"context"
	"encoding/json"
	"testing"

	"switchboard/storage/access"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// A user created with an extension can be dialed by it, and has it in the settings.
func TestUserIsCreatedWithAnExtension(t *testing.T) {
	for _, c := range []struct {
		given string
		good  bool
	}{{"12", true}, {"123456", true}, {"", true}, {"1", false}, {"1234567", false}, {"12a", false}} {
		t.Run(c.given, func(t *testing.T) {
			var made row.Fields
			owner := Owner{Service: &Service{}, Maker: func(_ context.Context, _ *access.Principal, set row.Fields, _ string) (id.ID, error) {
				made = set
				return id.New(), nil
			}}
			given := row.Fields{"email": "eve@demo.test", "extension": c.given}
			_, err := owner.Create(t.Context(), &access.Principal{Superuser: true}, "user", []row.ChangeRequest{{Set: given}})
			if c.good != (err == nil) || !c.good && len(fault.From(err).Fields["extension"]) != 1 {
				t.Fatalf("it was answered %v", err)
			}
			if !c.good || c.given == "" {
				return
			}
			var settings struct {
				Phone struct{ Extension string } `json:"phone_settings"`
			}
			raw, _ := made["settings"].(json.RawMessage)
			if err := json.Unmarshal(raw, &settings); err != nil || made["extension"] != c.given || settings.Phone.Extension != c.given {
				t.Errorf("created with %v, with the settings %s", made, raw)
			}
		})
	}
}
