package apps

import (
	"context"
	"encoding/json"
	"maps"
	"slices"

	"switchboard/storage/access"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
	"switchboard/storage/schema"
)

// recordObjects are the objects whose records an app may have, as its field records names them.
func recordObjects() []string {
	return []string{
		"function", "record_trigger", "schedule_trigger", "api_trigger", "integrated_app", "app_page",
		"report", "dashboard", "template", "permission",
	}
}

// otherName is the name of an object under the other name that the field records knows.
var otherName = map[string]string{"scheduled_trigger": "schedule_trigger"}

// content reads an app as a package, with what is said of its organization's definitions. An app
// that is not there is an empty package.
func (s *Service) content(ctx context.Context, p *access.Principal, app id.ID) (*Package, *schema.Definitions, error) {
	have, err := s.store.Definitions(ctx, p.Organization)
	if err != nil {
		return nil, nil, err
	}
	out := &Package{Format: packageFormat, App: PackageApp{ID: app}, Objects: []PackageObject{}, Records: []PackageRecord{}}
	record, err := s.store.Get(ctx, p.Organization, "app", app)
	if fault.Is(err, fault.NotFound) {
		return out, have, nil
	}
	if err != nil {
		return nil, nil, err
	}
	out.App.Name, out.App.Description, out.App.Version = record.Text("name"), record.Text("description"), record.Text("app_version")
	if out.Objects, err = s.objectsOf(ctx, p, have, record); err != nil {
		return nil, nil, err
	}
	out.Records, err = s.recordsOf(ctx, p, record)
	return out, have, err
}

// objectsOf reads the objects of an app, and its fields of others.
func (s *Service) objectsOf(ctx context.Context, p *access.Principal, have *schema.Definitions, app row.Record) ([]PackageObject, error) {
	listed, _ := app.Fields["schemas"].([]string)
	out := []PackageObject{}
	for _, d := range have.All {
		own := d.Own
		if own.Retired != nil {
			continue
		}
		isOwn := !own.Extends && (own.App == app.ID || slices.Contains(listed, own.APIName))
		if !isOwn && !slices.ContainsFunc(own.Fields, func(f *schema.Field) bool { return f.App == app.ID }) {
			continue
		}
		shown, err := s.describe(ctx, p, own.APIName)
		if err != nil {
			return nil, err
		}
		one := PackageObject{APIName: own.APIName, Extends: !isOwn, Fields: map[string]map[string]json.RawMessage{}}
		if isOwn {
			one.Members = shown.members()
		}
		for name, f := range shown.Properties {
			if string(f["custom"]) == "true" && (isOwn && name != "name" && name != "owner" || !isOwn && textOf(f["app"]) == string(app.ID)) {
				one.Fields[name] = fieldOf(f)
			}
		}
		out = append(out, one)
	}
	return out, nil
}

// described is an object as the one who may change it is shown it (actors/schemas).
type described struct {
	all        map[string]json.RawMessage
	Properties map[string]map[string]json.RawMessage `json:"properties"`
}

func (s *Service) describe(ctx context.Context, p *access.Principal, object string) (d described, err error) {
	raw, err := s.schemas().Described(ctx, p, object)
	if err == nil {
		err = json.Unmarshal(raw, &d)
	}
	if err == nil {
		err = json.Unmarshal(raw, &d.all)
	}
	return d, err
}

// members are the settings of an object that travel.
func (d described) members() map[string]json.RawMessage {
	out := map[string]json.RawMessage{}
	for _, name := range objectMembers {
		if value, ok := d.all[name]; ok {
			out[name] = value
		}
	}
	return out
}

// fieldOf is a field as it travels: what says where it is, or follows from the rest, stays.
func fieldOf(f map[string]json.RawMessage) map[string]json.RawMessage {
	out := maps.Clone(f)
	for _, name := range []string{"type", "custom", "app", "sensitive"} {
		delete(out, name)
	}
	if string(out["default"]) == "null" {
		delete(out, "default")
	}
	return out
}

// recordsOf reads the records that belong to an app: those that it names, and those that name it.
func (s *Service) recordsOf(ctx context.Context, p *access.Principal, app row.Record) ([]PackageRecord, error) {
	ids, err := s.members(ctx, p, app)
	if err != nil {
		return nil, err
	}
	inside := map[id.ID]bool{app.ID: true}
	for _, some := range ids {
		for _, one := range some {
			inside[one] = true
		}
	}
	out := []PackageRecord{}
	for _, object := range recordObjects() {
		o := p.Registry().Object(object)
		for _, one := range ids[object] {
			shown, err := s.records.Get(ctx, p, object, one)
			if fault.Is(err, fault.NotFound) {
				continue // it was deleted since the app named it
			}
			if err != nil {
				return nil, err
			}
			fields := map[string]json.RawMessage{}
			for _, f := range o.Fields {
				if value := traveling(f, shown[f.Name], inside); value != nil {
					fields[f.Name] = value
				}
			}
			out = append(out, PackageRecord{Object: object, ID: one, Fields: fields})
		}
	}
	return out, nil
}

// members lists the ids of an app's records by object.
func (s *Service) members(ctx context.Context, p *access.Principal, app row.Record) (map[string][]id.ID, error) {
	var named map[string][]id.ID
	if err := app.JSON("records", &named); err != nil {
		named = nil
	}
	out := map[string][]id.ID{}
	for object, ids := range named {
		if other := otherName[object]; other != "" {
			object = other
		}
		for _, one := range ids {
			if one.Valid() {
				out[object] = append(out[object], one)
			}
		}
	}
	for _, object := range recordObjects() {
		o := p.Registry().Object(object)
		if o == nil {
			delete(out, object)
			continue
		}
		if f := o.Field("app"); f != nil && f.Target == "app" {
			found, err := s.store.Find(ctx, p.Organization, row.Query{
				Object: object, Fields: []string{"id"}, Limit: maxPackageRecords, Order: []row.Order{{Field: "id"}},
				Where: []row.Condition{{Field: "app", Operator: "=", Value: app.ID}},
			})
			if err != nil {
				return nil, err
			}
			for _, one := range found {
				out[object] = append(out[object], one.ID)
			}
		}
		slices.Sort(out[object])
		out[object] = slices.Compact(out[object])
	}
	return out, nil
}

// traveling is a field's value as it travels, nil if it does not: secrets stay, and references to
// what is not of the app.
func traveling(f *schema.Field, shown json.RawMessage, inside map[id.ID]bool) json.RawMessage {
	if len(shown) == 0 || string(shown) == "null" || !f.Settable() || f.Type.Sealed || f.Command != nil {
		return nil
	}
	if f.Type.Travel == nil {
		if f.Type.References != nil {
			return nil
		}
		return shown
	}
	if value := f.Type.Travel(shown, func(one id.ID) bool { return inside[one] }); value != nil {
		return row.JSONValue(value)
	}
	return nil
}
