package access

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"switchboard/storage/exact"
	"switchboard/storage/fault"
	"switchboard/storage/schema"
)

// systemRights are all rights beside those to objects.
var systemRights = []string{SuperviseCalls, SystemExport, SystemImport, ManagePhones, MassUpdate, AdministerUsers, Decrypt}

// SystemRights returns all rights beside those to objects, in the order in which people are told
// of them.
func SystemRights() []string { return slices.Clone(systemRights) }

// CheckPermissionSet refuses, by fault.Invalid with the field's name, what would
// mean something else than its author thinks: an object, a field, a scope or a
// right that does not exist. A nil part was not given.
func CheckPermissionSet(registry *schema.Registry, objects, fields, scopes json.RawMessage, system []string) error {
	if err := checkObjects(registry, objects); err != nil {
		return err
	}
	if err := checkFields(registry, fields); err != nil {
		return err
	}
	var byScope map[string]Scope
	if !strictly(scopes, &byScope) {
		return fault.Field("scopes", "Scopes must be an object such as {\"contact\": \"team\"}")
	}
	for _, name := range sorted(byScope) {
		scope := byScope[name]
		if err := known(registry, "scopes", name); err != nil {
			return err
		}
		if scope != ScopeAll && scope != ScopeTeam && scope != ScopeOwn {
			return fault.Field("scopes", "The scope of %s must be all, team or own, not %q", registry.Object(name).Title, string(scope))
		}
	}
	for _, right := range system {
		if !slices.Contains(systemRights, right) {
			return fault.Field("system", "There is no system right %q; there are %s", right, strings.Join(systemRights, ", "))
		}
	}
	return nil
}

func known(registry *schema.Registry, field, object string) error {
	if o := registry.Object(object); o == nil || o.Internal {
		return fault.Field(field, "There is no object %q", object)
	}
	return nil
}

// strictly decodes an object; one that is not given, or null, holds nothing.
func strictly(raw json.RawMessage, target any) bool {
	if len(raw) == 0 {
		return true
	}
	return exact.Decode(raw, target) == nil
}

// checkObjects checks the rights to objects.
func checkObjects(registry *schema.Registry, raw json.RawMessage) error {
	const field = "object_permissions"
	var byObject map[string]json.RawMessage
	if !strictly(raw, &byObject) {
		return fault.Field(field, "Object Permissions must be an object such as {\"contact\": {\"read\": true}}")
	}
	for _, name := range sorted(byObject) {
		if err := known(registry, field, name); err != nil {
			return err
		}
		if err := rightsAt(field, registry.Object(name).Title, byObject[name], RightCreate, RightRead, RightUpdate, RightDelete); err != nil {
			return err
		}
	}
	return nil
}

// checkFields checks the rights to fields: an entry is an object of rights, or one boolean
// for both.
func checkFields(registry *schema.Registry, raw json.RawMessage) error {
	const field = "object_field_permissions"
	var byField map[string]json.RawMessage
	if !strictly(raw, &byField) {
		return fault.Field(field, "Field Permissions must be an object such as {\"contact\": {\"name\": {\"read\": true, \"update\": false}}}")
	}
	for _, name := range sorted(byField) {
		if err := known(registry, field, name); err != nil {
			return err
		}
		o := registry.Object(name)
		var list map[string]json.RawMessage
		if !strictly(byField[name], &list) {
			return fault.Field(field, "The fields of %s must be an object such as {\"name\": {\"read\": true, \"update\": false}}", o.Title)
		}
		for _, one := range sorted(list) {
			title := o.Title + ", all fields"
			if one != AllFields {
				f := o.Field(one)
				if f == nil || f.Internal {
					return fault.Field(field, "%s has no field %q", o.Title, one)
				}
				title = o.Title + ", " + f.Title
			}
			var both bool
			if exact.Decode(list[one], &both) == nil {
				continue
			}
			if err := rightsAt(field, title, list[one], RightRead, RightUpdate); err != nil {
				return err
			}
		}
	}
	return nil
}

// rightsAt checks the rights that stand at one place, each of which is given or is not.
func rightsAt(field, place string, raw json.RawMessage, rights ...string) error {
	var given map[string]json.RawMessage
	if !strictly(raw, &given) {
		return fault.Field(field, "%s: the rights must be an object such as {\"read\": true}", place)
	}
	for _, right := range sorted(given) {
		if !slices.Contains(rights, right) {
			return fault.Field(field, "%s: there is no right %q; there are %s", place, right, strings.Join(rights, ", "))
		}
		var on bool
		if exact.Decode(given[right], &on) != nil {
			return fault.Field(field, "%s: %s must be true or false", place, right)
		}
	}
	return nil
}

// sorted returns the names of an object's members in an order, so that the same input is always
// refused for the same reason.
func sorted[V any](members map[string]V) []string { return slices.Sorted(maps.Keys(members)) }
