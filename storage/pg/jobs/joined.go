package jobs

import (
	"context"

	"github.com/jackc/pgx/v5"

	"switchboard/storage/pg/pool"
)

// joined is a transaction that somebody else began and will end, as River takes it.
type joined struct{ *connection }

type connection = pgx.Conn

func join(t *pool.Transaction) joined { return joined{t.Conn.Conn()} }

// Begin implements pgx.Tx. River joins the transaction that it is given and asks for none
// within it.
func (joined) Begin(context.Context) (pgx.Tx, error) { return nil, errOutside }

// Commit implements pgx.Tx.
func (joined) Commit(context.Context) error { return errOutside }

// Rollback implements pgx.Tx.
func (joined) Rollback(context.Context) error { return errOutside }

// LargeObjects implements pgx.Tx.
func (joined) LargeObjects() pgx.LargeObjects { return pgx.LargeObjects{} }

// Conn implements pgx.Tx.
func (j joined) Conn() *pgx.Conn { return j.connection }
