package projection_test

import (
	"slices"
	"testing"

	"switchboard/hub/projection"
	"switchboard/hub/topic"
	"switchboard/storage/access"
	"switchboard/storage/entry"
	"switchboard/storage/id"
)

func TestEffectOfAnEntry(t *testing.T) {
	r := registry(t)
	c := topic.New(r)
	label := entry.Fields{"label": []byte(`"new"`)}
	own, all, record := reader(r, access.ScopeOwn), "object:thing", "record:thing:"+string(one)
	bulk := &entry.Entry{Seq: 7, Object: "thing", Op: entry.Bulk, IDs: []id.ID{one}}
	for name, k := range map[string]struct {
		of              *entry.Entry
		to              *access.Principal
		topics          []string
		packet          bool
		outdated, ended []string
		again           bool
	}{
		"one packet for two topics":        {of: thing(entry.Updated, owner, owner, label), to: own, topics: []string{all, record}, packet: true},
		"a packet for its record alone":    {of: thing(entry.Updated, owner, owner, label), to: own, topics: []string{record}, packet: true},
		"nothing for other topics":         {of: thing(entry.Updated, owner, owner, label), to: own, topics: []string{"object:contact", "feed", "me"}},
		"nothing without topics":           {of: thing(entry.Updated, owner, owner, label), to: own},
		"nothing of an unknown topic":      {of: thing(entry.Updated, owner, owner, label), to: own, topics: []string{"object:nothing", "?"}},
		"nothing that may not be seen":     {of: thing(entry.Updated, "", "", label), to: own, topics: []string{all, record}},
		"the end of what becomes hidden":   {of: thing(entry.Updated, owner, "", label), to: own, topics: []string{all, record}, packet: true, ended: []string{record}, again: true},
		"the end of what is removed":       {of: thing(entry.Removed, owner, "", nil), to: own, topics: []string{record, all}, packet: true, ended: []string{record}},
		"fresh snapshots of a bulk change": {of: bulk, to: own, topics: []string{"object:contact", all, record}, outdated: []string{all, record}},
		"nothing of a bulk change of objects that may not be read": {
			of: &entry.Entry{Seq: 7, Object: "contact", Op: entry.Bulk, IDs: []id.ID{one}}, to: own, topics: []string{"object:contact", "feed"},
		},
		"nothing of a bulk change of other users in me": {
			of: &entry.Entry{Seq: 7, Object: "user", Op: entry.Bulk, IDs: []id.ID{one}}, to: own, topics: []string{"me"},
		},
	} {
		got := projection.Of(c, k.of, k.to, k.topics)
		if got.Frame.Zero() == k.packet || !slices.Equal(got.Outdated, k.outdated) || !slices.Equal(got.Ended, k.ended) || got.Again != k.again {
			t.Errorf("%s: a packet %v, outdated %v, ended %v, again %v", name, !got.Frame.Zero(), got.Outdated, got.Ended, got.Again)
		}
	}
}
