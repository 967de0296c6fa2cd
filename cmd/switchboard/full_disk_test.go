//go:build linux

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"golang.org/x/sys/unix"

	"switchboard/cmd/switchboard/demo"
	"switchboard/storage/pg/tables"
	"switchboard/storage/waittest"
)

// disk is a small file system of its own.
type disk struct {
	t   *testing.T
	dir string
}

func newDisk(t *testing.T, megabytes int) *disk {
	t.Helper()
	d := &disk{t, t.TempDir()}
	if err := unix.Mount("tmpfs", d.dir, "tmpfs", 0, fmt.Sprintf("size=%dm,mode=755", megabytes)); err != nil {
		t.Skipf("a disk to fill needs the right to mount a tmpfs (root with CAP_SYS_ADMIN): %v", err)
	}
	t.Cleanup(func() {
		if err := unix.Unmount(d.dir, unix.MNT_DETACH); err != nil {
			t.Error(err)
		}
	})
	return d
}

func (d *disk) ballast() string { return filepath.Join(d.dir, "ballast") }

// leave fills the disk until no more than some megabytes are free.
func (d *disk) leave(megabytes int) {
	d.t.Helper()
	file, err := os.OpenFile(d.ballast(), os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		d.t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	for chunk := make([]byte, 64<<10); ; {
		var stat unix.Statfs_t
		if err := unix.Statfs(d.dir, &stat); err != nil {
			d.t.Fatal(err)
		}
		if stat.Bavail*uint64(stat.Bsize) <= uint64(megabytes)<<20 {
			return
		}
		if _, err := file.Write(chunk); err != nil {
			if errors.Is(err, syscall.ENOSPC) {
				return
			}
			d.t.Fatal(err)
		}
	}
}

func (d *disk) empty() {
	d.t.Helper()
	if err := os.Remove(d.ballast()); err != nil {
		d.t.Fatal(err)
	}
}

// answer is what a request got.
type answer struct {
	status int
	header http.Header
	body   string
}

// isRefusal checks that an answer is a refusal that says what to do.
func (a answer) isRefusal(status int, code string) error {
	var said struct{ Code, Detail string }
	if err := json.Unmarshal([]byte(a.body), &said); err != nil {
		return fmt.Errorf("%d %s: %w", a.status, a.body, err)
	}
	if a.status != status || said.Code != code || said.Detail == "" || a.header.Get("Retry-After") == "" || a.header.Get("Content-Type") != "application/problem+json" {
		return fmt.Errorf("%d %v %s", a.status, a.header, a.body)
	}
	return nil
}

// client uses REST as one person.
type client struct {
	t          *testing.T
	url, token string
}

func (c *client) ask(method, path string, body any) answer {
	c.t.Helper()
	raw, err := json.Marshal(body)
	if err != nil {
		c.t.Fatal(err)
	}
	request, err := http.NewRequestWithContext(c.t.Context(), method, c.url+path, bytes.NewReader(raw))
	if err != nil {
		c.t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	if c.token != "" {
		request.Header.Set("Authorization", "Bearer "+c.token)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return answer{body: err.Error()}
	}
	defer func() { _ = response.Body.Close() }()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		return answer{body: err.Error()}
	}
	return answer{response.StatusCode, response.Header, string(text)}
}

func (c *client) read() answer { return c.ask(http.MethodGet, "/v1/object/contact?limit=1", nil) }

func (c *client) write(name string) answer {
	return c.ask(http.MethodPost, "/v1/object/contact", map[string]any{"name": name})
}

// busy is people who read and write all the time.
type busy struct {
	stop func()

	mu           sync.Mutex
	acknowledged []string
	unexplained  []string
}

// keepBusy has people work until stop is called.
func (c *client) keepBusy() *busy {
	ctx, cancel := context.WithCancel(c.t.Context())
	b := &busy{}
	var work sync.WaitGroup
	b.stop = func() { cancel(); work.Wait() }
	for worker := range 3 {
		work.Go(func() {
			for n := 0; ctx.Err() == nil; n++ {
				name := fmt.Sprintf("Full %d %d", worker, n)
				b.note(name, c.write(name))
				b.note("", c.read())
				time.Sleep(10 * time.Millisecond) // as people pause: they would else meet their rate
			}
		})
	}
	return b
}

// note keeps what was acknowledged, and any answer that does not say what to do.
func (b *busy) note(wrote string, a answer) {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch {
	case a.status == http.StatusOK || a.status == http.StatusCreated:
		if wrote != "" {
			b.acknowledged = append(b.acknowledged, wrote)
		}
	case a.status == http.StatusTooManyRequests, a.isRefusal(http.StatusServiceUnavailable, "unavailable") == nil,
		wrote != "" && a.isRefusal(http.StatusInsufficientStorage, "storage_full") == nil:
	default:
		b.unexplained = append(b.unexplained, fmt.Sprintf("%q: %d %s", wrote, a.status, a.body))
	}
}

// A full disk refuses writes in words while reads go on, loses nothing that was acknowledged,
// and once space is free all works again without a restart; even where the database died of it.
func TestAFullDisk(t *testing.T) {
	d := newDisk(t, 400)
	product := startProduct(t, d.dir)
	dsn := product.until(`embedded database runs" dsn="?([^"]+[^" ])"?`)
	c := &client{t: t, url: product.until(`listening"? url="?([^" ]+)"?`)}
	product.drain()
	var tokens struct {
		Access string `json:"access_token"`
	}
	signedIn := c.ask(http.MethodPost, "/v1/oauth2/token", map[string]string{"username": "admin@demo.test", "password": demo.Password})
	if err := json.Unmarshal([]byte(signedIn.body), &tokens); err != nil || tokens.Access == "" {
		t.Fatal(signedIn.status, signedIn.body, err)
	}
	c.token = tokens.Access
	people := c.keepBusy()
	works := func(what string) {
		t.Helper()
		waittest.UntilNil(t, what, func() error {
			if a := c.write("Works"); a.status >= http.StatusMultipleChoices {
				return fmt.Errorf("%d %s", a.status, a.body)
			}
			return nil
		})
		if a := c.read(); a.status != http.StatusOK {
			t.Errorf("%s: a read got %d %s", what, a.status, a.body)
		}
	}
	works("a write to succeed")

	d.leave(32)
	waittest.UntilNil(t, "writes to be refused", func() error {
		return c.write("Refused").isRefusal(http.StatusInsufficientStorage, "storage_full")
	})
	for range 5 {
		if a := c.read(); a.status != http.StatusOK {
			t.Errorf("a read with the disk full got %d %s", a.status, a.body)
		}
	}
	d.empty()
	works("writes to go on with space free again")

	// The database dies where its log finds no space, and can't recover before there is some.
	d.leave(0)
	conn, err := pgx.Connect(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	_, err = conn.Exec(t.Context(), "DO $$ BEGIN FOR i IN 1..200 LOOP PERFORM pg_logical_emit_message(false, 'fill', repeat('x', 1000000)); END LOOP; END $$")
	_ = conn.Close(t.Context())
	if err == nil {
		t.Error("the log of the database still finds space")
	}
	waittest.UntilNil(t, "reads to be refused while the database is down", func() error {
		return c.read().isRefusal(http.StatusServiceUnavailable, "unavailable")
	})
	d.empty()
	works("all to work after the database came back")
	people.stop()
	if len(people.unexplained) > 0 {
		t.Errorf("%d answers did not say what to do, as %s", len(people.unexplained), people.unexplained[0])
	}

	if conn, err = pgx.Connect(t.Context(), dsn); err != nil {
		t.Fatal(err)
	}
	rows, err := conn.Query(t.Context(), "SELECT name FROM "+pgx.Identifier{tables.SchemaOf(demo.Organization)}.Sanitize()+".contact WHERE name LIKE 'Full %'")
	if err != nil {
		t.Fatal(err)
	}
	kept, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	_ = conn.Close(t.Context())
	there := map[string]bool{}
	for _, name := range kept {
		there[name] = true
	}
	lost := slices.DeleteFunc(people.acknowledged, func(name string) bool { return there[name] })
	if len(lost) > 0 || len(there) == 0 {
		t.Errorf("of %d kept %d acknowledged ones are lost, as %v", len(there), len(lost), lost[:min(len(lost), 3)])
	}
	product.end(syscall.SIGTERM)
}

// A first start on a full disk says so, and leaves a folder with which the next one succeeds,
// wherever it came to.
func TestAFirstStartOnAFullDisk(t *testing.T) {
	d := newDisk(t, 400)
	dir := filepath.Join(d.dir, "data")
	for _, left := range []int{0, 40} {
		d.leave(left)
		_, said, code := command(t, []string{"SWITCHBOARD_DATA_DIR=" + dir, "SWITCHBOARD_ADDR=127.0.0.1:0", "DATABASE_URL="}, "serve")
		if code == 0 || !strings.Contains(said, "disk is full") && !strings.Contains(said, "no space left") {
			t.Errorf("with %d MB free: %d %s", left, code, said)
		}
		d.empty()
	}

	within := startProduct(t, dir)
	within.until(`embedded database runs" dsn="?([^"]+[^" ])"?`)
	d.leave(0)
	within.drain()
	waittest.Until(t, "the start to fail", within.hasEnded)
	_ = within.process.Wait()
	d.empty()

	next := startProduct(t, dir)
	next.until("demo history stands")
	next.end(syscall.SIGTERM)
}
