package pgtest

import (
	"context"
	"slices"
	"testing"

	"github.com/jackc/pgx/v5"

	"switchboard/storage/pg/embedded"
)

// On a server that was given to us, databases of killed runs go, those of
// living runs and everybody else's stay, and ours are gone at the end.
func TestGivenServer(t *testing.T) {
	ctx := context.Background()
	given, err := embedded.Start(ctx, embedded.Config{DataDir: t.TempDir(), NodeModules: nodeModules(), Volatile: true})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := given.Stop(ctx); err != nil {
			t.Error(err)
		}
	}()
	other, err := pgx.Connect(ctx, given.DSN())
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close(ctx)
	for _, statement := range []string{
		"create database pgtest_deadbeef_1", // nobody holds this token
		"create database pgtest_0000abcd_7", // this connection does
		"create database pgtest_mine",       // not made here
	} {
		if _, err := other.Exec(ctx, statement); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := other.Exec(ctx, "select pg_advisory_lock($1)", lockKey("0000abcd")); err != nil {
		t.Fatal(err)
	}

	t.Setenv(environment, given.DSN())
	ours, err := newServer()
	if err != nil {
		t.Fatal(err)
	}
	if ours.embedded != nil {
		t.Error("an embedded server was started besides the given one")
	}
	name, err := ours.create(ctx, "template0")
	if err != nil {
		t.Fatal(err)
	}
	if err := ours.drop(ctx, name); err != nil {
		t.Error(err)
	}
	if err := ours.stop(ctx); err != nil {
		t.Error(err)
	}

	rows, err := other.Query(ctx, "select datname from pg_database where datname like 'pgtest%' order by 1")
	if err != nil {
		t.Fatal(err)
	}
	left, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if want := []string{"pgtest_0000abcd_7", "pgtest_mine"}; err != nil || !slices.Equal(left, want) {
		t.Errorf("left on the server: %v (%v), want %v", left, err, want)
	}
}

func TestAddressThatIsNone(t *testing.T) {
	t.Setenv(environment, "localhost")
	if _, err := newServer(); err == nil {
		t.Error("accepted")
	}
}
