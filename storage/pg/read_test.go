package pg_test

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

func (f *fixture) read(r row.ReadRequest) row.Page {
	f.Helper()
	page, err := f.Read(f.Context(), f.org, r)
	if err != nil {
		f.Fatalf("read: %v", err)
	}
	return page
}

// names reads a page's names, sorted.
func names(p row.Page) string {
	out := make([]string, len(p.Items))
	for i, item := range p.Items {
		out[i] = strings.Trim(string(item.Fields["name"]), `"`)
	}
	slices.Sort(out)
	return strings.Join(out, " ")
}

var everything = []row.Relation{{Kind: "all"}}

func TestRelationsSelectRows(t *testing.T) {
	f := newFixture(t)
	red := f.create("team", row.Fields{"name": "Red"}).ID
	ada, bob, eve := f.user("Ada", red), f.user("Bob"), f.user("Eve")
	blue := f.create("team", row.Fields{"name": "Blue", "members": []id.ID{bob}}).ID
	contact := func(name string, owner id.ID) { f.create("contact", row.Fields{"name": name, "owner": owner}) }
	contact("of-ada", ada)
	contact("of-bob", bob)
	contact("of-eve", eve)
	contact("of-nobody", "")

	relation := func(kind string, ids ...id.ID) row.Relation { return row.Relation{Kind: kind, IDs: ids} }
	for _, c := range []struct {
		visible []row.Relation
		want    string
	}{
		{nil, ""},
		{everything, "of-ada of-bob of-eve of-nobody"},
		{[]row.Relation{relation("owner", ada)}, "of-ada"},
		{[]row.Relation{relation("team", red)}, "of-ada"},
		{[]row.Relation{relation("team", blue)}, "of-bob"},
		{[]row.Relation{relation("team", red, blue)}, "of-ada of-bob"},
		{[]row.Relation{relation("team")}, ""},
		{[]row.Relation{relation("team", red), relation("owner", eve)}, "of-ada of-eve"},
		{[]row.Relation{relation("member", ada)}, ""},
		{[]row.Relation{relation("candidate", ada), relation("owner", bob)}, "of-bob"},
	} {
		page := f.read(row.ReadRequest{Object: "contact", Visible: c.visible, Total: true})
		if got := names(page); got != c.want || int(page.Total) != len(page.Items) {
			t.Errorf("%+v reads %q of %d, want %q", c.visible, got, page.Total, c.want)
		}
	}
	_, err := f.Read(t.Context(), f.org, row.ReadRequest{Object: "contact", Visible: []row.Relation{relation("true) OR (true")}})
	f.refused(err, fault.Invalid)

	// A search never widens what is visible.
	for _, anyOf := range []bool{false, true} {
		page := f.read(row.ReadRequest{Object: "contact", Visible: []row.Relation{relation("owner", ada)}, Any: anyOf, Where: []row.Condition{
			{Field: "name", Operator: "=", Value: "of-bob"}, {Field: "name", Operator: "!=", Value: "of-bob"},
		}})
		if want := map[bool]string{false: "", true: "of-ada"}[anyOf]; names(page) != want {
			t.Errorf("any %v reads %q", anyOf, names(page))
		}
	}
}

// TestACommitShowsWhatAReadWould compares what CommitItems returns with what is read
// afterwards: names and route included, also of records that the same change made.
func TestACommitShowsWhatAReadWould(t *testing.T) {
	f := newFixture(t)
	ada := f.user("Ada", f.create("team", row.Fields{"name": "Red"}).ID)
	contact, note := id.New(), id.New()
	for _, writes := range [][]row.Write{
		{
			{Object: "contact", ID: contact, Op: entry.Created, Set: row.Fields{"name": "A", "owner": ada}},
			{Object: "note", ID: note, Op: entry.Created, Set: row.Fields{"name": "N", "owner": ada}},
			{Object: "contact", ID: contact, Op: entry.Updated, Set: row.Fields{"related_note": note}},
		},
		{
			{Object: "contact", ID: contact, Op: entry.Updated, Set: row.Fields{"company": "C"}},
			{Object: "note", ID: note, Op: entry.Updated, Set: row.Fields{"name": "N"}}, // as it is
			{Object: "user", ID: ada, Op: entry.Updated, Set: row.Fields{"name": "Ada L."}},
		},
	} {
		shown, err := f.CommitItems(t.Context(), f.change(writes...))
		if err != nil || len(shown) != len(writes) {
			t.Fatal(shown, err)
		}
		last := map[id.ID]row.Item{}
		for _, item := range shown {
			last[item.ID] = item
		}
		for i, w := range writes {
			page := f.read(row.ReadRequest{Object: w.Object, Visible: everything, Where: []row.Condition{{Field: "id", Operator: "=", Value: shown[i].ID}}})
			if len(page.Items) != 1 || !reflect.DeepEqual(page.Items[0], last[shown[i].ID]) {
				t.Errorf("%s\nshown %+v\nread  %+v", w.Object, last[shown[i].ID], page.Items)
			}
		}
	}
}

