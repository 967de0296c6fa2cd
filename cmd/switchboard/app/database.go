package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"sync/atomic"
	"time"

	"switchboard/storage/pg/embedded"
	"switchboard/storage/wait"
)

// The embedded database is restarted when it crashes, a limited number of
// times.
const (
	maxDeaths     = 5
	deathsCounted = time.Minute
)

// While the disk is full the database may die and fail to start as often as it likes: it is
// tried again after a pause that doubles.
const (
	firstPause   = 250 * time.Millisecond
	longestPause = 5 * time.Second
)

// spaceLook is how often the free space of the disk is read.
const spaceLook = 250 * time.Millisecond

// database keeps the embedded PostgreSQL running.
type database struct {
	log    *slog.Logger
	config embedded.Config
	dsn    string           // a restart keeps it
	server *embedded.Server // nil while it cannot be restarted
	isFull atomic.Bool      // whether its disk is full, so that writes are refused
}

// startDatabase runs the embedded PostgreSQL until the lifecycle ends.
func startDatabase(ctx context.Context, env environment) (*database, error) {
	c := embedded.Config{DataDir: filepath.Join(env.config.DataDir, "postgres"), Logger: env.log}
	server, err := embedded.Start(ctx, c)
	if err != nil {
		return nil, err
	}
	d := &database{log: env.log, config: c, server: server, dsn: server.DSN()}
	d.lookForSpace()
	env.life.onEnd("embedded database", d.stop)
	env.life.run("the embedded database", d.keep)
	env.life.run("the disk of the embedded database", d.watchSpace)
	env.log.Info("embedded database runs", "dsn", d.dsn) // a socket in a private folder, no password
	return d, nil
}

// keep restarts the server when it ends unexpectedly; its clients reconnect.
// A server that cannot be restarted ends the product, unless the disk is full.
func (d *database) keep(ctx context.Context) error {
	var deaths []time.Time
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-d.server.Done():
		}
		if !embedded.IsFull(d.config.DataDir) {
			deaths = append(deaths, time.Now())
		}
		if n := len(deaths); n > maxDeaths && deaths[n-1].Sub(deaths[n-1-maxDeaths]) < deathsCounted {
			return fmt.Errorf("it died %d times within %s", maxDeaths+1, deathsCounted)
		}
		if err := d.again(ctx); err != nil {
			return fmt.Errorf("it died and cannot be restarted: %w", err)
		}
	}
}

// again restarts the server. It waits for space while the disk is full.
func (d *database) again(ctx context.Context) error {
	d.log.Error("the embedded database died and is restarted", "error", d.server.Stop(ctx))
	d.server = nil
	for pause := firstPause; ; pause = min(2*pause, longestPause) {
		// A start that fails may be the last to find the disk full: what it wrote is removed then.
		wasFull := embedded.IsFull(d.config.DataDir)
		server, err := embedded.Start(ctx, d.config)
		if err == nil {
			d.server = server
			if server.DSN() != d.dsn {
				return errors.New("its address changed to " + server.DSN())
			}
			return nil
		}
		if !wasFull && !embedded.IsFull(d.config.DataDir) {
			return err
		}
		d.log.Error("the disk is full and the embedded database can't start; free space", "error", err, "again_in", pause)
		if !wait.For(ctx, pause) {
			return ctx.Err()
		}
	}
}

// watchSpace notes whether the disk is full.
func (d *database) watchSpace(ctx context.Context) error {
	for wait.For(ctx, spaceLook) {
		d.lookForSpace()
	}
	return nil
}

// lookForSpace updates isFull and logs a change.
func (d *database) lookForSpace() {
	is := embedded.IsFull(d.config.DataDir)
	switch was := d.isFull.Swap(is); {
	case is && !was:
		d.log.Error("the disk is full: writes are refused until space is free", "folder", d.config.DataDir)
	case was && !is:
		d.log.Info("the disk has space again: writes go on", "folder", d.config.DataDir)
	}
}

// stop ends the server once keep has returned.
func (d *database) stop(ctx context.Context) error {
	if d.server == nil {
		return nil
	}
	return d.server.Stop(ctx)
}
