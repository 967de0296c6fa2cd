package cluster_test

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"switchboard/actors/carrier/carriertest/softphone"
	"switchboard/actors/carrier/simulator"
	"switchboard/actors/features"
	"switchboard/cmd/switchboard/app"
	"switchboard/cmd/switchboard/config"
	"switchboard/cmd/switchboard/demo"
	"switchboard/storage/cabletest"
	"switchboard/storage/entry"
	"switchboard/storage/id"
	"switchboard/storage/pg"
	"switchboard/storage/row"
	"switchboard/storage/settings"
	"switchboard/storage/waittest"
)

const (
	// nodes is how many processes of the product there are.
	nodes = 3
	// maxWait bounds every wait; no test asserts a time.
	maxWait = 40 * time.Second
)

func TestMain(m *testing.M) {
	code := m.Run()
	if shared.world != nil {
		shared.world.close()
	}
	os.Exit(code)
}

// shared is the one cluster of all tests.
var shared struct {
	once  sync.Once
	world *world
}

// world is everything that runs.
type world struct {
	dir      string
	binary   string
	settings []string // that all nodes share
	secret   string
	addrs    []string
	nodes    []*process

	database  *database
	redis     *redisServer
	cables    []*cabletest.Cable // of each node to Redis
	balancer  *balancer
	provider  *process
	simulator *simulator.Remote
	simURL    string

	driver  *driver
	ledger  *ledger
	people  map[string]*person
	phones  []*softphone.Phone
	threads threads
	// since is the head of the log when the watchers had subscribed: the
	// invariants count from there.
	since int64
	// renewed is when everyone got a token last.
	renewed time.Time
}

// threads are the conversation and the chat of the load.
type threads struct {
	chat, conversation id.ID
}

// sharedWorld returns the running cluster, and starts it the first time. A
// failed start fails every test.
func sharedWorld(t *testing.T) *world {
	t.Helper()
	t.Cleanup(func() {
		if t.Failed() {
			for _, p := range shared.world.processes() {
				t.Logf("--- %s\n%s", p.Name, p.log)
			}
		}
	})
	shared.once.Do(func() {
		began := time.Now()
		w := &world{people: map[string]*person{}, ledger: newLedger()}
		shared.world = w
		w.start(t)
		t.Logf("the cluster stands after %s", time.Since(began).Round(100*time.Millisecond))
	})
	w := shared.world
	if w.since == 0 {
		t.Fatal("the cluster did not start")
	}
	w.renewTokens(t)
	return w
}

func (w *world) start(t *testing.T) {
	t.Helper()
	w.makeFolder(t)
	var building sync.WaitGroup
	var buildErr error
	building.Go(func() { buildErr = w.build(t) })
	w.database = startDatabase(t, filepath.Join(w.dir, "postgres"))
	w.redis = startRedis(t, w.dir)
	for range nodes {
		w.addrs = append(w.addrs, freeAddress(t))
		cable, err := cabletest.New(w.redis.addr)
		if err != nil {
			t.Fatal(err)
		}
		w.cables = append(w.cables, cable)
	}
	w.balancer = startBalancer(t, w.addrs)
	w.configure(t)
	w.seed(t)
	building.Wait()
	if buildErr != nil {
		t.Fatal(buildErr)
	}
	w.startProvider(t)
	for node := range nodes {
		w.nodes = append(w.nodes, w.launchNode(t, node))
	}
	for node := range nodes {
		w.awaitReady(t, node)
	}
	w.populate(t)
}

// makeFolder creates the folder of everything, in memory if there is room:
// the database's user must be able to enter it.
func (w *world) makeFolder(t *testing.T) {
	t.Helper()
	parent := ""
	var stat syscall.Statfs_t
	if err := syscall.Statfs("/dev/shm", &stat); err == nil && stat.Bavail*uint64(stat.Bsize) >= 1<<30 {
		parent = "/dev/shm"
	}
	dir, err := os.MkdirTemp(parent, "switchboard-cluster-*")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(dir, 0o711); err != nil {
		t.Fatal(err)
	}
	w.dir = dir
}

func (w *world) build(t *testing.T) error {
	w.binary = filepath.Join(w.dir, "switchboard")
	build := exec.Command("go", "build", "-o", w.binary, "./cmd/switchboard")
	build.Dir = root(t)
	if out, err := build.CombinedOutput(); err != nil {
		return fmt.Errorf("build: %w\n%s", err, out)
	}
	return nil
}

func (w *world) configure(t *testing.T) {
	t.Helper()
	secret := make([]byte, 32)
	_, _ = rand.Read(secret) // never fails (crypto/rand since Go 1.24)
	w.secret = base64.StdEncoding.EncodeToString(secret)
	addr := freeAddress(t)
	w.simURL = "http://" + addr
	keys, err := config.Config{SecretKey: w.secret}.LoadKeys()
	if err != nil {
		t.Fatal(err)
	}
	if w.simulator, err = simulator.NewRemote(w.simURL, keys.Simulator); err != nil {
		t.Fatal(err)
	}
	w.settings = []string{
		"SWITCHBOARD_SECRET_KEY=" + w.secret, "SWITCHBOARD_PUBLIC_URL=" + w.balancer.url(), "SWITCHBOARD_SIMULATOR=" + w.simURL,
		"SWITCHBOARD_CLUSTER=redis:127.0.0.1:0", "SWITCHBOARD_LOG_LEVEL=warn",
	}
}

