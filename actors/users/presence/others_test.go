package presence

import (
	"maps"
	"slices"
	"testing"

	"switchboard/storage/id"
)

// A node's report stands until a later one, by a message or a sheet.
func TestLatestReportWins(t *testing.T) {
	told := activities{"older": {activity: 1, rev: 3}, "same": {activity: 7, rev: 3}, "newer": {activity: 1, rev: 9}, "removed": {rev: 3}}
	var changed []id.ID
	note := func(user id.ID) { changed = append(changed, user) }
	expect := func(when string, users []id.ID, want activities) {
		t.Helper()
		if slices.Sort(changed); !slices.Equal(changed, users) || !maps.Equal(told, want) {
			t.Errorf("%s: %v changed, told is %v", when, changed, told)
		}
		changed = nil
	}
	told.replace(5, map[id.ID]nodeActivity{"older": {activity: 2}, "same": {activity: 7}, "newer": {activity: 2}}, note)
	expect("a sheet", []id.ID{"older", "removed"}, activities{
		"older": {activity: 2, rev: 5}, "same": {activity: 7, rev: 5}, "newer": {activity: 1, rev: 9},
	})
	told.hear(&delta{Rev: 6, Users: map[id.ID]activity{"older": 0, "newer": 0}, Left: []id.ID{"same", "unknown"}}, note)
	expect("a message", []id.ID{"older", "same"}, activities{"older": {rev: 6}, "newer": {activity: 1, rev: 9}})
	told.hear(&delta{Rev: 9, Left: []id.ID{"newer"}}, note)
	expect("a message that is late", nil, activities{"older": {rev: 6}, "newer": {activity: 1, rev: 9}})
	told.cut(-8, note)
	expect("the node is gone", []id.ID{"newer", "older"}, activities{"older": {-8, 0, 6, phone{}}, "newer": {-8, 1, 9, phone{}}})
	told.cut(-9, note)
	expect("it is gone for longer", nil, activities{"older": {-8, 0, 6, phone{}}, "newer": {-8, 1, 9, phone{}}})
}
