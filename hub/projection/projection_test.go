package projection_test

import (
	"strings"
	"testing"
	"time"

	"switchboard/actors/features"
	"switchboard/hub/projection"
	"switchboard/hub/topic"
	"switchboard/storage/access"
	"switchboard/storage/entry"
	"switchboard/storage/id"
	"switchboard/storage/schema"
)

var (
	owner = id.Derived("owner")
	one   = id.Derived("one")
)

// registry returns a registry with an object that the product does not have.
func registry(t *testing.T) *schema.Registry {
	t.Helper()
	r, err := features.Registry().Adding(&schema.Object{APIName: "thing", Title: "Thing", Fields: []*schema.Field{
		{Name: "label", Title: "Label", Type: schema.Text}, {Name: "secret", Title: "Secret", Type: schema.Text},
	}})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// reader reads things of a scope, with the named fields (all for none).
func reader(r *schema.Registry, scope access.Scope, fields ...string) *access.Principal {
	set := access.PermissionSet{
		Objects: map[string]access.ObjectPermission{"thing": {Read: true}},
		Scopes:  map[string]access.Scope{"thing": scope},
	}
	if len(fields) > 0 {
		named := map[string]access.FieldPermission{}
		for _, name := range fields {
			named[name] = access.FieldPermission{Read: true}
		}
		set.Fields = map[string]map[string]access.FieldPermission{"thing": named}
	}
	p := access.Build(r, access.Inputs{User: owner, Sets: []access.PermissionSet{set}})
	return &p
}

func thing(op entry.Op, before, after id.ID, fields entry.Fields) *entry.Entry {
	return &entry.Entry{
		Seq: 7, Object: "thing", ID: one, Op: op, Version: 2, Cause: "thing.changed",
		Route: entry.Routes{Before: entry.Route{Owner: before}, After: entry.Route{Owner: after}}, After: fields,
		Record: entry.Fields{"label": []byte(`"whole"`), "secret": []byte(`"hidden"`)},
	}
}

// seen returns what a change means for a subscriber of its object.
func seen(c *projection.Change, p *access.Principal) projection.Outcome {
	all, _ := c.Catalog.Parse("object:" + c.Entry.Object)
	o, _ := c.For(all, p.User, p.Rights(c.Entry.Object), topic.RelationOf(c.Entry, p.User))
	return o
}

func TestPacketsOfAnEntry(t *testing.T) {
	r := registry(t)
	label, secret := entry.Fields{"label": []byte(`"new"`)}, entry.Fields{"secret": []byte(`"s"`), "version": []byte(`2`)}
	for name, k := range map[string]struct {
		of   *entry.Entry
		to   *access.Principal
		want string // the content of the packet, "" if there is none
		left bool
	}{
		"the changed fields":              {thing(entry.Updated, owner, owner, label), reader(r, access.ScopeAll), `"op":"updated","version":2,"cause":"thing.changed","fields":{"label":"new"}`, false},
		"nothing of a hidden field":       {thing(entry.Updated, owner, owner, secret), reader(r, access.ScopeAll, "label"), "", false},
		"a record that becomes visible":   {thing(entry.Updated, "", owner, secret), reader(r, access.ScopeOwn, "label"), `"op":"created","version":2,"cause":"thing.changed","fields":{"label":"whole"}`, false},
		"a record that becomes invisible": {thing(entry.Updated, owner, "", secret), reader(r, access.ScopeOwn, "label"), `"op":"removed","version":2,"cause":"thing.changed","fields":{}`, true},
		"nothing of what is never seen":   {thing(entry.Updated, "", "", label), reader(r, access.ScopeOwn), "", false},
		"a removal":                       {thing(entry.Removed, owner, "", nil), reader(r, access.ScopeAll), `"op":"removed"`, true},
		"what is large, by its identity":  {thing(entry.Updated, owner, owner, entry.Fields{"label": []byte(`"` + strings.Repeat("x", 70_000) + `"`)}), reader(r, access.ScopeAll), `"fields":{},"large":true`, false},
	} {
		c := projection.New(topic.New(r), k.of)
		packet := seen(c, k.to)
		if packet.Left != k.left || packet.Frame.Zero() != (k.want == "") {
			t.Errorf("%s: left %v, nothing %v", name, packet.Left, packet.Frame.Zero())
			continue
		}
		if packet.Frame.Zero() {
			continue
		}
		got := string(packet.Frame.Payload())
		if !strings.HasPrefix(got, `42["change",{"seq":7,`) || !strings.HasSuffix(got, `},"7"]`) || !strings.Contains(got, k.want) {
			t.Errorf("%s: %.300s", name, got)
		}
	}
}

// A user who may do more with their own records is notified when the owner
// changes; a user with the same rights on all records is not, and shares a
// packet.
func TestANewOwnerChangesTheRowRights(t *testing.T) {
	r := registry(t)
	may := func(scope access.Scope) *access.Principal {
		p := access.Build(r, access.Inputs{User: owner, Sets: []access.PermissionSet{
			{Objects: map[string]access.ObjectPermission{"thing": {Read: true}}},
			{Objects: map[string]access.ObjectPermission{"thing": {Read: true, Update: true, Delete: true}}, Scopes: map[string]access.Scope{"thing": scope}},
		}})
		return &p
	}
	packet := func(before, after id.ID, to *access.Principal) string {
		o := seen(projection.New(topic.New(r), thing(entry.Updated, before, after, entry.Fields{"label": []byte(`"new"`)})), to)
		return string(o.Frame.Payload())
	}
	for name, k := range map[string]struct{ got, want string }{
		"given away":         {packet(owner, one, may(access.ScopeOwn)), `"fields":{"label":"new","rights":{"update":[],"delete":false}}`},
		"received":           {packet(one, owner, may(access.ScopeOwn)), `"fields":{"label":"new","rights":null}`},
		"left as it was":     {packet(one, one, may(access.ScopeOwn)), `"fields":{"label":"new"}`},
		"changed for others": {packet(owner, one, may(access.ScopeAll)), `"fields":{"label":"new"}`},
	} {
		if !strings.Contains(k.got, k.want) {
			t.Errorf("%s: %s", name, k.got)
		}
	}
	c := projection.New(topic.New(r), thing(entry.Updated, owner, one, entry.Fields{"label": []byte(`"new"`)}))
	seen(c, may(access.ScopeOwn))
	seen(c, may(access.ScopeOwn))
	seen(c, may(access.ScopeAll))
	seen(c, reader(r, access.ScopeAll))
	if c.Built != 2 {
		t.Errorf("%d packets were built, one for those who may do less now and one for all others", c.Built)
	}
}

func TestAPacketIsBuiltOncePerFieldSets(t *testing.T) {
	r := registry(t)
	c := projection.New(topic.New(r), thing(entry.Updated, owner, owner, entry.Fields{"label": []byte(`"new"`)}))
	for range 3 {
		seen(c, reader(r, access.ScopeAll))
		seen(c, reader(r, access.ScopeOwn))
		seen(c, reader(r, access.ScopeAll, "label"))
	}
	if c.Built != 2 {
		t.Errorf("%d packets were built for two field sets", c.Built)
	}
	decided, p := c.Decisions, reader(r, access.ScopeAll)
	seen(c, p)
	seen(c, p)
	if c.Decisions != decided+1 {
		t.Errorf("visibility was decided %d times for the same rights and relation", c.Decisions-decided)
	}
}

func TestFrames(t *testing.T) {
	for want, got := range map[string]string{
		`42["sync",{},"12"]`:                      string(projection.Sync(12).Payload()),
		`42["resync",{"topic":"me"}]`:             string(projection.Resync("me").Payload()),
		`42["resync",{"topic":"me","after":1.5}]`: string(projection.ResyncIn("me", 1500*time.Millisecond).Payload()),
	} {
		if got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

func TestOffsetsAreReadStrictly(t *testing.T) {
	for text, want := range map[string]int64{"0": 0, "12": 12, projection.Offset(1 << 50): 1 << 50, "": -1, "+1": -1, "-1": -1, "1x": -1, "1234567890123456789": -1} {
		if got, ok := projection.ReadOffset(text); ok != (want >= 0) || ok && got != want {
			t.Errorf("%q is read as %d, %v", text, got, ok)
		}
	}
}
