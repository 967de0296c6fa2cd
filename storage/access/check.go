package access

import (
	"encoding/json"
	"slices"

	"switchboard/storage/exact"
	"switchboard/storage/fault"
	"switchboard/storage/schema"
)

// systemRights are all rights beside those to objects.
var systemRights = []string{SuperviseCalls, SystemExport, SystemImport, ManagePhones, MassUpdate, AdministerUsers}

// CheckPermissionSet refuses, by fault.Invalid with the field's name, what would
// mean something else than its author thinks: an object, a field, a scope or a
// right that does not exist. A nil part was not given.
func CheckPermissionSet(registry *schema.Registry, objects, fields, scopes json.RawMessage, system []string) error {
	var byObject map[string]ObjectPermission
	if !strictly(objects, &byObject) {
		return fault.Field("object_permissions", "Object Permissions must be an object such as {\"contact\": {\"read\": true}}; the rights are create, read, update and delete")
	}
	for name := range byObject {
		if err := known(registry, "object_permissions", name); err != nil {
			return err
		}
	}
	byField, ok := fieldPermissions(fields)
	if !ok {
		return fault.Field("object_field_permissions", "Field Permissions must be an object such as {\"contact\": {\"name\": {\"read\": true, \"update\": false}}}")
	}
	for name, list := range byField {
		if err := known(registry, "object_field_permissions", name); err != nil {
			return err
		}
		for field := range list {
			if f := registry.Object(name).Field(field); field != AllFields && (f == nil || f.Internal) {
				return fault.Field("object_field_permissions", "%s has no field %q", registry.Object(name).Title, field)
			}
		}
	}
	var byScope map[string]Scope
	if !strictly(scopes, &byScope) {
		return fault.Field("scopes", "Scopes must be an object such as {\"contact\": \"team\"}")
	}
	for name, scope := range byScope {
		if err := known(registry, "scopes", name); err != nil {
			return err
		}
		if scope != ScopeAll && scope != ScopeTeam && scope != ScopeOwn {
			return fault.Field("scopes", "The scope of %s must be all, team or own, not %q", registry.Object(name).Title, string(scope))
		}
	}
	for _, right := range system {
		if !slices.Contains(systemRights, right) {
			return fault.Field("system", "There is no system right %q", right)
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

// fieldPermissions decodes the rights to fields strictly: an entry is an object of
// rights, or one boolean for both.
func fieldPermissions(raw json.RawMessage) (byField map[string]map[string]json.RawMessage, ok bool) {
	if !strictly(raw, &byField) {
		return nil, false
	}
	type plain FieldPermission
	for _, list := range byField {
		for _, one := range list {
			var both bool
			if exact.Decode(one, &both) != nil && exact.Decode(one, &plain{}) != nil {
				return nil, false
			}
		}
	}
	return byField, true
}
