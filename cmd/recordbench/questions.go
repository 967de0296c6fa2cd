package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"

	"switchboard/actors/records"
	"switchboard/storage/id"
)

// operation is one request that is sent to all servers.
type operation struct {
	name string
	rows int // records per request
	// The required rate of the product, relative to the peer's and to bare
	// pgx's; 0 for none.
	peer, bare float64
	ours       func(c *client) error
	theirs     func(c *client) error
	// statements records the product's statements, and returns how bare pgx
	// sends them for the n-th time.
	statements func(ctx context.Context, b *bare) (again func(ctx context.Context, n int64) error, err error)
}

// many is the number of records of an array.
const many = 100

const (
	records1  = "/v1/object/contact"
	contacts1 = "/api/collections/contacts/records"
)

// generator creates the requests.
type generator struct {
	*world

	written atomic.Int64 // counts written contacts, to take turns
}

func (a *generator) anyContact() string { return a.contacts[anyOf(len(a.contacts))] }

// nextContacts returns n of the product's contacts that no other client
// writes now.
func (a *generator) nextContacts(n int) []string {
	from := int(a.written.Add(int64(n))) - n
	out := make([]string, n)
	for i := range out {
		out[i] = a.contacts[(from+i)%len(a.contacts)]
	}
	return out
}

// nextOfPeer returns the peer's next contact to write: like the product's,
// not stored next to the last one.
func (a *generator) nextOfPeer() string { return a.peers[int(a.written.Add(1))%len(a.peers)] }

func peerContact(n int) string { return fmt.Sprintf("c%014d", n+1) }

func (a *generator) company() string { return fmt.Sprintf("Company %d", anyOf(a.companies())) }

// anyOf returns a random number below n.
func anyOf(n int) int { return rand.IntN(n) } //nolint:gosec // which record is asked for is no secret

func get(c *client, path string) error {
	_, err := c.ask("GET", path, nil)
	return err
}

func (*generator) theirLatest(c *client) error {
	return get(c, contacts1+fmt.Sprintf("?perPage=25&sort=-updated&page=%d", 1+anyOf(40)))
}

func (a *generator) theirOfCompany(c *client) error {
	return get(c, contacts1+"?perPage=25&sort=-updated&filter="+url.QueryEscape(fmt.Sprintf("(company='%s'&&do_not_call=false)", a.company())))
}

func (a *generator) questions() []operation {
	return []operation{
		{
			name: "read one", rows: 1, peer: 2, bare: 1. / 6,
			ours:       func(c *client) error { return get(c, records1+"/"+a.anyContact()) },
			theirs:     func(c *client) error { return get(c, contacts1+"/"+peerContact(anyOf(a.rows))) },
			statements: a.reading,
		},
		{
			name: "list of 25 and exact total", rows: 25, peer: 5, bare: 1. / 6,
			ours: func(c *client) error {
				return get(c, records1+fmt.Sprintf("?limit=25&order=-modified_date&offset=%d", 25*anyOf(40)))
			},
			theirs: a.theirLatest,
			statements: a.listing(func() records.ListRequest {
				return records.ListRequest{Limit: 25, Order: []string{"-modified_date"}, Offset: 25 * anyOf(40), Total: true}
			}),
		},
		{
			name: "filter by two fields, total", rows: 18, peer: 10, bare: 1. / 6,
			ours: func(c *client) error {
				filter := fmt.Sprintf(`[{"field":"company","operator":"=","value":%q},{"field":"do_not_call","operator":"=","value":false}]`, a.company())
				return get(c, records1+"?limit=25&order=-modified_date&filter="+url.QueryEscape(filter))
			},
			theirs: a.theirOfCompany,
			statements: a.listing(func() records.ListRequest {
				return records.ListRequest{Limit: 25, Order: []string{"-modified_date"}, Total: true, Filter: []records.FilterRow{
					{Field: "company", Operator: "=", Value: quoted(a.company())}, {Field: "do_not_call", Operator: "=", Value: []byte("false")},
				}}
			}),
		},
		{
			name: "filter by a part of the name, total", rows: a.rows / 7919, peer: 10, bare: 1. / 6,
			ours: func(c *client) error {
				filter := fmt.Sprintf(`[{"field":"name","operator":"LIKE","value":%q}]`, "%"+a.nameScheme().surname()+"%")
				return get(c, records1+"?limit=25&order=-modified_date&filter="+url.QueryEscape(filter))
			},
			theirs: func(c *client) error {
				return get(c, contacts1+"?perPage=25&sort=-updated&filter="+url.QueryEscape(fmt.Sprintf("(name~'%s')", a.nameScheme().surname())))
			},
			statements: a.listing(func() records.ListRequest {
				return records.ListRequest{Limit: 25, Order: []string{"-modified_date"}, Total: true, Filter: []records.FilterRow{
					{Field: "name", Operator: "LIKE", Value: quoted("%" + a.nameScheme().surname() + "%")},
				}}
			}),
		},
		{
			name: "create", rows: 1, peer: 1.1, bare: 1. / 4,
			ours:       func(c *client) error { return send(c, "POST", records1, fresh(1)) },
			theirs:     func(c *client) error { return send(c, "POST", contacts1, theirFresh()) },
			statements: a.creating(1),
		},
		{
			name: "patch", rows: 1, peer: 1.5, bare: 1. / 4,
			ours: func(c *client) error { return send(c, "PATCH", records1, a.patches(1)) },
			theirs: func(c *client) error {
				return send(c, "PATCH", contacts1+"/"+a.nextOfPeer(), a.patch())
			},
			statements: a.patching(1),
		},
		{
			name: "create 100", rows: many, peer: 1.1, bare: 1. / 4,
			ours:       func(c *client) error { return send(c, "POST", records1, fresh(many)) },
			theirs:     func(c *client) error { return send(c, "POST", "/api/batch", a.batch("POST")) },
			statements: a.creating(many),
		},
		{
			name: "patch 100", rows: many, peer: 1.5, bare: 1. / 4,
			ours:       func(c *client) error { return send(c, "PATCH", records1, a.patches(many)) },
			theirs:     func(c *client) error { return send(c, "POST", "/api/batch", a.batch("PATCH")) },
			statements: a.patching(many),
		},
	}
}

