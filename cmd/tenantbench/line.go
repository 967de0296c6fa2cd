package main

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"strconv"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"
	"golang.org/x/sync/errgroup"

	"switchboard/storage/entry"
	"switchboard/storage/id"
	"switchboard/storage/pg"
	"switchboard/storage/pg/organizations"
	"switchboard/storage/pg/relay"
	"switchboard/storage/pg/tables"
	"switchboard/storage/row"
)

// bench is the shared state of the lines.
type bench struct {
	store         *pg.Store
	dsn           string
	backlog       int
	quietFor      time.Duration
	numbers       []string
	conversations []id.ID
}

// line grows the installation to a size, measures, and prints.
func (b *bench) line(ctx context.Context, size int) error {
	missing := size - len(b.numbers)
	began := time.Now()
	if err := b.grow(ctx, size); err != nil {
		return err
	}
	made := time.Since(began) / time.Duration(missing)
	start, err := timed(5, func(int) error { return b.store.Migrate(ctx) })
	if err != nil {
		return err
	}
	number, err := timed(500, func(i int) error {
		_, _, err := b.store.OrganizationByNumber(ctx, b.numbers[i*7919%len(b.numbers)])
		return err
	})
	if err != nil {
		return err
	}
	conversation, err := timed(500, func(i int) error {
		_, err := b.store.OrganizationByRecord(ctx, b.conversations[i*7919%len(b.conversations)])
		return err
	})
	if err != nil {
		return err
	}
	share, err := b.quietRelay(ctx, b.quietFor)
	if err != nil {
		return err
	}
	claim, err := b.claim(ctx)
	if err != nil {
		return err
	}
	look, err := timed(3, func(int) error { return b.store.IndexLargeTables(ctx) })
	if err != nil {
		return err
	}
	empty, err := b.sizeOf(ctx)
	if err != nil {
		return err
	}
	memory, err := b.memory(ctx)
	if err != nil {
		return err
	}
	fmt.Printf("| %d | %s | %s | %s / %s | %s / %s | %.3f | %s | %s | %s | %.2f MB |\n", size, ms(made), ms(start[len(start)/2]),
		ms(middle(number)), ms(nearly(number)), ms(middle(conversation)), ms(nearly(conversation)), share, ms(middle(claim)), ms(middle(look)), empty, megabytes(memory))
	return nil
}

// grow creates organizations with a number and a conversation each.
func (b *bench) grow(ctx context.Context, size int) error {
	from := len(b.numbers)
	b.numbers = append(b.numbers, make([]string, size-from)...)
	b.conversations = append(b.conversations, make([]id.ID, size-from)...)
	work, ctx := errgroup.WithContext(ctx)
	work.SetLimit(2)
	for i := from; i < size; i++ {
		work.Go(func() error {
			organization, phone, conversation := id.New(), id.New(), id.New()
			if err := b.store.CreateOrganization(ctx, organizations.Organization{ID: organization, Name: "Tenant " + strconv.Itoa(i)}); err != nil {
				return err
			}
			b.numbers[i], b.conversations[i] = fmt.Sprintf("+1206%07d", i), conversation
			_, err := b.store.Commit(ctx, row.Change{Organization: organization, Writes: []row.Write{
				{Object: "twilio_phone", ID: phone, Op: entry.Created, Set: row.Fields{"phone_number": b.numbers[i], "sid": "PN" + strconv.Itoa(i)}},
				{Object: "twilio_conversation", ID: conversation, Op: entry.Created, Set: row.Fields{"sid": "CH" + strconv.Itoa(i), "phone": phone}},
			}})
			return err
		})
	}
	return work.Wait()
}

