package app

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"switchboard/storage/pg/embedded"
)

// The embedded database is started again when it dies, but not for ever.
const (
	maxDeaths     = 5
	deathsCounted = time.Minute
)

// database keeps the embedded PostgreSQL running.
type database struct {
	main   *Main
	config embedded.Config
	server *embedded.Server // nil once it could not be started again
	ctx    context.Context  //nolint:containedctx // ends the keeper, which outlives the start
	ended  chan struct{}
}

// startDatabase runs the embedded PostgreSQL until Close and gives its DSN, which
// stays the same when it had to be started again.
func (m *Main) startDatabase(ctx context.Context) (string, error) {
	c := embedded.Config{DataDir: filepath.Join(m.config.DataDir, "postgres"), Logger: m.log}
	server, err := embedded.Start(ctx, c)
	if err != nil {
		return "", err
	}
	keeping, cancel := context.WithCancel(context.Background())
	d := &database{main: m, config: c, server: server, ctx: keeping, ended: make(chan struct{})}
	go d.keep()
	m.onClose("embedded database", func(ctx context.Context) error {
		cancel()
		<-d.ended
		if d.server == nil {
			return nil
		}
		return d.server.Stop(ctx)
	})
	m.log.Info("embedded database runs", "dsn", server.DSN()) // a socket in a private folder, no password
	return server.DSN(), nil
}

// keep starts the server again when it ended by itself: everything else finds it
// anew. What can't be started again ends the product.
func (d *database) keep() {
	defer close(d.ended)
	var deaths []time.Time
	for {
		select {
		case <-d.ctx.Done():
			return
		case <-d.server.Done():
		}
		deaths = append(deaths, time.Now())
		if n := len(deaths); n > maxDeaths && deaths[n-1].Sub(deaths[n-1-maxDeaths]) < deathsCounted {
			d.main.fail(fmt.Errorf("the embedded database died %d times within %s", maxDeaths+1, deathsCounted))
			return
		}
		if err := d.again(); err != nil {
			if d.ctx.Err() == nil {
				d.main.fail(fmt.Errorf("the embedded database died and can't be started again: %w", err))
			}
			return
		}
	}
}

func (d *database) again() error {
	dead, dsn := d.server, d.server.DSN()
	d.server = nil
	d.main.log.Error("the embedded database died; it is started again", "error", dead.Stop(d.ctx))
	server, err := embedded.Start(d.ctx, d.config)
	if err != nil {
		return err
	}
	d.server = server
	if server.DSN() != dsn {
		return errors.New("its address changed to " + server.DSN())
	}
	return nil
}
