package users

import (
	"regexp"

	"switchboard/storage/fault"
	"switchboard/storage/row"
)

// extensionTaken is the error if another user has the extension.
const extensionTaken = "Extension is already in use by another user, please choose a different extension."

var extensions = regexp.MustCompile(`^[0-9]{2,6}$`)

// takeExtension keeps the field extension, which is unique, and the user's settings
// in step: it copies the changed one to the other, and the field's value if both
// changed.
func takeExtension(user row.Record, given, set row.Fields) error {
	value, ok := given["extension"]
	if !ok || unchanged(user, "extension", value) { // if a whole user is sent back, only the settings may be new
		settings, _ := decode(rawValue(given["settings"])).(map[string]any)
		phone, _ := settings["phone_settings"].(map[string]any)
		if value, ok = phone["extension"]; !ok {
			return nil
		}
	}
	number, isText := value.(string)
	if value != nil && !isText || number != "" && number != user.Text("extension") && !extensions.MatchString(number) {
		return fault.Field("extension", "Please choose an extension of 2 to 6 digits.")
	}
	delete(set, "extension")
	var next any
	if number != "" {
		next = number
	}
	if number != user.Text("extension") {
		set["extension"] = next
	}
	settings := rawOf(user, "settings")
	if changed, ok := set["settings"]; ok {
		settings = rawValue(changed)
	}
	mirrored := mergeJSON(settings, row.JSONValue(map[string]any{"phone_settings": map[string]any{"extension": next}}))
	if !row.Same(settings, mirrored) {
		set["settings"] = mirrored
	}
	return nil
}
