package embedded

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
)

// choice is a set of binaries and whom to run them as.
type choice struct {
	bin binaries
	as  identity
}

// prepareCluster makes sure that there is a cluster and says with what to run
// it; created tells that it is new.
func prepareCluster(ctx context.Context, cfg Config, cluster string) (_ choice, created bool, err error) {
	found, err := findBinaries(cfg)
	if err != nil {
		return choice{}, false, err
	}
	major, err := clusterMajor(cluster)
	if err != nil {
		return choice{}, false, err
	}
	if major == 0 {
		if err := checkSpace(cfg.DataDir); err != nil {
			return choice{}, false, err
		}
	}
	var problems []error
	for _, bin := range found {
		if major != 0 && bin.major != major {
			problems = append(problems, fmt.Errorf("%s is version %d, but the cluster was made by %d", bin.dir, bin.major, major))
			continue
		}
		as, err := identities(cfg.DataDir, bin.dir)
		if err != nil {
			return choice{}, false, err
		}
		for _, id := range as {
			candidate := choice{bin: bin, as: id}
			if err = candidate.prepare(ctx, cluster, major == 0); err == nil {
				return candidate, major == 0, nil
			}
			problems = append(problems, fmt.Errorf("%s as %s: %w", bin.dir, id.kind, err))
		}
		if ctx.Err() != nil {
			break
		}
	}
	return choice{}, false, fmt.Errorf("no PostgreSQL here can run it:\n%w", errors.Join(problems...))
}

// clusterMajor is the version of the server that made the cluster, 0 when
// there is none. Whatever else lies there is left alone and reported.
func clusterMajor(cluster string) (int, error) {
	text, err := os.ReadFile(filepath.Join(cluster, "PG_VERSION"))
	if err == nil {
		major, err := strconv.Atoi(strings.TrimSpace(string(text)))
		if err != nil {
			return 0, fmt.Errorf("cannot read the cluster's version: %w", err)
		}
		return major, nil
	}
	if _, statErr := os.Lstat(cluster); errors.Is(statErr, os.ErrNotExist) {
		return 0, nil
	}
	return 0, fmt.Errorf("%s exists but is no PostgreSQL cluster; it is left untouched: %w", cluster, err)
}

func (c choice) prepare(ctx context.Context, cluster string, create bool) error {
	if create {
		return c.create(ctx, cluster)
	}
	// A lone postgres without its share files answers --version all the same;
	// initdb --show reads them and writes nothing.
	if err := c.run(ctx, filepath.Dir(c.bin.dir), "--show", "--pgdata", cluster); err != nil {
		return err
	}
	return c.as.own(cluster)
}

// unfinished is where a cluster is made before it is moved to its place.
func unfinished(cluster string) string { return cluster + ".new" }

// create makes the cluster beside its place and moves it there when it is
// whole, so that a start that is killed half-way leaves nothing that looks like
// a cluster.
func (c choice) create(ctx context.Context, cluster string) error {
	fresh := unfinished(cluster)
	if err := os.RemoveAll(fresh); err != nil {
		return fmt.Errorf("cannot remove an unfinished cluster: %w", err)
	}
	if err := os.Mkdir(fresh, 0o700); err != nil {
		return fmt.Errorf("cannot create the cluster: %w", err)
	}
	if err := c.as.own(fresh); err != nil {
		return err
	}
	if err := c.initdb(ctx, fresh); err != nil {
		_ = os.RemoveAll(fresh)
		return err
	}
	if err := os.Rename(fresh, cluster); err != nil {
		return fmt.Errorf("cannot move the new cluster to its place: %w", err)
	}
	return nil
}

func (c choice) initdb(ctx context.Context, dir string) error {
	args := []string{
		"--pgdata", dir, "--username", superuser, "--auth", "trust",
		"--encoding", "UTF8", "--no-sync", "--no-instructions",
	}
	if c.bin.major >= 17 {
		return c.run(ctx, dir, append(args, "--locale", "C", "--locale-provider", "builtin", "--builtin-locale", "C.UTF-8")...)
	}
	// Before 17 the locale is the system's, and macOS and musl have no C.UTF-8.
	err := c.run(ctx, dir, append(args, "--locale", "C.UTF-8")...)
	if err != nil && strings.Contains(err.Error(), "locale") {
		err = c.run(ctx, dir, append(args, "--locale", "C")...)
	}
	return err
}

// run runs initdb and turns its complaints into the error.
func (c choice) run(ctx context.Context, dir string, args ...string) error {
	var output bytes.Buffer
	cmd := exec.CommandContext(ctx, c.bin.path("initdb"), args...)
	cmd.Dir = dir
	cmd.Env = environment()
	cmd.Stdout, cmd.Stderr = &output, &output
	c.as.apply(cmd)
	runtime.LockOSThread() // the parent-death signal follows the thread that forks
	defer runtime.UnlockOSThread()
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("initdb: %w: %s", err, lastLines(output.String(), 5))
	}
	return nil
}

func lastLines(text string, n int) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	return strings.Join(lines[max(0, len(lines)-n):], "; ")
}