func quoted(text string) []byte { return fmt.Appendf(nil, "%q", text) }

func send(c *client, method, path string, body any) error {
	raw, err := json.Marshal(body)
	if err == nil {
		_, err = c.ask(method, path, raw)
	}
	return err
}

type fields map[string]any

// common returns the fields of a new contact on both sides.
func common(n int) fields {
	return fields{
		"name": fmt.Sprintf("New%d Last%d", n, n), "first_name": fmt.Sprintf("New%d", n), "last_name": fmt.Sprintf("Last%d", n), "company": fmt.Sprintf("Company %d", n%5000),
		"email": fmt.Sprintf("n%d@example.test", n), "do_not_call": false, "salesforce_id": fmt.Sprintf("003%012d", n),
		"address":   fields{"line1": "1 Pine Street", "city": "Seattle", "state": "WA", "postal_code": "98101", "country": "US"},
		"time_zone": "America/Los_Angeles", "preferred_language": "en",
	}
}

func fresh(n int) []fields {
	out := make([]fields, n)
	for i := range out {
		digits := anyOf(8_000_000)
		out[i] = common(digits)
		out[i]["phone"] = fields{"country_code": "+1", "phone_number": fmt.Sprintf("+1206%07d", 2_000_000+digits)}
	}
	return out
}

func theirFresh() fields {
	digits := anyOf(8_000_000)
	out := common(digits)
	out["phone"], out["tags"] = fmt.Sprintf("+1206%07d", 2_000_000+digits), []string{}
	return out
}

// patch changes two fields, one of them with an index.
func (a *generator) patch() fields {
	return fields{"company": fmt.Sprintf("Company %d", anyOf(1_000_000)), "last_name": fmt.Sprintf("x%d", anyOf(1_000_000))}
}

func (a *generator) patches(n int) []fields {
	out := make([]fields, n)
	for i, contact := range a.nextContacts(n) {
		out[i] = a.patch()
		out[i]["id"] = contact
	}
	return out
}

// batch is an array in the peer's format: one transaction of several
// requests.
func (a *generator) batch(method string) fields {
	requests := make([]fields, many)
	for i := range requests {
		if method == "POST" {
			requests[i] = fields{"method": method, "url": contacts1, "body": theirFresh()}
		} else {
			requests[i] = fields{"method": method, "url": contacts1 + "/" + a.nextOfPeer(), "body": a.patch()}
		}
	}
	return fields{"requests": requests}
}

// variants is how many requests of a kind are recorded: enough that two
// clients rarely change the same record.
const variants = 64

// changed is how many contacts are changed in turn if each request changes
// one: enough that the database finds their pages like those of any contact.
const changed = 4096

