package relay_test

import (
	"log/slog"
	"testing"

	"switchboard/actors/features"
	"switchboard/cmd/storetest"
	"switchboard/storage/entry"
	"switchboard/storage/id"
	"switchboard/storage/pg"
	"switchboard/storage/pg/relay"
)

// serving follows the log of one organization.
type serving struct {
	organization id.ID
	told         int
}

func (s *serving) Serves(organization id.ID) bool { return organization == s.organization }

func (s *serving) Append(organization id.ID, entries []entry.Entry) {
	if s.Serves(organization) {
		s.told += len(entries)
	}
}

// BenchmarkTail measures one look of a node that does not lead into the log of an
// installation with 1,000 organizations, of which it serves one. It looks four times a
// second: at 200 changes a second in one organization each look finds 50.
func BenchmarkTail(b *testing.B) {
	for name, scene := range map[string]struct{ served, busy bool }{
		"quiet":                                 {},
		"200 changes/s here":                    {busy: true, served: true},
		"200 changes/s, served by another node": {busy: true},
	} {
		b.Run(name, func(b *testing.B) {
			_, dsn := storetest.WithDSN(b)
			r := relaysOn(b, dsn)
			store, err := pg.Open(b.Context(), pg.Config{DSN: dsn, Registry: features.Registry(), MaxConns: 2, Logger: slog.New(slog.DiscardHandler)})
			if err != nil {
				b.Fatal(err)
			}
			defer store.Close()
			r.exec(`INSERT INTO core.log_head (organization_id, seq) SELECT gen_random_uuid(), 1000 FROM generate_series(1, 1000)`)
			r.exec(`INSERT INTO core.log_head (organization_id, seq) VALUES ($1, 0)`, string(r.org))
			r.exec(`ANALYZE core.log_head`)
			follower := &serving{organization: id.New()}
			if scene.served {
				follower.organization = r.org
			}
			one := pg.NewRelay(store, relay.Config{Logger: slog.New(slog.DiscardHandler)})
			one.Follow(follower)
			look, end, err := relay.Tailing(b.Context(), one)
			if err != nil {
				b.Fatal(err)
			}
			defer end()
			b.ReportAllocs()
			looks := 0
			for b.Loop() {
				if scene.busy {
					b.StopTimer()
					r.exec(`WITH h AS (UPDATE core.log_head SET seq = seq + 50 WHERE organization_id = $1 RETURNING seq)
						INSERT INTO core.event_log (organization_id, seq, at, entry) SELECT $1, h.seq - 50 + n, now(), $2 FROM h, generate_series(1, 50) n`,
						string(r.org), `{"cause":"contact.renamed","object":"contact","id":"`+string(id.New())+`","op":"updated","version":7,"before":{"name":"Ann"},"after":{"name":"Anna"},"route":{}}`)
					b.StartTimer()
				}
				if err := look(); err != nil {
					b.Fatal(err)
				}
				looks++
			}
			if scene.served && follower.told != 50*looks {
				b.Errorf("told of %d entries after %d looks", follower.told, looks)
			}
		})
	}
}
