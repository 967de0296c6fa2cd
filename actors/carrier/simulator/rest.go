package simulator

import (
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"switchboard/storage/fault"
)

// The provider's hosts that the simulator serves.
const (
	hostAPI           = "api.twilio.com"
	hostConversations = "conversations.twilio.com"
)

// codeTooMany is the provider's code for too many requests.
const codeTooMany = 20429

// maxRequest bounds the form of a REST request.
const maxRequest = 64 << 10

// refusal is an error of the provider.
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

// refusalOf converts an error of update to the provider's error.
func refusalOf(err error) *refusal {
	var no *refusal
	switch {
	case err == nil:
		return nil
	case errors.As(err, &no):
		return no
	case fault.Is(err, fault.Limited):
		return refuse(http.StatusTooManyRequests, codeTooMany, "Too Many Requests")
	default:
		return refuse(http.StatusServiceUnavailable, codeDown, "Service unavailable")
	}
}

// operation handles one REST request. It returns the status and the body's value, or
// a handler that writes both.
type operation func(r *http.Request) (int, any, *refusal)

// restInterface serves the provider's REST API by host name.
type restInterface struct {
	account account
	journal *journal
	limited func() bool // reports whether to reject this request with 429
	hosts   map[string]http.Handler
	content http.HandlerFunc // of files, for anybody
	// Other accounts own what they set up, and nothing else.
	others map[string]http.Handler
	owner  func(r *http.Request) bool // reports whether another account signs in
}

// api is the part of the REST API under one host.
type api interface {
	// routes registers each pattern with its operation.
	routes(route func(pattern string, do operation))
}

func newREST(account account, journal *journal, store *store, apis map[string]api) *restInterface {
	i := &restInterface{account: account, journal: journal, limited: store.limited, hosts: map[string]http.Handler{}, others: map[string]http.Handler{}}
	i.owner = func(r *http.Request) bool {
		name, secret, _ := r.BasicAuth()
		return name != account.SID && signsIn(store, name, secret)
	}
	for host, a := range apis {
		i.hosts[host] = i.mux(a)
		i.others[host] = i.mux(&provisioningAPI{store: store, main: account, host: host})
	}
	return i
}

func (i *restInterface) mux(a api) http.Handler {
	mux := http.NewServeMux()
	a.routes(func(pattern string, do operation) { mux.HandleFunc(pattern, i.handle(do)) })
	return mux
}

// signsIn reports whether these are the credentials of another account.
func signsIn(store *store, name, secret string) (yes bool) {
	_ = store.update(func(w *world) error {
		yes = w.provisioned.SignIn(name, secret, time.Now().UTC()) != nil
		return nil
	})
	return yes
}

// handle parses a request's form and writes the operation's response.
func (i *restInterface) handle(do operation) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		name, _, _ := r.BasicAuth()
		if a := r.PathValue("account"); a != "" && a != name {
			reply(w, http.StatusNotFound, unknown(r))
			return
		}
		limit := int64(maxRequest)
		if r.Host == hostMedia {
			limit = maxStored
		}
		r.Body = http.MaxBytesReader(w, r.Body, limit)
		if err := r.ParseForm(); err != nil {
			reply(w, http.StatusBadRequest, refuse(http.StatusBadRequest, 20001, "The request can't be read"))
			return
		}
		status, body, no := do(r)
		if no != nil {
			status, body = no.Status, no
		}
		i.journal.write(Exchange{At: time.Now().UTC(), Method: r.Method, Path: r.URL.Path, Form: r.PostForm, Status: status})
		if write, is := body.(http.HandlerFunc); is {
			write(w, r)
			return
		}
		reply(w, status, body)
	}
}

// ServeHTTP implements http.Handler.
func (i *restInterface) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	host := i.hosts[r.Host]
	isOurs := i.account.signedIn(r)
	if host != nil && !isOurs && i.owner(r) {
		host, isOurs = i.others[r.Host], true
	}
	switch {
	case r.Host == hostContent && i.content != nil:
		i.content(w, r)
	case host == nil:
		reply(w, http.StatusNotFound, unknown(r))
	case !isOurs:
		reply(w, http.StatusUnauthorized, refuse(http.StatusUnauthorized, 20003, "Authenticate"))
	case i.limited():
		reply(w, http.StatusTooManyRequests, refuse(http.StatusTooManyRequests, codeTooMany, "Too Many Requests"))
	default:
		host.ServeHTTP(w, r)
	}
}
