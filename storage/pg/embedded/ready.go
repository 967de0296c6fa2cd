package embedded

import (
	"context"
	"errors"
	"fmt"
	"io"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// awaitReady waits until the product's database answers, creating it the first
// time. A server that recovers after a crash refuses sessions until it is done.
func awaitReady(ctx context.Context, p *process, dsn func(name string) string) error {
	ticker := time.NewTicker(5 * time.Millisecond)
	defer ticker.Stop()
	for {
		err := probe(ctx, dsn)
		if err == nil {
			return nil
		}
		if !isStarting(err) {
			return fmt.Errorf("the server does not answer: %w", err)
		}
		select {
		case <-ticker.C:
		case <-p.done:
			return fmt.Errorf("the server ended while starting: %s", p.tail.text())
		case <-ctx.Done():
			return fmt.Errorf("the server did not answer in time: %w (last: %w)", ctx.Err(), err)
		}
	}
}

func probe(ctx context.Context, dsn func(name string) string) error {
	conn, err := pgx.Connect(ctx, dsn(database))
	if code(err) == "3D000" { // invalid_catalog_name
		return createDatabase(ctx, dsn)
	}
	if err != nil {
		return err
	}
	return conn.Close(ctx)
}

// createDatabase creates the product's database: the empty one that initdb made for whoever comes
// first is renamed, since copying a template takes a quarter of a second of the first start.
func createDatabase(ctx context.Context, dsn func(name string) string) error {
	conn, err := pgx.Connect(ctx, dsn("template1"))
	if err != nil {
		return err
	}
	if _, err = conn.Exec(ctx, "alter database postgres rename to "+database); err != nil {
		_, err = conn.Exec(ctx, "create database "+database)
	}
	return errors.Join(err, conn.Close(ctx))
}

func isStarting(err error) bool {
	return code(err) == "57P03" || // cannot_connect_now
		errors.Is(err, syscall.ENOENT) || errors.Is(err, syscall.ECONNREFUSED) ||
		errors.Is(err, syscall.ECONNRESET) || errors.Is(err, io.ErrUnexpectedEOF)
}

func code(err error) string {
	if refused, ok := errors.AsType[*pgconn.PgError](err); ok {
		return refused.Code
	}
	return ""
}
