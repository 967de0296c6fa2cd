package simulator

import (
	"encoding/json"
	"errors"
	"net/http"
	"regexp"
	"strings"
)

const (
	modeSetup        = "setup"
	modeSubscription = "subscription"
)

func (s *Simulator) createSession(st *state, f form) (any, error) {
	x := &session{
		Status: open, Mode: f.Get("mode"), Customer: f.Get("customer"), ReturnURL: f.Get("return_url"), Metadata: f.metadata("metadata"),
		Price: f.Get("line_items[0][price]"), Quantity: f.number("line_items[0][quantity]"), Created: s.now().Unix(),
	}
	switch {
	case len(st.Sessions) >= most:
		return nil, invalid("", "The simulator keeps no more sessions.")
	case st.Customers[x.Customer] == nil:
		return nil, missing("customer", x.Customer)
	case f.Get("ui_mode") != "embedded" || x.ReturnURL == "":
		return nil, invalid("parameter_missing", "The simulator knows embedded checkouts with a return_url.")
	case x.Mode == modeSubscription && st.Prices[x.Price] == nil:
		return nil, missing("price", x.Price)
	case x.Mode == modeSubscription && x.Quantity < 1:
		return nil, invalid("parameter_invalid_integer", "Invalid quantity.")
	case x.Mode != modeSubscription && x.Mode != modeSetup:
		return nil, invalid("", "The simulator knows the modes subscription and setup.")
	}
	id := st.id("cs_test")
	x.Secret = id + "_secret_" + secret()
	st.Sessions[id] = x
	return showSession(id, x), nil
}

func (s *Simulator) getSession(st *state, f form) (any, error) {
	x := st.Sessions[f.id]
	if x == nil {
		return nil, missing("checkout session", f.id)
	}
	return showSession(f.id, x), nil
}

func (s *Simulator) expireSession(st *state, f form) (any, error) {
	x := st.Sessions[f.id]
	switch {
	case x == nil:
		return nil, missing("checkout session", f.id)
	case x.Status != open:
		return nil, invalid("", "Only Checkout Sessions with a status in [\"open\"] can be expired. This Checkout Session has a status of "+x.Status+".")
	}
	x.Status = "expired"
	s.emit(st, "checkout.session.expired", showSession(f.id, x))
	return showSession(f.id, x), nil
}

// Checkout is what a browser shows of a checkout.
type Checkout struct {
	Status    string `json:"status"`
	Mode      string `json:"mode"`
	Product   string `json:"product"`
	Currency  string `json:"currency"`
	Interval  string `json:"interval"`
	Amount    int64  `json:"amount"`
	Quantity  int64  `json:"quantity"`
	ReturnURL string `json:"return_url"`
}

// Card is what a buyer enters. IsAuthenticated says that they passed the further step.
type Card struct {
	Number          string `json:"number"`
	Expiry          string `json:"expiry"`
	CVC             string `json:"cvc"`
	IsAuthenticated bool   `json:"authenticated"`
}

// ErrUnknown reports a secret of no checkout.
var ErrUnknown = errors.New("there is no such checkout")

// RefusedError is why a card is not taken. Field is the field to correct, "" for the card as a whole.
type RefusedError struct{ Field, Message string }

// Error implements error.
func (r *RefusedError) Error() string { return r.Message }

// bySecret finds a session by the secret that the browser has.
func (st *state) bySecret(given string) (string, *session) {
	id, _, _ := strings.Cut(given, "_secret_")
	if x := st.Sessions[id]; x != nil && x.Secret == given {
		return id, x
	}
	return "", nil
}

// Open returns the checkout of a secret.
func (s *Simulator) Open(given string) (out Checkout, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	id, x := s.state.bySecret(given)
	if x == nil {
		return out, ErrUnknown
	}
	return s.state.show(id, x), nil
}

func (st *state) show(id string, x *session) Checkout {
	out := Checkout{Status: x.Status, Mode: x.Mode, Quantity: x.Quantity, ReturnURL: strings.ReplaceAll(x.ReturnURL, "{CHECKOUT_SESSION_ID}", id)}
	if p := st.Prices[x.Price]; p != nil {
		out.Product, out.Currency, out.Interval, out.Amount = p.Product, p.Currency, p.Interval, p.Amount*x.Quantity
	}
	return out
}

