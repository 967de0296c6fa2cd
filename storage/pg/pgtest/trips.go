package pgtest

import (
	"context"
	"sync/atomic"

	"github.com/jackc/pgx/v5"
)

// Trips counts round trips of the connections that it traces: it is a pgx.QueryTracer and a
// pgx.BatchTracer.
type Trips struct{ N atomic.Int32 }

// TraceQueryStart implements pgx.QueryTracer.
func (c *Trips) TraceQueryStart(ctx context.Context, _ *pgx.Conn, _ pgx.TraceQueryStartData) context.Context {
	c.N.Add(1)
	return ctx
}

// TraceBatchStart implements pgx.BatchTracer.
func (c *Trips) TraceBatchStart(ctx context.Context, _ *pgx.Conn, _ pgx.TraceBatchStartData) context.Context {
	c.N.Add(1)
	return ctx
}

// TraceQueryEnd implements pgx.QueryTracer.
func (*Trips) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData) {}

// TraceBatchQuery implements pgx.BatchTracer.
func (*Trips) TraceBatchQuery(context.Context, *pgx.Conn, pgx.TraceBatchQueryData) {}

// TraceBatchEnd implements pgx.BatchTracer.
func (*Trips) TraceBatchEnd(context.Context, *pgx.Conn, pgx.TraceBatchEndData) {}
