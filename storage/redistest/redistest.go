package redistest

import (
	"bufio"
	"errors"
	"net"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	goredis "github.com/redis/go-redis/v9"

	"switchboard/storage/broker/redis"
)

// timeout bounds the wait for a server.
const timeout = 20 * time.Second

// Server is one Redis server.
type Server struct {
	t    testing.TB
	addr string
	cmd  *exec.Cmd
}

// Start runs a server until the test ends.
func Start(t testing.TB) *Server {
	t.Helper()
	s := &Server{t: t, addr: freeAddr(t)}
	s.start()
	t.Cleanup(s.Kill)
	return s
}

// URL is the server's address for clients.
func (s *Server) URL() string { return "redis://" + s.addr }

// Client returns a client configured as in the product and closed at the end of the test.
func (s *Server) Client() *goredis.Client {
	s.t.Helper()
	c, err := redis.Dial(s.URL())
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(func() { _ = c.Close() })
	return c
}

func freeAddr(t testing.TB) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = l.Close() }()
	return l.Addr().String()
}

func (s *Server) start() {
	s.t.Helper()
	binary, err := exec.LookPath("redis-server")
	if err != nil {
		s.t.Fatal("redis-server is needed for this test; .ci/setup.sh test installs it")
	}
	_, port, _ := net.SplitHostPort(s.addr)
	s.cmd = exec.Command(binary, "--bind", "127.0.0.1", "--port", port, "--save", "", "--appendonly", "no", "--dir", os.TempDir(), "--loglevel", "warning") // runs until the test ends
	s.cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	if err := s.cmd.Start(); err != nil {
		s.t.Fatal(err)
	}
	deadline := time.Now().Add(timeout)
	for s.ask("PING") != "+PONG" {
		if time.Now().After(deadline) {
			s.t.Fatal("redis-server does not answer")
		}
	}
}

// ask sends one command and returns the first line of the reply, "" if there is none.
func (s *Server) ask(command string) string {
	conn, err := net.DialTimeout("tcp", s.addr, time.Second)
	if errors.Is(err, syscall.ECONNREFUSED) {
		s.yield()
	}
	if err != nil {
		return ""
	}
	defer func() { _ = conn.Close() }()
	_ = conn.SetDeadline(time.Now().Add(time.Second))
	if _, err := conn.Write([]byte(command + "\r\n")); err != nil {
		return ""
	}
	line, _ := bufio.NewReader(conn).ReadString('\n')
	return strings.TrimSpace(line)
}

// yield waits briefly for a starting server, which sends no signal when it listens.
func (*Server) yield() { <-time.After(5 * time.Millisecond) }

// Kill stops the server at once, like a crash.
func (s *Server) Kill() {
	if s.cmd == nil {
		return
	}
	_ = s.cmd.Process.Kill()
	_ = s.cmd.Wait()
	s.cmd = nil
}

// Restart kills the server and starts it again, empty, at the same address.
func (s *Server) Restart() {
	s.t.Helper()
	s.Kill()
	s.start()
}

// Pause freezes the server.
func (s *Server) Pause() { s.signal(syscall.SIGSTOP) }

// Resume resumes a frozen server, and starts a killed one.
func (s *Server) Resume() {
	s.t.Helper()
	if s.cmd == nil {
		s.start()
		return
	}
	s.signal(syscall.SIGCONT)
}

func (s *Server) signal(what syscall.Signal) {
	s.t.Helper()
	if err := s.cmd.Process.Signal(what); err != nil {
		s.t.Fatal(err)
	}
}

// Flush removes all keys.
func (s *Server) Flush() {
	s.t.Helper()
	if got := s.ask("FLUSHALL"); got != "+OK" {
		s.t.Fatalf("FLUSHALL answered %q", got)
	}
}
