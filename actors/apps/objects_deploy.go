package apps

import (
	"context"
	"encoding/json"
	"maps"

	"switchboard/storage/access"
	"switchboard/storage/fault"
	"switchboard/storage/row"
	"switchboard/storage/schema"
)

// objectChanges are the changes of objects that a plan asks for, in its order.
type objectChanges struct {
	members map[string]map[string]json.RawMessage
	fields  map[string]map[string]any
	order   []string
	made    map[string]bool // made by this deployment
}

func (c *objectChanges) of(object string) map[string]json.RawMessage {
	if c.members[object] == nil {
		c.members[object], c.fields[object] = map[string]json.RawMessage{}, map[string]any{}
		c.order = append(c.order, object)
	}
	return c.members[object]
}

// putObjects makes the steps of objects and fields come true: new objects first, then all changes,
// and what is retired last.
func (s *Service) putObjects(ctx context.Context, p *access.Principal, have *schema.Definitions, plan *Plan, wanted *Package) error {
	objects := byName(wanted.Objects)
	c := &objectChanges{map[string]map[string]json.RawMessage{}, map[string]map[string]any{}, nil, map[string]bool{}}
	for i := range plan.Steps {
		if step := &plan.Steps[i]; step.Kind == "object" {
			if err := s.beginObject(ctx, p, have, step, objects[step.Object], wanted, c); err != nil {
				return about("object", step.Object, err)
			}
		}
	}
	for i := range plan.Steps {
		step := &plan.Steps[i]
		o := objects[step.Object]
		if step.Kind != "field" || c.made[step.Object] && !isLink(o.Fields[step.field]) { // made with its object
			continue
		}
		value, err := s.fieldChange(ctx, p, have, step, o, wanted)
		if err != nil {
			return about("field", step.Object+"."+step.field, err)
		}
		c.of(step.Object)
		c.fields[step.Object][step.field] = value
	}
	for _, object := range c.order {
		if len(c.fields[object]) > 0 {
			c.members[object]["properties"] = row.JSONValue(c.fields[object])
		}
		if err := s.changeObject(ctx, p, object, c.members[object]); err != nil {
			return about("object", object, err)
		}
	}
	for i := range plan.Steps {
		if step := &plan.Steps[i]; step.Kind == "object" && step.Action == ActionRemove {
			if err := s.schemas().Remove(ctx, p, step.Object); err != nil {
				return about("object", step.Object, err)
			}
		}
	}
	return nil
}

// beginObject makes a new object, and notes what is changed of one.
func (s *Service) beginObject(ctx context.Context, p *access.Principal, have *schema.Definitions, step *Step, o PackageObject, wanted *Package, c *objectChanges) error {
	switch step.Action {
	case ActionCreate:
		if err := s.makeObject(ctx, p, have, o, wanted); err != nil {
			return err
		}
		c.made[step.Object] = true
		for _, name := range []string{"columns", "order"} { // they name fields that come later
			if value, ok := o.Members[name]; ok {
				c.of(step.Object)[name] = value
			}
		}
	case ActionChange:
		for _, one := range step.Changes {
			c.of(step.Object)[one.Name] = one.After
		}
	}
	return nil
}

func (s *Service) changeObject(ctx context.Context, p *access.Principal, object string, members map[string]json.RawMessage) error {
	if len(members) == 0 {
		return nil
	}
	isLater, err := s.schemas().ChangeObject(ctx, p, object, members)
	if err == nil && isLater {
		return fault.New(fault.Conflict, "this needs the stored records to be converted, which can't be part of a deployment. Change the object there first.")
	}
	return err
}

// isLink reports whether a field refers to records of an object.
func isLink(field map[string]json.RawMessage) bool {
	_, ok := field["anyOf"]
	return ok
}

// makeObject makes an object with all of its fields but those that refer to others, which may not
// be there yet. A retired one of the app is brought back.
func (s *Service) makeObject(ctx context.Context, p *access.Principal, have *schema.Definitions, o PackageObject, wanted *Package) error {
	if own := have.Of(o.APIName).Own; own != nil && own.Retired != nil && own.App == wanted.App.ID {
		return s.bringBack(ctx, p, o, wanted)
	}
	members := maps.Clone(o.Members)
	if members == nil {
		members = map[string]json.RawMessage{}
	}
	delete(members, "columns")
	delete(members, "order")
	properties := map[string]any{}
	for name, field := range o.Fields {
		if !isLink(field) {
			properties[name] = withApp(field, wanted)
		}
	}
	members["api_name"], members["app"], members["properties"] = row.JSONValue(o.APIName), row.JSONValue(wanted.App.ID), row.JSONValue(properties)
	return s.schemas().CreateObject(ctx, p, members)
}

func withApp(field map[string]json.RawMessage, wanted *Package) map[string]json.RawMessage {
	out := maps.Clone(field)
	out["app"] = row.JSONValue(wanted.App.ID)
	return out
}

// bringBack restores a retired object and lays the package over it.
func (s *Service) bringBack(ctx context.Context, p *access.Principal, o PackageObject, wanted *Package) error {
	if err := s.schemas().RestoreObject(ctx, p, o.APIName, ""); err != nil {
		return err
	}
	shown, err := s.describe(ctx, p, o.APIName)
	if err != nil {
		return err
	}
	members := map[string]json.RawMessage{}
	for _, one := range differences(shown.members(), o.Members) {
		if one.Name != "columns" && one.Name != "order" {
			members[one.Name] = one.After
		}
	}
	properties := map[string]any{}
	for name, field := range o.Fields {
		if isLink(field) {
			continue
		}
		if had, stands := shown.Properties[name]; !stands {
			properties[name] = withApp(field, wanted)
		} else if set := changed(fieldOf(had), field); len(set) > 0 {
			properties[name] = set
		}
	}
	if len(properties) > 0 {
		members["properties"] = row.JSONValue(properties)
	}
	return s.changeObject(ctx, p, o.APIName, members)
}

func changed(had, wanted map[string]json.RawMessage) map[string]json.RawMessage {
	out := map[string]json.RawMessage{}
	for _, one := range differences(had, wanted) {
		out[one.Name] = one.After
	}
	return out
}

// fieldChange is what a step says of a field, for the change of its object. A retired field of the
// name is brought back.
func (s *Service) fieldChange(ctx context.Context, p *access.Principal, have *schema.Definitions, step *Step, o PackageObject, wanted *Package) (any, error) {
	switch step.Action {
	case ActionRemove:
		return nil, nil //nolint:nilnil // null retires a field
	case ActionChange:
		set := map[string]json.RawMessage{}
		for _, one := range step.Changes {
			set[one.Name] = one.After
		}
		return set, nil
	}
	own := have.Of(step.Object).Own
	if own != nil {
		for _, former := range own.Former {
			if former.Field.Name != step.field || own.Retired != nil {
				continue
			}
			if err := s.schemas().RestoreObject(ctx, p, step.Object, step.field); err != nil {
				return nil, err
			}
			shown, err := s.describe(ctx, p, step.Object)
			return changed(fieldOf(shown.Properties[step.field]), o.Fields[step.field]), err
		}
	}
	return withApp(o.Fields[step.field], wanted), nil
}
