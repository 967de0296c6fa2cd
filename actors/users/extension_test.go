package users

import (
	"encoding/json"
	"testing"

	"switchboard/actors/runtime"
	"switchboard/storage/fault"
	"switchboard/storage/row"
)

func TestExtensionFieldAndSettingsStayInStep(t *testing.T) {
	chosen := func(extension string) row.Fields {
		return row.Fields{"settings": json.RawMessage(`{"phone_settings":{"extension":` + extension + `}}`)}
	}
	whole := chosen(`"345"`)
	whole["extension"] = "12"
	for name, c := range map[string]struct {
		set  row.Fields
		want string
	}{
		"by oneself":                {chosen(`"34"`), "34"},
		"of six digits":             {chosen(`"123456"`), "123456"},
		"taken away":                {chosen(`null`), ""},
		"emptied":                   {chosen(`""`), ""},
		"by an administrator":       {row.Fields{"extension": "77"}, "77"},
		"with the whole of oneself": {whole, "345"},
		"other settings":            {row.Fields{"settings": json.RawMessage(`{"theme":"light"}`)}, "12"},
	} {
		t.Run(name, func(t *testing.T) {
			p := newProfile(t, row.Fields{"extension": "12"})
			p.do(Patch{runtime.Patch{Set: c.set}})
			var settings struct {
				Phone struct {
					Extension string `json:"extension"`
				} `json:"phone_settings"`
			}
			if err := p.state.User.JSON("settings", &settings); err != nil {
				t.Fatal(err)
			}
			if field := p.state.User.Text("extension"); field != c.want || settings.Phone.Extension != c.want {
				t.Errorf("the field says %q and the settings %q, want %q", field, settings.Phone.Extension, c.want)
			}
		})
	}
	for _, wrong := range []string{`"1"`, `"1234567"`, `"12a"`, `" 12"`, `12`, `{}`} {
		p := newProfile(t, row.Fields{"extension": "12"})
		if _, err := p.try(Patch{runtime.Patch{Set: chosen(wrong)}}); !fault.Is(err, fault.Invalid) {
			t.Errorf("%s was answered %v", wrong, err)
		}
	}
}
