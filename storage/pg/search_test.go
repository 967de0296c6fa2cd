package pg_test

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"switchboard/storage/id"
	"switchboard/storage/pg/tables"
	"switchboard/storage/row"
	"switchboard/storage/spelling"
)

// someone is a contact as a search looks at him.
type someone struct {
	id                   id.ID
	name, company, email string
	place                int // among all by name, as the database sorts them
}

// holds tells whether one of his fields holds a term.
func (s someone) holds(term string) bool {
	for _, value := range []string{s.name, s.company, s.email} {
		value, term := strings.ToLower(value), strings.ToLower(term)
		if len(term) >= 3 && strings.Contains(value, term) || strings.HasPrefix(value, term) || strings.Contains(value, " "+term) {
			return true
		}
	}
	return false
}

// best is the rank of what a search found.
func best(term string) func(a, b someone) int {
	place := func(s someone) (n int) {
		name := strings.ToLower(s.name)
		if !strings.HasPrefix(name, term) {
			n += 2
		}
		if !strings.Contains(name, " "+term) {
			n++
		}
		return n
	}
	return func(a, b someone) int {
		return cmp.Or(place(a)-place(b), a.place-b.place)
	}
}

// people fills contacts with people of few syllables.
func (f *fixture) people(random *rand.Rand, n int) []someone {
	f.Helper()
	syllables := []string{"ka", "lo", "mi", "ra", "to", "ben", "son", "ley"}
	word := func(most int) string {
		out := ""
		for range 1 + random.IntN(most) {
			out += syllables[random.IntN(len(syllables))]
		}
		return strings.ToUpper(out[:1]) + out[1:]
	}
	all := make([]someone, n)
	var values []string
	for i := range all {
		one := someone{id: id.New(), name: word(2) + " " + word(4), company: word(3), email: strings.ToLower(word(2)) + "@" + strings.ToLower(word(2)) + ".test"}
		all[i] = one
		values = append(values, fmt.Sprintf("('%s', '%s', now(), now(), '%s', '%s', '%s')", one.id, f.org, one.name, one.company, one.email))
	}
	own := tables.Quote(tables.SchemaOf(f.org))
	for _, statement := range []string{
		"INSERT INTO " + own + ".contact (id, organization_id, created_date, modified_date, name, company, email) VALUES " + strings.Join(values, ", "),
		"ANALYZE " + own + ".contact",
	} {
		if _, err := f.conn.Exec(f.Context(), statement); err != nil {
			f.Fatal(err)
		}
	}
	rows, err := f.conn.Query(f.Context(), "SELECT id::text FROM "+own+".contact ORDER BY lower(name), id")
	if err != nil {
		f.Fatal(err)
	}
	sorted, err := pgx.CollectRows(rows, pgx.RowTo[id.ID])
	if err != nil {
		f.Fatal(err)
	}
	places := map[id.ID]int{}
	for place, one := range sorted {
		places[one] = place
	}
	for i := range all {
		all[i].place = places[all[i].id]
	}
	return all
}

func (f *fixture) searched(search row.Search, limit int) []id.ID {
	f.Helper()
	search.Fields, search.Ranked = []string{"name", "company", "email"}, true
	page := f.read(row.ReadRequest{Object: "contact", Visible: everything, Search: &search, Limit: limit})
	out := make([]id.ID, len(page.Items))
	for i, item := range page.Items {
		out[i] = item.ID
	}
	return out
}

func terms(words ...string) (out []row.Term) {
	for _, word := range words {
		out = append(out, row.Term{Text: word})
	}
	return out
}