// seed migrates the database and creates the demo users in this process: a
// node with an external database creates no demo.
func (w *world) seed(t *testing.T) {
	t.Helper()
	c := config.Config{
		Addr: "127.0.0.1:0", DataDir: filepath.Join(w.dir, "seed"), DatabaseURL: w.database.server.DSN(),
		SecretKey: w.secret, Simulator: w.simURL, LogLevel: slog.LevelWarn,
	}
	m := app.New(c, slog.New(slog.DiscardHandler), "test")
	m.Demo = true
	running, stop := context.WithCancel(t.Context())
	defer stop()
	m.Listening = stop // the users exist by then
	if err := m.Run(running); err != nil {
		t.Fatalf("seed: %v", err)
	}
	w.liftRateLimits(t)
}

// liftRateLimits lets each of the few users do the work of many.
func (w *world) liftRateLimits(t *testing.T) {
	t.Helper()
	store, err := pg.Open(t.Context(), pg.Config{DSN: w.database.server.DSN(), Registry: features.Registry()})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	set := settings.Default()
	set.Rates.CallsPerMinute, set.Rates.TextsPerMinute, set.Rates.ChangesPerMinute = 120, 600, 60_000
	set.Rates.MegabytesPerMinute = 1000
	set.Spend.MonthlyStopUSD, set.QuietHours.Enabled = 1_000_000, false
	_, err = store.Commit(t.Context(), row.Change{Organization: demo.Organization, Writes: []row.Write{
		{Object: "organization", ID: demo.Organization, Op: entry.Updated, Set: row.Fields{"settings": set.JSON()}},
	}})
	if err != nil {
		t.Fatal(err)
	}
}

func (w *world) startProvider(t *testing.T) {
	t.Helper()
	args := []string{"simulator", "--addr", strings.TrimPrefix(w.simURL, "http://")}
	for _, phone := range demo.Phones() {
		args = append(args, "--number", phone.Number)
	}
	w.provider = launch(t, "provider", []string{
		"SWITCHBOARD_SECRET_KEY=" + w.secret, "SWITCHBOARD_PUBLIC_URL=" + w.balancer.url(),
		"SWITCHBOARD_DATA_DIR=" + filepath.Join(w.dir, "provider"),
	}, w.binary, args...)
	waittest.UntilNil(t, "the provider", func() error {
		w.provider.mustRun(t)
		return healthy(t, w.simURL+"/healthz", http.StatusNoContent)
	})
}

func (w *world) launchNode(t *testing.T, node int) *process {
	t.Helper()
	return launch(t, nodeRole(node), append(w.settings,
		"SWITCHBOARD_ADDR="+w.addrs[node], "DATABASE_URL="+w.database.dsn(node), "REDIS_URL=redis://"+w.cables[node].Addr(),
		"SWITCHBOARD_DATA_DIR="+filepath.Join(w.dir, nodeRole(node)),
	), w.binary, "serve")
}

func (w *world) nodeURL(node int) string { return "http://" + w.addrs[node] }

func (w *world) awaitReady(t *testing.T, node int) {
	t.Helper()
	waittest.UntilNil(t, nodeRole(node)+" to be ready", func() error {
		w.nodes[node].mustRun(t)
		return healthy(t, w.nodeURL(node)+"/readyz", http.StatusOK)
	})
}

var checker = &http.Client{Timeout: 2 * time.Second, Transport: &http.Transport{DisableKeepAlives: true}}

func healthy(t testing.TB, url string, want int) error {
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	response, err := checker.Do(request)
	if err != nil {
		return err
	}
	_ = response.Body.Close()
	if response.StatusCode != want {
		return fmt.Errorf("%s answers %d", url, response.StatusCode)
	}
	return nil
}

// journal returns the provider's requests and webhooks.
func (w *world) journal(t testing.TB) []simulator.Exchange {
	t.Helper()
	var kept []simulator.Exchange
	waittest.UntilNil(t, "the provider's journal", func() error {
		raw, err := w.provide(t.Context(), http.MethodGet, "/simulator/journal", nil)
		if err != nil {
			return err
		}
		kept = nil
		return json.Unmarshal(raw, &kept)
	})
	return kept
}

// processes returns the started processes of the product.
func (w *world) processes() []*process {
	list := slices.Clone(w.nodes)
	if w.provider != nil {
		list = append(list, w.provider)
	}
	return list
}

func (w *world) close() {
	if w.driver != nil {
		w.driver.close()
	}
	for _, p := range w.phones {
		p.Close()
	}
	for _, p := range w.processes() {
		p.Kill()
	}
	if w.balancer != nil {
		w.balancer.close()
	}
	for _, c := range w.cables {
		c.Close()
	}
	if w.redis != nil && w.redis.process != nil {
		w.redis.process.Kill()
	}
	if w.database != nil && w.database.server != nil {
		if w.database.pool != nil {
			w.database.pool.Close()
		}
		ctx, cancel := context.WithTimeout(context.Background(), maxWait)
		defer cancel()
		if err := w.database.server.Stop(ctx); err != nil {
			fmt.Fprintln(os.Stderr, "PostgreSQL:", err)
		}
	}
	if w.dir != "" {
		if err := os.RemoveAll(w.dir); err != nil {
			fmt.Fprintln(os.Stderr, err)
		}
	}
}
