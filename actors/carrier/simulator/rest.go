package simulator

import (
	"bytes"
	"crypto/subtle"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"strconv"
	"time"
)

// The provider's hosts that are answered here.
const (
	hostAPI           = "api.twilio.com"
	hostConversations = "conversations.twilio.com"
)

// maxRequest bounds a REST request's form.
const maxRequest = 64 << 10

// refusal is the provider's error.
type refusal struct {
	Code     int    `json:"code"`
	Message  string `json:"message"`
	MoreInfo string `json:"more_info"`
	Status   int    `json:"status"`
}

func (r *refusal) Error() string { return fmt.Sprintf("%d: %s", r.Code, r.Message) }

func refuse(status, code int, format string, args ...any) *refusal {
	return &refusal{
		Code: code, Status: status, Message: fmt.Sprintf(format, args...),
		MoreInfo: "https://www.twilio.com/docs/errors/" + strconv.Itoa(code),
	}
}

func unknown(r *http.Request) *refusal {
	return refuse(http.StatusNotFound, 20404, "The requested resource %s was not found", r.URL.Path)
}

// operation answers one REST request: the status and the body's value.
type operation func(r *http.Request) (int, any, *refusal)

var sidInPath = regexp.MustCompile(`^[A-Z]{2}[0-9a-fA-F]{32}$`)

// Handler answers the provider's REST interface by host name.
func (s *Simulator) Handler() http.Handler {
	api, conversations := http.NewServeMux(), http.NewServeMux()
	const account = "/2010-04-01/Accounts/{account}"
	route := func(mux *http.ServeMux, pattern string, do operation) {
		mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) {
			if a := r.PathValue("account"); a != "" && a != s.AccountSID() {
				reply(w, http.StatusNotFound, unknown(r))
				return
			}
			r.Body = http.MaxBytesReader(w, r.Body, maxRequest)
			if err := r.ParseForm(); err != nil {
				reply(w, http.StatusBadRequest, refuse(http.StatusBadRequest, 20001, "The request can't be read"))
				return
			}
			status, body, no := do(r)
			if no != nil {
				status, body = no.Status, no
			}
			s.journal.write(Exchange{At: time.Now().UTC(), Method: r.Method, Path: r.URL.Path, Form: r.PostForm, Status: status})
			reply(w, status, body)
		})
	}
	route(api, "POST "+account+"/Conferences/{name}/Participants.json", s.createParticipant)
	route(api, "GET "+account+"/Conferences/{name}/Participants.json", s.listParticipants)
	route(api, "DELETE "+account+"/Conferences/{name}/Participants/{file}", s.deleteParticipant)
	route(api, "GET "+account+"/Conferences.json", s.listConferences)
	route(api, "GET "+account+"/Calls/{file}", s.fetchCall)
	route(api, "POST "+account+"/Calls/{file}", s.updateCall)
	for _, service := range []string{"/v1", "/v1/Services/{service}"} {
		route(conversations, "GET "+service+"/Conversations/{conversation}", s.fetchConversation)
		route(conversations, "GET "+service+"/Conversations/{conversation}/Participants", s.listMembers)
		route(conversations, "POST "+service+"/Conversations/{conversation}/Messages", s.createMessage)
		route(conversations, "GET "+service+"/Conversations/{conversation}/Messages", s.listMessages)
	}
	hosts := map[string]http.Handler{hostAPI: api, hostConversations: conversations}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		host := hosts[r.Host]
		if host == nil {
			reply(w, http.StatusNotFound, unknown(r))
			return
		}
		if !s.signedIn(r) {
			reply(w, http.StatusUnauthorized, refuse(http.StatusUnauthorized, 20003, "Authenticate"))
			return
		}
		limited := false
		s.view(func(w *world) { limited = w.chance(s.config.Edges.Limited) })
		if limited {
			reply(w, http.StatusTooManyRequests, refuse(http.StatusTooManyRequests, codeTooMany, "Too Many Requests"))
			return
		}
		host.ServeHTTP(w, r)
	})
}

func (s *Simulator) signedIn(r *http.Request) bool {
	user, password, ok := r.BasicAuth()
	same := func(a, b string) int { return subtle.ConstantTimeCompare([]byte(a), []byte(b)) }
	return ok && same(user, s.AccountSID())&same(password, s.AuthToken()) == 1
}

// Transport carries requests to the Handler without a network.
func (s *Simulator) Transport() http.RoundTripper { return inProcess{s.Handler()} }

type inProcess struct{ handler http.Handler }

// RoundTrip implements http.RoundTripper.
func (t inProcess) RoundTrip(r *http.Request) (*http.Response, error) {
	if err := r.Context().Err(); err != nil {
		return nil, err
	}
	inner := r.Clone(r.Context())
	if inner.Host == "" {
		inner.Host = r.URL.Host
	}
	inner.RequestURI = r.URL.RequestURI()
	if inner.Body == nil {
		inner.Body = http.NoBody
	}
	taken := &answer{header: http.Header{}, status: http.StatusOK}
	t.handler.ServeHTTP(taken, inner)
	_ = inner.Body.Close()
	return &http.Response{
		Status: fmt.Sprintf("%d %s", taken.status, http.StatusText(taken.status)), StatusCode: taken.status,
		Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1, Header: taken.header,
		Body: io.NopCloser(&taken.body), ContentLength: int64(taken.body.Len()), Request: r,
	}, nil
}

// answer takes a handler's answer.
type answer struct {
	header http.Header
	status int
	body   bytes.Buffer
}

func (a *answer) Header() http.Header         { return a.header }
func (a *answer) Write(p []byte) (int, error) { return a.body.Write(p) }
func (a *answer) WriteHeader(status int)      { a.status = status }