func TestPrivateRecordsAreTheirMembers(t *testing.T) {
	f := newFixture(t)
	ada, bob := f.user("Ada"), f.user("Bob")
	open := f.create("chat", row.Fields{"name": "open", "members": []id.ID{bob}, "owner": ada}).ID
	secret := f.create("chat", row.Fields{"name": "secret", "members": []id.ID{bob}, "private": true, "owner": ada}).ID
	say := func(name string, chat, user id.ID) {
		f.create("chat_message", row.Fields{"name": name, "chat": chat, "user": user, "body": "x"})
	}
	say("in-open", open, ada)
	say("in-secret", secret, ada)
	say("nowhere", "", ada)
	all := row.Relation{Kind: "all"}
	owner := row.Relation{Kind: "owner", IDs: []id.ID{ada}}
	member := func(of id.ID) row.Relation { return row.Relation{Kind: "member", IDs: []id.ID{of}} }
	for _, c := range []struct {
		visible        []row.Relation
		chat, messages string
	}{
		{[]row.Relation{all}, "open", "in-open nowhere"},
		{[]row.Relation{owner}, "open", "in-open nowhere"},
		{[]row.Relation{member(bob)}, "open secret", "in-open in-secret"},
		{[]row.Relation{member(ada)}, "", ""},
		{[]row.Relation{owner, member(ada)}, "open", "in-open nowhere"},
		{[]row.Relation{all, member(bob)}, "open secret", "in-open in-secret nowhere"},
	} {
		if got := names(f.read(row.ReadRequest{Object: "chat", Visible: c.visible})); got != c.chat {
			t.Errorf("%+v reads the chats %q, want %q", c.visible, got, c.chat)
		}
		if got := names(f.read(row.ReadRequest{Object: "chat_message", Visible: c.visible})); got != c.messages {
			t.Errorf("%+v reads the messages %q, want %q", c.visible, got, c.messages)
		}
	}
	call := f.create("call", row.Fields{"name": "ringing", "candidates": []id.ID{bob}})
	if got := names(f.read(row.ReadRequest{Object: "call", Visible: []row.Relation{{Kind: "candidate", IDs: []id.ID{bob}}}})); got != call.Text("name") {
		t.Errorf("bob's calls: %q", got)
	}
	if got := names(f.read(row.ReadRequest{Object: "call", Visible: []row.Relation{{Kind: "candidate", IDs: []id.ID{ada}}}})); got != "" {
		t.Errorf("ada's calls: %q", got)
	}
}

func TestTotals(t *testing.T) {
	f := newFixture(t)
	var writes []row.Write
	for i := range 30 {
		writes = append(writes, row.Write{Object: "contact", Op: entry.Created, Quiet: true, Set: row.Fields{"name": fmt.Sprint("n", i)}})
	}
	f.commit(f.change(writes...))
	if got := f.entries(); len(got) != 0 {
		t.Fatalf("quiet writes made %d entries", len(got))
	}
	name := []row.Condition{{Field: "name", Operator: ">=", Value: "n1"}, {Field: "name", Operator: "<", Value: "n2"}} // n1, n10 … n19
	for _, c := range []struct {
		request row.ReadRequest
		items   int
		total   int64
	}{
		{row.ReadRequest{Limit: 10}, 10, 30},
		{row.ReadRequest{Limit: 10, Offset: 20}, 10, 30},
		{row.ReadRequest{Limit: 10, Offset: 25}, 5, 30},
		{row.ReadRequest{Limit: 10, Offset: 40}, 0, 30},
		{row.ReadRequest{}, 30, 30},
		{row.ReadRequest{Limit: 4, Where: name}, 4, 11},
	} {
		c.request.Object, c.request.Visible, c.request.Total = "contact", everything, true
		page := f.read(c.request)
		if len(page.Items) != c.items || page.Total != c.total || page.Estimated {
			t.Errorf("%+v gives %d items of %d, estimated %v", c.request, len(page.Items), page.Total, page.Estimated)
		}
	}
	if page := f.read(row.ReadRequest{Object: "contact", Visible: everything, Limit: 1}); page.Total != 0 {
		t.Errorf("a total nobody asked for: %d", page.Total)
	}
}

