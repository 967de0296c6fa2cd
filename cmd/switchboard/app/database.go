package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
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
	log    *slog.Logger
	config embedded.Config
	server *embedded.Server // nil once it could not be started again
}

// startDatabase runs the embedded PostgreSQL until the lifecycle ends and gives its DSN,
// which stays the same when it had to be started again.
func startDatabase(ctx context.Context, env environment) (string, error) {
	c := embedded.Config{DataDir: filepath.Join(env.config.DataDir, "postgres"), Logger: env.log}
	server, err := embedded.Start(ctx, c)
	if err != nil {
		return "", err
	}
	d := &database{log: env.log, config: c, server: server}
	env.life.onEnd("embedded database", d.stop)
	env.life.run("the embedded database", d.keep)
	env.log.Info("embedded database runs", "dsn", server.DSN()) // a socket in a private folder, no password
	return server.DSN(), nil
}

// keep starts the server again when it ended by itself: everything else finds it
// anew. What can't be started again ends the product.
func (d *database) keep(ctx context.Context) error {
	var deaths []time.Time
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-d.server.Done():
		}
		deaths = append(deaths, time.Now())
		if n := len(deaths); n > maxDeaths && deaths[n-1].Sub(deaths[n-1-maxDeaths]) < deathsCounted {
			return fmt.Errorf("it died %d times within %s", maxDeaths+1, deathsCounted)
		}
		if err := d.again(ctx); err != nil {
			return fmt.Errorf("it died and can't be started again: %w", err)
		}
	}
}

func (d *database) again(ctx context.Context) error {
	dead, dsn := d.server, d.server.DSN()
	d.log.Error("the embedded database died; it is started again", "error", dead.Stop(ctx))
	server, err := embedded.Start(ctx, d.config)
	d.server = server
	if err != nil {
		return err
	}
	if server.DSN() != dsn {
		return errors.New("its address changed to " + server.DSN())
	}
	return nil
}

// stop ends the server once nobody keeps it any more.
func (d *database) stop(ctx context.Context) error {
	if d.server == nil {
		return nil
	}
	return d.server.Stop(ctx)
}
