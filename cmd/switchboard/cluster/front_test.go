package cluster_test

import (
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"switchboard/storage/waittest"
)

// front is nginx in front of the nodes, with the configuration of
// deployments/.
type front struct {
	addr, dir string
	edition   int // of the configuration
	process   *process
}

// crossing is a request as logged by nginx.
type crossing struct {
	method, transport, session string
	status                     string
	nodes                      []string // the nodes it was tried at
}

// frontMain is the rest of a distribution's nginx.conf.
const frontMain = `%sdaemon off;
worker_processes 2;
pid nginx.pid;
error_log stderr warn;
events { worker_connections 1024; }
http {
	log_format crossing '$request_method|$arg_transport|$arg_sid|$status|$upstream_addr';
	access_log access.log crossing;
	client_body_temp_path body;
	proxy_temp_path proxy;
	fastcgi_temp_path fastcgi;
	uwsgi_temp_path uwsgi;
	scgi_temp_path scgi;
	include %q;
}
`

var serverLine = regexp.MustCompile(`(?m)^server \S+ (.*;)$`)

// startFront starts nginx in a folder of its own. Only the addresses of
// deployments/ differ.
func startFront(t testing.TB, dir string, backends []string) *front {
	t.Helper()
	f := &front{addr: freeAddress(t), dir: dir}
	f.configure(t, backends, "")
	f.process = launchUntil(t, syscall.SIGTERM, "nginx", nil, nginx(t), "-p", dir, "-c", filepath.Join(dir, "nginx.conf"))
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("--- nginx\n%s", f.process.log)
		}
		f.process.signal(t, syscall.SIGTERM)
		_ = f.process.wait(t)
	})
	f.await(t)
	return f
}

// configure writes the configuration, without the node out if it is named.
func (f *front) configure(t testing.TB, backends []string, out string) {
	t.Helper()
	deployments := filepath.Join(root(t), "deployments")
	offered, err := os.ReadFile(filepath.Join(deployments, "switchboard", "nodes.conf"))
	if err != nil {
		t.Fatal(err)
	}
	line := serverLine.FindSubmatch(offered)
	if line == nil {
		t.Fatal("deployments/switchboard/nodes.conf names no node")
	}
	var list strings.Builder
	for _, backend := range backends {
		down := ""
		if backend == out {
			down = "down "
		}
		fmt.Fprintf(&list, "server %s %s%s\n", backend, down, line[1])
	}
	f.edition++
	if err := os.MkdirAll(filepath.Join(f.dir, "switchboard"), 0o755); err != nil {
		t.Fatal(err)
	}
	user := ""
	if os.Geteuid() == 0 {
		user = "user root;\n" // only the test's user can enter its folders
	}
	for name, text := range map[string]string{
		"nginx.conf":              fmt.Sprintf(frontMain, user, filepath.Join(deployments, "nginx.conf")),
		"switchboard/nodes.conf":  list.String(),
		"switchboard/listen.conf": fmt.Sprintf("listen %s;\nlocation = /edition { return 200 %d; }\n", f.addr, f.edition),
	} {
		if err := os.WriteFile(filepath.Join(f.dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// reload makes nginx load the new configuration.
func (f *front) reload(t testing.TB) {
	t.Helper()
	f.process.signal(t, syscall.SIGHUP)
	f.await(t)
}

// await waits until nginx serves the newest edition of its configuration.
func (f *front) await(t testing.TB) {
	t.Helper()
	waittest.UntilNil(t, "nginx to serve", func() error {
		f.process.mustRun(t)
		request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, f.url()+"/edition", nil)
		if err != nil {
			return err
		}
		response, err := checker.Do(request)
		if err != nil {
			return err
		}
		got, err := io.ReadAll(response.Body)
		_ = response.Body.Close()
		if err == nil && string(got) != strconv.Itoa(f.edition) {
			err = fmt.Errorf("it serves edition %q, not %d", got, f.edition)
		}
		return err
	})
}

// nginx finds the program: the system's (Debian keeps it in root's path), or
// the one that set-up installed.
func nginx(t testing.TB) string {
	t.Helper()
	for _, name := range []string{"nginx", "/usr/sbin/nginx", filepath.Join(root(t), ".cache", "nginx", "usr", "sbin", "nginx")} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	t.Fatal("there is no nginx: .ci/setup.sh test brings it")
	return ""
}

func (f *front) url() string { return "http://" + f.addr }

// crossings returns the finished requests.
func (f *front) crossings(t testing.TB) []crossing {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join(f.dir, "access.log"))
	if err != nil {
		t.Fatal(err)
	}
	var list []crossing
	for line := range strings.Lines(string(raw)) {
		part := strings.Split(strings.TrimSpace(line), "|")
		if len(part) != 5 {
			t.Fatalf("nginx wrote %q", line)
		}
		list = append(list, crossing{
			method: part[0], transport: part[1], session: strings.Trim(part[2], "-"), status: part[3],
			nodes: strings.Split(strings.ReplaceAll(part[4], " ", ""), ","),
		})
	}
	return list
}