// sizeOf returns the size of an empty organization.
func (b *bench) sizeOf(ctx context.Context) (string, error) {
	one := organizations.Organization{ID: id.New(), Name: "Empty"}
	if err := b.store.CreateOrganization(ctx, one); err != nil {
		return "", err
	}
	conn, err := pgx.Connect(ctx, b.dsn)
	if err != nil {
		return "", err
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	var bytes int64
	var relations, indexes int
	if err := conn.QueryRow(ctx, tables.SizeOfSchema, tables.SchemaOf(one.ID)).Scan(&bytes, &relations, &indexes); err != nil {
		return "", err
	}
	return fmt.Sprintf("%.2f MB, %d tables, %d indexes", megabytes(bytes), relations, indexes), nil
}

// touched is how many organizations a connection uses whose memory is
// measured.
const touched = 40

// memory returns the memory of a connection per organization whose tables it
// has all read.
func (b *bench) memory(ctx context.Context) (bytes int64, err error) {
	conn, err := pgx.Connect(ctx, b.dsn)
	if err != nil {
		return 0, err
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	rows, err := conn.Query(ctx, `SELECT o.schema_name, quote_ident(n.nspname) || '.' || quote_ident(c.relname)
		FROM (SELECT schema_name FROM core.organization ORDER BY created LIMIT $1) o
		JOIN pg_namespace n ON n.nspname = o.schema_name JOIN pg_class c ON c.relnamespace = n.oid AND c.relkind = 'r'`, touched)
	if err != nil {
		return 0, err
	}
	names, in := []string(nil), map[string]bool{}
	var schemaName, name string
	if _, err = pgx.ForEachRow(rows, []any{&schemaName, &name}, func() error {
		names, in[schemaName] = append(names, name), true
		return nil
	}); err != nil {
		return 0, err
	}
	const used = "SELECT sum(total_bytes)::bigint FROM pg_backend_memory_contexts"
	var before, after int64
	if err := conn.QueryRow(ctx, used).Scan(&before); err != nil {
		return 0, err
	}
	for _, name := range names {
		if _, err := conn.Exec(ctx, "SELECT * FROM "+name+" WHERE id = gen_random_uuid()", pgx.QueryExecModeSimpleProtocol); err != nil {
			return 0, err
		}
	}
	err = conn.QueryRow(ctx, used).Scan(&after)
	return (after - before) / int64(len(in)), err
}

func megabytes(bytes int64) float64 { return float64(bytes) / 1e6 }

// quietRelay returns the share of a core that this process uses while a relay
// leads an idle log.
func (b *bench) quietRelay(ctx context.Context, during time.Duration) (float64, error) {
	relay := pg.NewRelay(b.store, relay.Config{Logger: slog.New(slog.DiscardHandler)})
	relaying, end := context.WithCancel(ctx)
	ended := make(chan error, 1)
	go func() { ended <- relay.Run(relaying) }()
	time.Sleep(time.Second) // it takes the lead and clears the organizations' backlog
	before := used()
	time.Sleep(during)
	share := float64(used()-before) / float64(during)
	end()
	return share, <-ended
}

func used() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// claim measures claiming one effect behind a backlog of another subject,
// whose first one is running.
func (b *bench) claim(ctx context.Context) ([]time.Duration, error) {
	conn, err := pgx.Connect(ctx, b.dsn)
	if err != nil {
		return nil, err
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	if _, err := conn.Exec(ctx, `INSERT INTO core.effect (id, organization_id, kind, actor, subject, payload, state, claimed_by, claimed_until, attempts)
		SELECT gen_random_uuid(), o.id, 'bench.wait', 'bench', $1::uuid, '{}', CASE WHEN n = 1 THEN 'running' ELSE 'pending' END, 'bench',
			now() + interval '1 hour', 1
		FROM (SELECT id FROM core.organization LIMIT 1) o, generate_series(1, $2::int) n`, string(id.New()), b.backlog); err != nil {
		return nil, err
	}
	if _, err := conn.Exec(ctx, "ANALYZE core.effect"); err != nil {
		return nil, err
	}
	took, err := timed(20, func(int) error {
		_, err := b.store.ClaimEffects(ctx, row.ClaimRequest{Node: "bench", Limit: 32, Lease: time.Minute})
		return err
	})
	if err != nil {
		return nil, err
	}
	_, err = conn.Exec(ctx, "DELETE FROM core.effect WHERE actor = 'bench'")
	return took, err
}

// timed returns the duration of each of n runs, the shortest first.
func timed(n int, do func(i int) error) ([]time.Duration, error) {
	took := make([]time.Duration, n)
	for i := range took {
		began := time.Now()
		if err := do(i); err != nil {
			return nil, err
		}
		took[i] = time.Since(began)
	}
	slices.Sort(took)
	return took, nil
}

func middle(took []time.Duration) time.Duration { return took[len(took)/2] }

func nearly(took []time.Duration) time.Duration { return took[len(took)*99/100] }

func ms(d time.Duration) string { return fmt.Sprintf("%.2f ms", float64(d)/float64(time.Millisecond)) }