// The budget of a count is kept by the database: a table that can't be read in
// time is guessed.
func TestASlowCountIsEstimated(t *testing.T) {
	f := newFixture(t)
	var writes []row.Write
	for i := range 20 {
		writes = append(writes, row.Write{Object: "contact", Op: entry.Created, Set: row.Fields{"name": fmt.Sprint("n", i)}})
	}
	f.commit(f.change(writes...))
	// Rows that take 10 ms each to look at, and statistics that say how many there are.
	for _, text := range []string{
		`CREATE FUNCTION public.slowly(text) RETURNS boolean LANGUAGE plpgsql STABLE COST 0.01 AS 'BEGIN PERFORM pg_sleep(0.01); RETURN true; END'`,
		`ALTER TABLE org_` + f.org.Compact() + `.contact RENAME TO contact_rows`,
		`CREATE VIEW org_` + f.org.Compact() + `.contact AS SELECT * FROM org_` + f.org.Compact() + `.contact_rows WHERE public.slowly(name)`,
		`ANALYZE org_` + f.org.Compact() + `.contact_rows`,
	} {
		if _, err := f.conn.Exec(t.Context(), text); err != nil {
			t.Fatal(err)
		}
	}
	page := f.read(row.ReadRequest{Object: "contact", Visible: everything, Limit: 5, Total: true,
		Where: []row.Condition{{Field: "name", Operator: ">=", Value: "n"}}})
	if !page.Estimated || page.Total < 1 || page.Total > 40 || len(page.Items) != 5 {
		t.Errorf("%d items of %d, estimated %v", len(page.Items), page.Total, page.Estimated)
	}
}

func TestInternalThingsCannotBeRead(t *testing.T) {
	f := newFixture(t)
	f.user("Ada")
	for what, r := range map[string]row.ReadRequest{
		"object": {Object: "session"},
		"filter": {Object: "user", Where: []row.Condition{{Field: "account", Operator: "=", Value: "x"}}},
		"order":  {Object: "user", Order: []row.Order{{Field: "account"}}},
		"gone":   {Object: "user", Where: []row.Condition{{Field: "deleted_date", Operator: "IS NULL"}}},
	} {
		r.Visible = everything
		_, err := f.Read(t.Context(), f.org, r)
		internal := f.refused(err, fault.Invalid)
		if len(r.Where) > 0 {
			r.Where[0].Field = "nothing"
			_, err = f.Read(t.Context(), f.org, r)
			if absent := f.refused(err, fault.Invalid); len(absent.Detail) == 0 || strings.Contains(internal.Detail, "searched") {
				t.Errorf("%s: an internal field shows: %q, an absent one %q", what, internal.Detail, absent.Detail)
			}
		}
	}
	page := f.read(row.ReadRequest{Object: "user", Visible: everything})
	for _, name := range []string{"account", "deleted_date"} {
		if _, there := page.Items[0].Fields[name]; there {
			t.Errorf("%s is shown", name)
		}
	}
}

func TestOrganizationsAreApart(t *testing.T) {
	f := newFixture(t)
	other := newOrganization(f, "Other")
	mine := f.create("contact", row.Fields{"name": "mine"})
	c := f.change(row.Write{Object: "contact", Op: entry.Created, Set: row.Fields{"name": "theirs"}})
	c.Organization = other
	f.commit(c)
	page, err := f.Read(t.Context(), other, row.ReadRequest{Object: "contact", Visible: everything})
	if err != nil || names(page) != "theirs" {
		t.Errorf("the other reads %q %v", names(page), err)
	}
	if got := f.find(row.Query{Object: "contact"}); !slices.Equal(got, []string{"mine"}) {
		t.Errorf("found %v", got)
	}
	_, err = f.Get(t.Context(), other, "contact", mine.ID)
	f.refused(err, fault.NotFound)
}

// A page that takes too long is given up, and its connection serves the next one.
func TestAPageMayNotTakeLong(t *testing.T) {
	f := newFixture(t)
	f.create("contact", row.Fields{"name": "Ada"})
	tx, err := f.conn.Begin(t.Context())
	f.ok(err)
	_, err = tx.Exec(t.Context(), `LOCK TABLE org_`+f.org.Compact()+`.contact`)
	f.ok(err)
	f.SetPatience(20 * time.Millisecond)
	if _, err := f.Read(t.Context(), f.org, row.ReadRequest{Object: "contact", Visible: everything}); !fault.Is(err, fault.Unavailable) {
		t.Errorf("it waited, or says %v", err)
	}
	f.ok(tx.Rollback(t.Context()))
	f.SetPatience(time.Minute)
	if got := names(f.read(row.ReadRequest{Object: "contact", Visible: everything})); got != "Ada" {
		t.Errorf("read %q", got)
	}
}
