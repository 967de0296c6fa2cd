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
	"switchboard/storage/row"
)

// bench holds what the lines share.
type bench struct {
	store         *pg.Store
	dsn           string
	backlog       int
	numbers       []string
	conversations []id.ID
}

// line brings the installation to a size, measures, and prints.
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
	share, err := b.quietRelay(ctx, 5*time.Second)
	if err != nil {
		return err
	}
	claim, err := b.claim(ctx)
	if err != nil {
		return err
	}
	fmt.Printf("| %d | %s | %s | %s / %s | %s / %s | %.3f | %s |\n", size, ms(made), ms(start[len(start)/2]),
		ms(middle(number)), ms(nearly(number)), ms(middle(conversation)), ms(nearly(conversation)), share, ms(middle(claim)))
	return nil
}

// grow makes organizations with a number and a conversation each.
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

// quietRelay is which share of a core this process takes while a relay leads and nothing
// happens.
func (b *bench) quietRelay(ctx context.Context, during time.Duration) (float64, error) {
	relay := pg.NewRelay(b.store, relay.Config{Logger: slog.New(slog.DiscardHandler)})
	relaying, end := context.WithCancel(ctx)
	ended := make(chan error, 1)
	go func() { ended <- relay.Run(relaying) }()
	time.Sleep(time.Second) // it takes the lead and clears what the organizations left it
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

// claim measures taking one effect behind a backlog of another subject, whose first one
// is at work.
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

// timed gives how long each of n runs took, the shortest first.
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
