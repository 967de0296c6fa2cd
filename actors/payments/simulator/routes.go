package simulator

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strconv"
	"strings"
)

// form is what a request sends, by path, query and body.
type form struct {
	url.Values

	id string // of the path
}

func (f form) number(name string) int64 {
	n, err := strconv.ParseInt(f.Get(name), 10, 64)
	if err != nil {
		return 0
	}
	return n
}

// metadata returns the members of metadata.
func (f form) metadata(under string) map[string]string {
	out := map[string]string{}
	for name := range f.Values {
		if key, is := strings.CutPrefix(name, under+"["); is {
			out[strings.TrimSuffix(key, "]")] = f.Get(name)
		}
	}
	return out
}

// refusal is an error as Stripe writes it.
type refusal struct {
	status              int
	kind, code, message string
}

func (r *refusal) Error() string { return r.message }

func missing(what, id string) error {
	return &refusal{http.StatusNotFound, "invalid_request_error", "resource_missing", "No such " + what + ": '" + id + "'"}
}

func invalid(code, message string) error {
	return &refusal{http.StatusBadRequest, "invalid_request_error", code, message}
}

func (s *Simulator) routes() *http.ServeMux {
	mux := http.NewServeMux()
	for pattern, do := range map[string]func(*state, form) (any, error){
		"GET /v1/account":                        account,
		"GET /v1/webhook_endpoints":              s.endpoints,
		"GET /v1/prices/{id}":                    s.getPrice,
		"POST /v1/prices":                        s.createPrice,
		"POST /v1/customers":                     s.createCustomer,
		"POST /v1/checkout/sessions":             s.createSession,
		"GET /v1/checkout/sessions/{id}":         s.getSession,
		"POST /v1/checkout/sessions/{id}/expire": s.expireSession,
		"GET /v1/subscriptions/{id}":             s.getSubscription,
		"POST /v1/subscriptions/{id}":            s.updateSubscription,
		"DELETE /v1/subscriptions/{id}":          s.cancelSubscription,
		"GET /v1/invoices":                       s.listInvoices,
		"GET /v1/invoices/upcoming":              s.upcoming,
		"GET /v1/invoices/{id}":                  s.getInvoice,
		"POST /v1/invoices/{id}/pay":             s.payInvoice,
		"GET /v1/charges/{id}":                   s.getCharge,
		"POST /v1/refunds":                       s.refund,
	} {
		mux.HandleFunc(pattern, s.handler(do))
	}
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		write(w, http.StatusNotFound, failureBody("invalid_request_error", "", "Unrecognized request URL ("+r.Method+": "+r.URL.Path+")."))
	})
	return mux
}

// serve answers one request of the API.
func (s *Simulator) serve(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	down := s.isDown
	s.mu.Unlock()
	switch {
	case down:
		write(w, http.StatusServiceUnavailable, failureBody("api_error", "", "The payment provider is down."))
	case r.Header.Get("Authorization") != "Bearer "+s.config.SecretKey:
		write(w, http.StatusUnauthorized, failureBody("invalid_request_error", "", "Invalid API Key provided."))
	default:
		s.mux.ServeHTTP(w, r)
	}
}

// handler reads the form and answers a repeated idempotency key with the stored answer.
func (s *Simulator) handler(do func(*state, form) (any, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if err := r.ParseForm(); err != nil {
			write(w, http.StatusBadRequest, failureBody("invalid_request_error", "", "The form can't be read."))
			return
		}
		if r.Method == http.MethodDelete { // ParseForm leaves its body
			r.Form = r.URL.Query()
		}
		in, key := form{r.Form, r.PathValue("id")}, r.Header.Get("Idempotency-Key")
		asked := r.Method + " " + r.URL.Path + " " + r.Form.Encode()
		status, body := http.StatusOK, any(nil)
		if r.Method == http.MethodGet {
			s.mu.Lock()
			status, body = answerOf(do(s.state, in))
			raw, err := json.Marshal(body) // before another request changes it
			s.mu.Unlock()
			if err != nil {
				status, body = answerOf(nil, err)
				write(w, status, body)
				return
			}
			write(w, status, json.RawMessage(raw))
			return
		}
		_ = s.changed(func(st *state) error {
			if had, is := st.Keys[key]; is && key != "" && r.Method == http.MethodPost {
				if had.Request != asked {
					status, body = http.StatusBadRequest, failureBody("idempotency_error", "", "Keys for idempotent requests can only be used with the same parameters they were first used with.")
					return nil
				}
				status, body = had.Status, had.Body
				return nil
			}
			var answered any
			status, answered = answerOf(do(st, in))
			raw, err := json.Marshal(answered)
			if err != nil {
				status, body = answerOf(nil, err)
				return err
			}
			body = json.RawMessage(raw)
			if key != "" && r.Method == http.MethodPost {
				st.Keys[key] = stored{asked, status, raw}
			}
			return nil
		})
		write(w, status, body)
	}
}

func answerOf(body any, err error) (int, any) {
	if err == nil {
		return http.StatusOK, body
	}
	if r, is := err.(*refusal); is { //nolint:errorlint // nothing wraps them here
		return r.status, failureBody(r.kind, r.code, r.message)
	}
	return http.StatusInternalServerError, failureBody("api_error", "", err.Error())
}

func failureBody(kind, code, message string) any {
	detail := map[string]string{"type": kind, "message": message}
	if code != "" {
		detail["code"] = code
	}
	return map[string]any{"error": detail}
}

func write(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	raw, err := json.Marshal(body)
	if err != nil {
		raw = []byte(`{"error":{"type":"api_error","message":"The answer has no JSON form."}}`)
	}
	_, _ = w.Write(raw) // the client may be gone
}