// The best of what a search finds come first, however many words it has and however much it
// finds.
func TestASearchRanksWhatItFinds(t *testing.T) {
	f := newFixture(t)
	random := rand.New(rand.NewPCG(1, 2))
	all := f.people(random, 1_500)
	several, much := 0, 0
	for range 200 {
		of := all[random.IntN(len(all))]
		words := strings.Fields(strings.ToLower(of.name + " " + of.company + " " + of.email))
		random.Shuffle(len(words), func(i, j int) { words[i], words[j] = words[j], words[i] })
		words = words[:1+random.IntN(3)]
		for i, word := range words {
			from := random.IntN(min(2, len(word)-1))
			words[i] = word[from:max(from+2, len(word)-random.IntN(3))]
		}
		var want []someone
		for _, one := range all {
			if !slices.ContainsFunc(words, func(word string) bool { return !one.holds(word) }) {
				want = append(want, one)
			}
		}
		slices.SortFunc(want, best(words[0]))
		const limit = 9
		got := f.searched(row.Search{Terms: terms(words...)}, limit)
		if len(want) > 300 { // of so many not all are ranked
			much++
			for i, one := range got {
				at := slices.IndexFunc(all, func(s someone) bool { return s.id == one })
				if i < limit && at >= 0 && slices.ContainsFunc(words, func(word string) bool { return !all[at].holds(word) }) {
					t.Errorf("%q finds %+v", words, all[at])
				}
			}
			begin := 0
			for _, one := range want {
				if strings.HasPrefix(strings.ToLower(one.name), words[0]) {
					begin++
				}
			}
			if len(got) != limit {
				t.Errorf("%q finds %d of %d", words, len(got), len(want))
			}
			for i := range min(begin, limit) {
				at := slices.IndexFunc(all, func(s someone) bool { return s.id == got[i] })
				if !strings.HasPrefix(strings.ToLower(all[at].name), words[0]) {
					t.Errorf("%q puts %+v before %d that begin so", words, all[at], begin)
				}
			}
			continue
		}
		if len(words) > 1 {
			several++
		}
		var ids []id.ID
		for _, one := range want[:min(limit, len(want))] {
			ids = append(ids, one.id)
		}
		if !slices.Equal(got, ids) {
			t.Errorf("%q finds %v, not %v of %d", words, got, ids, len(want))
		}
	}
	if several < 60 || much < 6 {
		t.Errorf("%d searches of several words and %d that find much were compared", several, much)
	}
}

// Names are found that were typed with a slip in each of two words, among few records and
// among many; where something is found as it was typed, among many with one in both.
func TestASearchForgivesASlipInEachWord(t *testing.T) {
	f := newFixture(t)
	f.Guessing = time.Minute // a busy machine finds as much as an idle one
	random := rand.New(rand.NewPCG(3, 4))
	all := f.people(random, 1_500)
	slip := func(word string) string {
		at := random.IntN(len(word) - 1)
		switch random.IntN(3) {
		case 0:
			return word[:at] + word[at+1:]
		case 1:
			return word[:at] + "x" + word[at:]
		default:
			return word[:at] + word[at+1:at+2] + word[at:at+1] + word[at+2:]
		}
	}
	meant := func(s someone, typed ...string) (slips int, ok bool) {
		words, _ := spelling.Words(s.name)
		for _, term := range typed {
			if s.holds(term) {
				continue
			}
			if !spelling.Correctable(term) || !slices.ContainsFunc(words, func(word string) bool { return spelling.Slip(term, word) }) {
				return 0, false
			}
			slips++
		}
		return slips, true
	}
	for _, many := range []bool{false, true} {
		if many { // as a table of many records says
			if _, err := f.conn.Exec(f.Context(), "UPDATE pg_class SET reltuples = 30000 WHERE oid = to_regclass($1)", tables.Quote(tables.SchemaOf(f.org))+".contact"); err != nil {
				t.Fatal(err)
			}
		}
		twice := 0
		for i := range 75 {
			words := strings.Fields(strings.ToLower(all[random.IntN(len(all))].name))
			for j, word := range words {
				if len(word) > 4 && (i%3 == 2 || i%3 == j) { // in one of them, or in each
					words[j] = slip(word)
				}
			}
			for _, typed := range []bool{false, true} {
				least := 3
				want := map[id.ID]int{}
				for _, one := range all {
					if n, ok := meant(one, words...); ok && n > 0 {
						want[one.id] = n
						least = min(least, n)
					}
				}
				for _, one := range f.searched(row.Search{Terms: terms(words...), Alike: true, Typed: typed}, 500) {
					at := slices.IndexFunc(all, func(s someone) bool { return s.id == one })
					if _, ok := meant(all[at], words...); !ok {
						t.Errorf("%q finds %+v", words, all[at])
					}
					delete(want, one)
				}
				for one, n := range want {
					if n == 2 && many && (typed || least == 1) {
						continue // it is not looked for
					}
					t.Errorf("%q (%v, %v) misses %s, with %d slips", words, many, typed, one, n)
				}
				if least == 2 && (!many || !typed) {
					twice++
				}
			}
		}
		if twice < 4 {
			t.Errorf("only %d names were found that were typed with two slips", twice)
		}
	}
}
