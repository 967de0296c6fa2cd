package presence

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"os"
	"strconv"
	"testing"
	"time"

	"switchboard/actors/users"
	"switchboard/storage/access"
	"switchboard/storage/entry"
	"switchboard/storage/ephemeral"
	"switchboard/storage/ephemeral/memory"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// crowd is a Finder of as many users per organization as it is told, and a
// Broadcaster that counts.
type crowd struct {
	each      int
	announced int
}

func (c *crowd) user(organization id.ID, i int) id.ID {
	return id.ID(fmt.Sprintf("%s-7000-8000-%012d", organization[:13], i))
}

// Find implements Finder: a page by id, behind the id that the query names.
func (c *crowd) Find(_ context.Context, organization id.ID, query row.Query) ([]row.Record, error) {
	first := 0
	for _, condition := range query.Where {
		last, _ := condition.Value.(id.ID)
		if _, err := fmt.Sscanf(string(last[len(last)-12:]), "%d", &first); err != nil {
			return nil, err
		}
		first++
	}
	var out []row.Record
	for i := first; i < c.each && len(out) < query.Limit; i++ {
		out = append(out, row.Record{Object: "user", ID: c.user(organization, i), Version: 1, Fields: row.Fields{
			"name": fmt.Sprint("User ", i), "is_active": true, "availability": availabilityOf(users.Available),
		}})
	}
	return out, nil
}

// PresenceChanged implements Broadcaster.
func (c *crowd) PresenceChanged(id.ID, id.ID, json.RawMessage) { c.announced++ }

// BenchmarkPresence measures one node with a million users, of whom one in a hundred
// is connected: a second in which nothing happens, and one thing that happens, until
// it is announced. SWITCHBOARD_CROWD asks for fewer users, of whom 100 an organization are needed.
func BenchmarkPresence(b *testing.B) {
	all := 1_000_000
	if n, err := strconv.Atoi(os.Getenv("SWITCHBOARD_CROWD")); err == nil {
		all = max(n, 100_000)
	}
	for _, organizations := range []int{1000, 1} {
		c := &crowd{each: all / organizations}
		p := New(c, slog.New(slog.DiscardHandler), nil, Nodes{Node: "node", Leases: memory.New()})
		p.Announce(c)
		p.sharing.reader.take(nil)
		p.certainty.start = p.certainty.start.Add(-leaseTime) // who is absent is known
		var people []*access.Principal
		for o := range organizations {
			organization := id.ID(fmt.Sprintf("%08d-0000-7000-8000-000000000000", o))
			for i := 0; i < c.each; i += 100 {
				people = append(people, &access.Principal{Organization: organization, User: c.user(organization, i)})
			}
			if _, err := p.Snapshot(b.Context(), organization); err != nil {
				b.Fatal(err)
			}
		}
		for i, who := range people {
			arrives(p, who, fmt.Sprint("s", i))
		}
		second(b.Context(), p)
		p.sharing.ledger.deltas()
		b.Run(fmt.Sprintf("organizations=%d", organizations), func(b *testing.B) { crowded(b, c, p, people) })
	}
}

func crowded(b *testing.B, c *crowd, p *Tracker, people []*access.Principal) {
	b.Helper()
	b.Run("quiet second", func(b *testing.B) {
		for b.Loop() {
			second(b.Context(), p)
		}
	})
	b.Run("connect", func(b *testing.B) {
		for i := 0; b.Loop(); i++ {
			who := *people[i%len(people)]
			who.User = c.user(who.Organization, 1+i%50)
			arrives(p, &who, fmt.Sprint("c", i))
			moment(b.Context(), p)
		}
	})
	b.Run("input", func(b *testing.B) {
		for i := 0; b.Loop(); i++ {
			at := i % len(people)
			p.Active(people[at], fmt.Sprint("s", at), i/len(people)%2 == 1)
			moment(b.Context(), p)
		}
	})
	b.Run("log entry", func(b *testing.B) {
		chosen := []json.RawMessage{availabilityOf(users.Busy), availabilityOf(users.Available)}
		for i := 0; b.Loop(); i++ {
			who := people[i%len(people)]
			p.Append(who.Organization, []entry.Entry{{
				Object: "user", ID: who.User, Op: entry.Updated, Version: int64(i + 2),
				After: entry.Fields{"availability": chosen[i/len(people)%2]},
			}})
			moment(b.Context(), p)
		}
	})
}

// meter counts the bytes that are written.
type meter struct {
	*memory.Leases
	bytes int
}

func (m *meter) Hold(ctx context.Context, group, member string, value []byte, ttl time.Duration) error {
	m.bytes += len(value)
	return m.Leases.Hold(ctx, group, member, value, ttl)
}

func (m *meter) Write(ctx context.Context, group, member string, changes map[string]ephemeral.Change, ttl time.Duration) ([]string, error) {
	m.bytes += weight(changes)
	return m.Leases.Write(ctx, group, member, changes, ttl)
}

// weight is what changes say, in bytes.
func weight(changes map[string]ephemeral.Change) (bytes int) {
	for name, c := range changes {
		bytes += len(name) + 16
		for field, value := range c.Fields {
			bytes += len(field) + len(value)
		}
	}
	return bytes
}

// BenchmarkSheets measures what a node writes for the others when one person's input
// changes, with so many connected to it.
func BenchmarkSheets(b *testing.B) {
	for _, many := range []int{100, 1000, 10_000} {
		m, organization := &meter{Leases: memory.New()}, id.New()
		p := New(&crowd{}, slog.New(slog.DiscardHandler), nil, Nodes{Node: string(id.New()), Leases: m})
		person := func(i int) *access.Principal {
			return &access.Principal{Organization: organization, User: id.ID(fmt.Sprintf("%s-7000-8000-%012d", organization[:13], i))}
		}
		for i := range many {
			arrives(p, person(i), fmt.Sprint("s", i))
		}
		tell := func(b *testing.B) {
			b.Helper()
			p.sharing.ledger.deltas()
			if err := p.sharing.sheets.write(b.Context(), false); err != nil {
				b.Fatal(err)
			}
		}
		tell(b)
		b.Run(fmt.Sprintf("connected=%d", many), func(b *testing.B) {
			m.bytes = 0
			for i := 0; b.Loop(); i++ {
				at := i % many
				p.Active(person(at), fmt.Sprint("s", at), i/many%2 == 1)
				tell(b)
			}
			b.ReportMetric(float64(m.bytes)/float64(b.N), "bytes/change")
		})
		b.Run(fmt.Sprintf("connected=%d/renewal", many), func(b *testing.B) {
			m.bytes = 0
			for b.Loop() {
				if err := p.sharing.tellLease(b.Context()); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(m.bytes)/float64(b.N), "bytes/renewal")
		})
	}
}

// second is what presence does in a second in which nothing happens.
func second(ctx context.Context, p *Tracker) { p.round(ctx) }

// moment is what presence does when it was told of something.
func moment(ctx context.Context, p *Tracker) { p.round(ctx) }