var (
	numberRule = regexp.MustCompile(`^\d{16}$`)
	expiryRule = regexp.MustCompile(`^(0[1-9]|1[0-2]) ?/ ?(\d{2})$`)
	cvcRule    = regexp.MustCompile(`^\d{3,4}$`)
)

// needsStep is the status of a checkout whose card needs a further step.
const needsStep = "requires_action"

// Enter pays a checkout by card.
func (s *Simulator) Enter(given string, card Card) (out Checkout, err error) {
	err = s.changed(func(st *state) error {
		id, x := st.bySecret(given)
		if x == nil {
			return ErrUnknown
		}
		number := digits(card.Number)
		parts := expiryRule.FindStringSubmatch(strings.TrimSpace(card.Expiry))
		switch {
		case x.Status == "expired":
			return &RefusedError{"", "This checkout has expired. Start again."}
		case x.Status != open:
			out = st.show(id, x) // paid before: nothing happens twice
			return nil
		case !numberRule.MatchString(number):
			return &RefusedError{"number", "Enter the 16 digits of the card."}
		case parts == nil:
			return &RefusedError{"expiry", "Enter the month and year as MM/YY."}
		case "20"+parts[2]+"-"+parts[1] < s.now().Format("2006-01"):
			return &RefusedError{"expiry", "The card has expired."}
		case !cvcRule.MatchString(card.CVC):
			return &RefusedError{"cvc", "Enter the 3 or 4 digits of the security code."}
		case number == CardDeclined:
			return &RefusedError{"", "Your card was declined."}
		case number == CardNoFunds:
			return &RefusedError{"", "Your card has insufficient funds."}
		case number == CardNeedsStep && !card.IsAuthenticated:
			out = st.show(id, x)
			out.Status = needsStep
			return nil
		}
		s.complete(st, id, x, number)
		out = st.show(id, x)
		return nil
	})
	return out, err
}

func (s *Simulator) complete(st *state, id string, x *session, card string) {
	x.Status, x.Method = "complete", st.id("pm")
	st.Methods[x.Method] = card
	if x.Mode == modeSubscription {
		x.IsPaid = true
		x.Subscription = st.id("sub")
		now := s.now().Unix()
		made := &subscription{
			Item: st.id("si"), Customer: x.Customer, Status: active, Price: x.Price, Method: x.Method, Quantity: x.Quantity,
			Created: now, PeriodStart: now, PeriodEnd: st.after(now, x.Price), Metadata: x.Metadata,
		}
		st.Subscriptions[x.Subscription] = made
		s.bill(st, x.Subscription, st.Prices[x.Price].Amount*x.Quantity, true)
		s.emit(st, "customer.subscription.created", st.showSubscription(x.Subscription, made))
	}
	s.emit(st, "checkout.session.completed", showSession(id, x))
}

// Control serves the simulated checkout to browsers: GET and POST of <prefix>{secret}.
func (s *Simulator) Control(prefix string) http.Handler {
	mux := http.NewServeMux()
	reply := func(w http.ResponseWriter, out Checkout, err error) {
		w.Header().Set("Cache-Control", "no-store")
		refused, isRefused := errors.AsType[*RefusedError](err)
		switch {
		case errors.Is(err, ErrUnknown):
			write(w, http.StatusNotFound, object{"message": "This checkout does not exist. Start again."})
		case isRefused:
			write(w, http.StatusPaymentRequired, object{"message": refused.Message, "field": refused.Field})
		default:
			write(w, http.StatusOK, out)
		}
	}
	mux.HandleFunc("GET "+prefix+"{secret}", func(w http.ResponseWriter, r *http.Request) {
		out, err := s.Open(r.PathValue("secret"))
		reply(w, out, err)
	})
	mux.HandleFunc("POST "+prefix+"{secret}", func(w http.ResponseWriter, r *http.Request) {
		var card Card
		if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, 4<<10)).Decode(&card); err != nil {
			write(w, http.StatusBadRequest, object{"message": "Send number, expiry and cvc as JSON."})
			return
		}
		out, err := s.Enter(r.PathValue("secret"), card)
		reply(w, out, err)
	})
	return mux
}
