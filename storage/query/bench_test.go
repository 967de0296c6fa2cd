package query_test

import (
	"fmt"
	"testing"

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
			for i := range b.N {
				if _, err := query.NewCompiler().Compile(fmt.Sprintf(q.text, i), boss, tables, noon); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run("known/"+q.name, func(b *testing.B) {
			b.ReportAllocs()
			c := query.NewCompiler()
			for i := range b.N {
				if _, err := c.Compile(fmt.Sprintf(q.text, i), boss, tables, noon); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