// reading records the statements for reading a contact.
func (a *generator) reading(ctx context.Context, b *bare) (func(context.Context, int64) error, error) {
	one := a.contacts[0]
	trips, err := b.taken(ctx, func(ctx context.Context) error {
		_, err := b.records.Get(ctx, &b.who, "contact", id.ID(one))
		return err
	})
	return func(ctx context.Context, _ int64) error {
		return b.send(ctx, trips, strings.NewReplacer(one, a.anyContact()))
	}, err
}

// listing records several lists, which are requested in turn.
func (a *generator) listing(request func() records.ListRequest) func(context.Context, *bare) (func(context.Context, int64) error, error) {
	return func(ctx context.Context, b *bare) (func(context.Context, int64) error, error) {
		return varied(func() ([]roundTrip, error) {
			q := request()
			return b.taken(ctx, func(ctx context.Context) error {
				_, err := b.records.List(ctx, &b.who, "contact", q)
				return err
			})
		}, b)
	}
}

func varied(take func() ([]roundTrip, error), b *bare) (func(context.Context, int64) error, error) {
	all := make([][]roundTrip, variants)
	for i := range all {
		var err error
		if all[i], err = take(); err != nil {
			return nil, err
		}
	}
	return func(ctx context.Context, n int64) error { return b.send(ctx, all[n%variants], nil) }, nil
}

// patching records changes of different contacts, two of each. They are
// replayed in turn, so that each changes the stored values; no other client
// may write these contacts from then on.
func (a *generator) patching(n int) func(context.Context, *bare) (func(context.Context, int64) error, error) {
	return func(ctx context.Context, b *bare) (func(context.Context, int64) error, error) {
		all := make([]struct {
			mu    sync.Mutex
			trips [2][]roundTrip
			again int64
		}, min(max(variants, min(changed, a.rows/4)/n), len(a.contacts)/2/n))
		for i := range all {
			ids := a.contacts[:n]
			a.contacts = a.contacts[n:]
			for j := range all[i].trips {
				var err error
				if all[i].trips[j], err = b.taken(ctx, func(ctx context.Context) error {
					rows := make([]fields, n)
					for i := range rows {
						rows[i] = a.patch()
						rows[i]["id"] = ids[i]
					}
					in, err := input(rows)
					if err == nil {
						_, err = b.records.Patch(ctx, &b.who, "contact", in, 0, "")
					}
					return err
				}); err != nil {
					return nil, err
				}
			}
		}
		return func(ctx context.Context, n int64) error {
			one := &all[n%int64(len(all))]
			one.mu.Lock()
			defer one.mu.Unlock()
			first := one.again%2 == 0
			one.again++
			if first { // three versions were created after it: each recording runs twice
				return b.send(ctx, later(one.trips[0], one.again+2), nil)
			}
			return b.send(ctx, later(one.trips[1], one.again), nil)
		}, nil
	}
}

// creating records the creation of contacts. Replays use other ids; those of
// one moment share a prefix (UUID version 7).
func (a *generator) creating(n int) func(context.Context, *bare) (func(context.Context, int64) error, error) {
	return func(ctx context.Context, b *bare) (func(context.Context, int64) error, error) {
		var made []string
		trips, err := b.taken(ctx, func(ctx context.Context) error {
			in, err := input(fresh(n))
			if err != nil {
				return err
			}
			written, err := b.records.Create(ctx, &b.who, "contact", in, "")
			made = nil
			for _, record := range written.Records {
				made = append(made, string(bytes.Trim(record["id"], `"`)))
			}
			return err
		})
		return func(ctx context.Context, _ int64) error {
			return b.send(ctx, trips, strings.NewReplacer(moments(made)...))
		}, err
	}
}

// moments maps each prefix of the ids to an unused one.
func moments(ids []string) []string {
	const beginning = len("00000000-0000")
	var out []string
	seen := map[string]bool{}
	for _, one := range ids {
		if begins := one[:beginning]; !seen[begins] {
			seen[begins] = true
			other := fmt.Sprintf("%012x", rand.Uint64()>>16) //nolint:gosec // an id that nobody has is no secret
			out = append(out, begins, other[:8]+"-"+other[8:])
		}
	}
	return out
}

// input converts rows to the input of records.
func input(rows []fields) ([]records.Input, error) {
	raw, err := json.Marshal(rows)
	var out []records.Input
	if err == nil {
		err = json.Unmarshal(raw, &out)
	}
	return out, err
}
