package pgtest_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/jackc/pgx/v5"
	"go.uber.org/goleak"

	"switchboard/storage/pg/pgtest"
)

var built atomic.Int32

func TestMain(m *testing.M) {
	goleak.VerifyTestMain(pgtest.Wrap(m))
}

func build(ctx context.Context, dsn string) error {
	built.Add(1)
	conn, err := pgx.Connect(ctx, dsn)
	if err != nil {
		return err
	}
	_, err = conn.Exec(ctx, "create table numbers as select 1 as n")
	return errors.Join(err, conn.Close(ctx))
}

func connect(t testing.TB, dsn string) *pgx.Conn {
	t.Helper()
	conn, err := pgx.Connect(context.Background(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	return conn
}

func value[T any](t testing.TB, conn *pgx.Conn, sql string, args ...any) (v T) {
	t.Helper()
	if err := conn.QueryRow(context.Background(), sql, args...).Scan(&v); err != nil {
		t.Fatal(err)
	}
	return v
}

// Each test has its own copy, whatever the others write, and the template is
// built once for all of them.
func TestDatabasesAreSeparate(t *testing.T) {
	pgtest.SetTemplate("numbers", build)
	t.Run("copies", func(t *testing.T) {
		for i := range 4 {
			t.Run(fmt.Sprint(i), func(t *testing.T) {
				t.Parallel()
				conn := connect(t, pgtest.Open(t))
				defer conn.Close(context.Background())
				if n := value[int](t, conn, "select count(*) from numbers"); n != 1 {
					t.Errorf("%d rows in a fresh copy", n)
				}
				if _, err := conn.Exec(context.Background(), "insert into numbers values (2)"); err != nil {
					t.Error(err)
				}
			})
		}
	})
	if n := built.Load(); n != 1 {
		t.Errorf("the template was built %d times", n)
	}
	conn := connect(t, pgtest.OpenEmpty(t))
	defer conn.Close(context.Background())
	if !value[bool](t, conn, "select to_regclass('numbers') is null") {
		t.Error("an empty database has the template's table")
	}
}

func TestDatabaseIsDroppedAndLeaksAreSeen(t *testing.T) {
	outer := connect(t, pgtest.OpenEmpty(t))
	defer outer.Close(context.Background())

	var tidy, leaky recorder
	conn := connect(t, pgtest.OpenEmpty(&tidy))
	name := value[string](t, conn, "select current_database()")
	_ = conn.Close(context.Background())
	tidy.end()
	if len(tidy.errors) != 0 {
		t.Errorf("a tidy test failed: %v", tidy.errors)
	}

	left := connect(t, pgtest.OpenEmpty(&leaky))
	leakyName := value[string](t, left, "select current_database()")
	leaky.end()
	_ = left.Close(context.Background())
	if len(leaky.errors) != 1 || !strings.Contains(leaky.errors[0], "1 connections were left open") {
		t.Errorf("a leaking test: %v", leaky.errors)
	}
	if n := value[int](t, outer, "select count(*) from pg_database where datname in ($1, $2)", name, leakyName); n != 0 {
		t.Errorf("%d databases were not dropped", n)
	}
}

func TestBrokenTemplateFailsTheTest(t *testing.T) {
	pgtest.SetTemplate("broken", func(context.Context, string) error { return errors.New("no such migration") })
	defer pgtest.SetTemplate("numbers", build)
	var test recorder
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		pgtest.Open(&test)
	}()
	<-ended
	if len(test.errors) != 1 || !strings.Contains(test.errors[0], "no such migration") {
		t.Errorf("got %v", test.errors)
	}
}
