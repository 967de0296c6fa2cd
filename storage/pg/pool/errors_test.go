package pool_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"

	"switchboard/storage/fault"
	"switchboard/storage/pg/pool"
)

func TestFailureSaysWhatTheServerLacks(t *testing.T) {
	const noSpace = "could not write to file \"pg_wal/xlogtemp.1\": No space left on device"
	for name, c := range map[string]struct {
		err  error
		want fault.Code
	}{
		"a table can't grow":           {&pgconn.PgError{SeverityUnlocalized: "ERROR", Code: "53100"}, fault.Full},
		"the log can't grow":           {&pgconn.PgError{SeverityUnlocalized: "PANIC", Code: "53100", Message: noSpace}, fault.Full},
		"a temporary file can't":       {&pgconn.PgError{SeverityUnlocalized: "ERROR", Code: "58030", Message: noSpace}, fault.Full},
		"a file is damaged":            {&pgconn.PgError{SeverityUnlocalized: "ERROR", Code: "58030", Message: "could not read block"}, fault.Unavailable},
		"nobody gets in for odd cause": {connecting(&pgconn.PgError{SeverityUnlocalized: "FATAL", Code: "XX000", Message: "could not open a file"}), fault.Unavailable},
		"nobody gets in, disk full":    {connecting(&pgconn.PgError{SeverityUnlocalized: "FATAL", Code: "58P01", Message: noSpace}), fault.Full},
		"a session was ended":          {&pgconn.PgError{SeverityUnlocalized: "FATAL", Code: "XX000"}, fault.Unavailable},
		"a mistake of ours":            {&pgconn.PgError{SeverityUnlocalized: "ERROR", Code: "42601"}, fault.Internal},
	} {
		err := fault.From((&pool.Pool{}).Failure(fmt.Errorf("write: %w", c.err)))
		if err.Code != c.want || (c.want != fault.Internal) != (err.RetryAfter > 0) {
			t.Errorf("%s: %v, again after %s", name, err, err.RetryAfter)
		}
	}
}

// connecting returns the driver's error for a refused connection.
func connecting(refused *pgconn.PgError) error {
	e := &pgconn.ConnectError{}
	return errors.Join(e, refused)
}
