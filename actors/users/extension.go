package users

import (
	"regexp"

	"switchboard/storage/fault"
	"switchboard/storage/row"
)

// extensionTaken is said to who wants the extension of a colleague.
const extensionTaken = "Extension is already in use by another user, please choose a different extension."

var extensions = regexp.MustCompile(`^[0-9]{2,6}$`)

// takeExtension keeps the field, by which no two users have the same extension, and the
// settings, in which everybody chooses his own, in step: whichever of the two was
// changed is written into the other, the field's value where both were.
func takeExtension(user row.Record, given, set row.Fields) error {
	value, ok := given["extension"]
	if !ok || unchanged(user, "extension", value) { // of a whole user that is sent back, the settings alone may be new
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
