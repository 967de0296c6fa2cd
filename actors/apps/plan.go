package apps

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"switchboard/storage/row"
)

// The actions of steps.
const (
	ActionCreate = "create"
	ActionChange = "change"
	ActionRemove = "remove"
)

// Plan is what a deployment changes, in the order in which it does.
type Plan struct {
	Steps []Step `json:"steps"`
	// Token names the package and the target as they are now: a deployment that is given the
	// token happens only to this target.
	Token string `json:"token"`
	// Warnings are what to know before it happens.
	Warnings []string `json:"warnings"`
}

// Step is a change of one thing.
type Step struct {
	Action string `json:"action"`
	// Kind is app, object, field or record.
	Kind string `json:"kind"`
	// Object is the object's api name, Name what people call the thing.
	Object string `json:"object"`
	Name   string `json:"name"`
	// Changes are the parts that change, of something that stands.
	Changes []Difference `json:"changes"`

	record *PackageRecord
	field  string
}

// Difference is a part of a thing before and after.
type Difference struct {
	Name   string          `json:"name"`
	Before json.RawMessage `json:"before"`
	After  json.RawMessage `json:"after"`
}

// planOf compares a target with a package.
func planOf(target, wanted *Package) Plan {
	target, wanted = target.sorted(), wanted.sorted()
	p := Plan{Steps: []Step{}, Warnings: []string{}, Token: digestOf(target.encode(), wanted.encode())}
	if changes := differences(appMembers(target), appMembers(wanted)); len(changes) > 0 && wanted.App.Name != "" {
		action := ActionChange
		if target.App.Name == "" {
			action, changes = ActionCreate, []Difference{}
		}
		p.Steps = append(p.Steps, Step{Action: action, Kind: "app", Object: "app", Name: wanted.App.Name, Changes: changes})
	}
	p.objects(target, wanted)
	p.records(target, wanted)
	return p
}

func appMembers(p *Package) map[string]json.RawMessage {
	if p.App.Name == "" {
		return nil
	}
	return map[string]json.RawMessage{"name": row.JSONValue(p.App.Name), "description": row.JSONValue(p.App.Description), "app_version": row.JSONValue(p.App.Version)}
}

func (p *Plan) objects(target, wanted *Package) {
	had := byName(target.Objects)
	for i := range wanted.Objects {
		o := &wanted.Objects[i]
		was, stands := had[o.APIName]
		title := o.APIName
		if raw, ok := o.Members["title"]; ok {
			title = textOf(raw)
		}
		if !stands && !o.Extends {
			p.Steps = append(p.Steps, Step{Action: ActionCreate, Kind: "object", Object: o.APIName, Name: title, Changes: []Difference{}})
		} else if changes := differences(was.Members, o.Members); stands && len(changes) > 0 {
			p.Steps = append(p.Steps, Step{Action: ActionChange, Kind: "object", Object: o.APIName, Name: title, Changes: changes})
		}
		p.fields(o.APIName, was.Fields, o.Fields)
	}
	kept := byName(wanted.Objects)
	for i := range target.Objects {
		o := &target.Objects[i]
		if _, stays := kept[o.APIName]; stays {
			continue
		}
		if o.Extends {
			p.fields(o.APIName, o.Fields, nil)
			continue
		}
		p.Steps = append(p.Steps, Step{Action: ActionRemove, Kind: "object", Object: o.APIName, Name: textOf(o.Members["title"]), Changes: []Difference{}})
		p.Warnings = append(p.Warnings, fmt.Sprintf("%s is retired. Its records are kept until they are purged.", textOf(o.Members["title"])))
	}
}

func (p *Plan) fields(object string, had, wanted map[string]map[string]json.RawMessage) {
	add := func(action, name string, of map[string]json.RawMessage, changes []Difference) {
		p.Steps = append(p.Steps, Step{Action: action, Kind: "field", Object: object, Name: textOf(of["title"]), Changes: changes, field: name})
	}
	for _, name := range slices.Sorted(maps.Keys(wanted)) {
		if was, stands := had[name]; !stands {
			add(ActionCreate, name, wanted[name], []Difference{})
		} else if changes := differences(was, wanted[name]); len(changes) > 0 {
			add(ActionChange, name, wanted[name], changes)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(had)) {
		if _, stays := wanted[name]; !stays {
			add(ActionRemove, name, had[name], []Difference{})
			p.Warnings = append(p.Warnings, fmt.Sprintf("The field %s of %s is retired. Its values are kept until they are purged.", textOf(had[name]["title"]), object))
		}
	}
}

func (p *Plan) records(target, wanted *Package) {
	had := map[string]*PackageRecord{}
	for i := range target.Records {
		had[target.Records[i].Object+string(target.Records[i].ID)] = &target.Records[i]
	}
	kept := map[string]bool{}
	for i := range wanted.Records {
		r := &wanted.Records[i]
		kept[r.Object+string(r.ID)] = true
		step := Step{Action: ActionCreate, Kind: "record", Object: r.Object, Name: textOf(r.Fields["name"]), Changes: []Difference{}, record: r}
		if was := had[r.Object+string(r.ID)]; was != nil {
			if step.Action, step.Changes = ActionChange, differences(was.Fields, r.Fields); len(step.Changes) == 0 {
				continue
			}
		}
		p.Steps = append(p.Steps, step)
	}
	for i := len(target.Records) - 1; i >= 0; i-- { // what others refer to goes last
		r := &target.Records[i]
		if !kept[r.Object+string(r.ID)] {
			p.Steps = append(p.Steps, Step{Action: ActionRemove, Kind: "record", Object: r.Object, Name: textOf(r.Fields["name"]), Changes: []Difference{}, record: r})
		}
	}
}

// differences lists the members whose values differ, by their names.
func differences(had, wanted map[string]json.RawMessage) []Difference {
	out := []Difference{}
	all := maps.Clone(had)
	if all == nil {
		all = map[string]json.RawMessage{}
	}
	maps.Copy(all, wanted)
	for _, name := range slices.Sorted(maps.Keys(all)) {
		if before, after := orNull(had[name]), orNull(wanted[name]); !row.Same(before, after) {
			out = append(out, Difference{name, before, after})
		}
	}
	return out
}

func orNull(raw json.RawMessage) json.RawMessage {
	if len(raw) == 0 {
		return json.RawMessage("null")
	}
	return raw
}

func byName(objects []PackageObject) map[string]PackageObject {
	out := make(map[string]PackageObject, len(objects))
	for _, o := range objects {
		out[o.APIName] = o
	}
	return out
}

func textOf(raw json.RawMessage) string {
	var text string
	if json.Unmarshal(raw, &text) != nil {
		return ""
	}
	return text
}
