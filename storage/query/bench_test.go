package query_test

import (
	"fmt"
	"strconv"
	"syscall"
	"testing"

	"switchboard/storage/access"
	"switchboard/storage/query"
)

// typical are queries as the browser asks them.
var typical = []struct{ name, text string }{
	{"filter", "SELECT id, name, email, phone FROM contact WHERE company = 'Acme %d' AND do_not_call = false ORDER BY modified_date DESC LIMIT 25 OFFSET 50"},
	{"everything", "SELECT * FROM contact WHERE owner = '0198c0de-0000-7000-8000-0000000000aa' AND name LIKE 'ann %d' ORDER BY modified_date DESC LIMIT 100"},
	{"join", "SELECT contact.id, contact.name, twilio_participant.conversation_sid FROM contact JOIN twilio_participant ON twilio_participant.contact = contact.id WHERE contact.name LIKE 'ann %d' ORDER BY contact.name LIMIT 50"},
	{"report", "SELECT DATE_TRUNC(month, created_date) AS month, COUNT(*) AS n FROM call WHERE created_date = THIS YEAR AND notes LIKE '%d' GROUP BY month ORDER BY month"},
}

// BenchmarkCompile makes SQL of a text: of one whose shape is new, and of one that differs
// from an earlier one in its literals.
func BenchmarkCompile(b *testing.B) {
	boss := reader(true)
	tables := drawn{boss.Registry()}
	for _, q := range typical {
		b.Run("new/"+q.name, func(b *testing.B) {
			b.ReportAllocs()
			c := query.NewCompiler()
			defer processor(b)()
			for i := range b.N {
				if _, err := c.Compile(fmt.Sprintf(q.text, i), changed{boss, strconv.Itoa(i)}, tables, noon); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run("known/"+q.name, func(b *testing.B) {
			b.ReportAllocs()
			c := query.NewCompiler()
			defer processor(b)()
			for i := range b.N {
				if _, err := c.Compile(fmt.Sprintf(q.text, i), boss, tables, noon); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// asked are filters as lists ask them.
var asked = []struct {
	name string
	rows []query.FilterRow
}{
	{"one", []query.FilterRow{{Field: "company", Operator: "=", Value: []byte(`"Acme"`)}}},
	{"two", []query.FilterRow{{Field: "company", Operator: "=", Value: []byte(`"Acme"`)}, {Field: "do_not_call", Operator: "=", Value: []byte("false")}}},
	{"days and a list", []query.FilterRow{{Field: "created_date", Operator: "=", Value: []byte(`"this month"`)}, {Field: "company", Operator: "IN", Value: []byte(`["Acme","Navy"]`)}}},
	{"behind a lookup", []query.FilterRow{{Field: "owner.name", Operator: "LIKE", Value: []byte(`"ann"`)}}},
}

// BenchmarkFilter makes SQL of the rows of a filter: of one whose shape is new, and of one
// that differs from an earlier one in its values.
func BenchmarkFilter(b *testing.B) {
	boss := reader(true)
	tables := drawn{boss.Registry()}
	for _, q := range asked {
		for _, known := range []bool{false, true} {
			b.Run(map[bool]string{false: "new/", true: "known/"}[known]+q.name, func(b *testing.B) {
				b.ReportAllocs()
				c := query.NewCompiler()
				defer processor(b)()
				for i := range b.N {
					var by query.Reader = boss
					if !known {
						by = changed{boss, strconv.Itoa(i)}
					}
					f, err := c.Filter(query.FilterRequest{Object: "contact", Rows: q.rows, Reader: by, Clock: noon})
					if err == nil {
						_, _, _, err = f.Write(tables, 0)
					}
					if err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

// changed is a reader of whose rights no shape is known yet.
type changed struct {
	*access.Principal

	version string
}

func (c changed) Version() string { return c.version }

// processor reports the time of the processor that a compilation takes, the collector's
// with it, whatever else runs on the machine.
func processor(b *testing.B) (end func()) {
	b.Helper()
	used := func() int64 {
		var u syscall.Rusage
		if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
			b.Fatal(err)
		}
		return u.Utime.Nano() + u.Stime.Nano()
	}
	before := used()
	return func() { b.ReportMetric(float64(used()-before)/float64(b.N), "cpu-ns/op") }
}
