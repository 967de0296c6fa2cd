package mailtest

import (
	"crypto/tls"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net"
	netmail "net/mail"
	"strings"
	"sync"
	"testing"

	"github.com/emersion/go-sasl"
	gosmtp "github.com/emersion/go-smtp"
)

// Server is a mail server of a test.
type Server struct {
	Addr string // host:port

	mu       sync.Mutex
	refusal  *gosmtp.SMTPError
	password string
	signedIn []string
	inbox    []Received
}

// Serve starts a server until the test ends; certificate may be nil for one without
// TLS. Where password is not "" it is asked for.
func Serve(t *testing.T, certificate *tls.Certificate, password string) *Server {
	t.Helper()
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := &Server{Addr: listener.Addr().String(), password: password}
	server := gosmtp.NewServer(gosmtp.BackendFunc(func(*gosmtp.Conn) (gosmtp.Session, error) { return &session{server: s}, nil }))
	server.AllowInsecureAuth = true // it is the client who must not do that
	server.ErrorLog = quiet{}
	if certificate != nil {
		server.TLSConfig = &tls.Config{Certificates: []tls.Certificate{*certificate}, MinVersion: tls.VersionTLS12}
	}
	ended := make(chan struct{})
	go func() { defer close(ended); _ = server.Serve(listener) }()
	t.Cleanup(func() {
		_ = server.Close()
		_ = listener.Close() // a server that had not begun yet does not close it
		<-ended
	})
	return s
}

// Refuse lets every letter be refused with a code; 0 takes them again.
func (s *Server) Refuse(code int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.refusal = nil; code != 0 {
		s.refusal = &gosmtp.SMTPError{Code: code, Message: "not today"}
	}
}

// Inbox lists what arrived.
func (s *Server) Inbox() []Received {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]Received(nil), s.inbox...)
}

// Passwords lists those that were told.
func (s *Server) Passwords() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]string(nil), s.signedIn...)
}

type session struct {
	server *Server
	to     []string
}

func (*session) AuthMechanisms() []string { return []string{sasl.Plain} }

func (c *session) Auth(string) (sasl.Server, error) {
	return sasl.NewPlainServer(func(_, _, password string) error {
		c.server.mu.Lock()
		defer c.server.mu.Unlock()
		c.server.signedIn = append(c.server.signedIn, password)
		if password != c.server.password {
			return gosmtp.ErrAuthFailed
		}
		return nil
	}), nil
}

func (c *session) Mail(string, *gosmtp.MailOptions) error {
	c.server.mu.Lock()
	defer c.server.mu.Unlock()
	if c.server.refusal != nil {
		return c.server.refusal
	}
	return nil
}

func (c *session) Rcpt(to string, _ *gosmtp.RcptOptions) error {
	c.to = append(c.to, to)
	return nil
}

func (c *session) Data(r io.Reader) error {
	received, err := read(r)
	if err != nil {
		return err
	}
	received.To = c.to
	c.server.mu.Lock()
	defer c.server.mu.Unlock()
	c.server.inbox = append(c.server.inbox, received)
	return nil
}

func (c *session) Reset() { c.to = nil }

func (*session) Logout() error { return nil }

// read takes a message apart (RFC 2046 §5.1.4: the alternatives).
func read(r io.Reader) (Received, error) {
	message, err := netmail.ReadMessage(r)
	if err != nil {
		return Received{}, err
	}
	subject, err := (&mime.WordDecoder{}).DecodeHeader(message.Header.Get("Subject"))
	if err != nil {
		return Received{}, err
	}
	out := Received{MessageID: message.Header.Get("Message-Id"), Subject: subject, Headers: message.Header}
	_, params, err := mime.ParseMediaType(message.Header.Get("Content-Type"))
	if err != nil {
		return Received{}, err
	}
	parts := multipart.NewReader(message.Body, params["boundary"])
	for {
		part, err := parts.NextRawPart()
		if errors.Is(err, io.EOF) {
			return out, nil
		}
		if err != nil {
			return Received{}, err
		}
		body, err := io.ReadAll(quotedprintable.NewReader(part))
		if err != nil {
			return Received{}, err
		}
		text := strings.ReplaceAll(strings.TrimRight(string(body), "\r\n"), "\r\n", "\n")
		if strings.HasPrefix(part.Header.Get("Content-Type"), "text/html") {
			out.HTML = text
		} else {
			out.Text = text
		}
	}
}

type quiet struct{}

func (quiet) Printf(string, ...any) {}
func (quiet) Println(...any)        {}
