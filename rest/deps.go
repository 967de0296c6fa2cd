package rest

import (
	"context"
	"encoding/json"
	"io/fs"
	"log/slog"
	"net/http"
	"net/netip"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"switchboard/actors/accounts"
	"switchboard/actors/budgets"
	"switchboard/actors/feature"
	"switchboard/actors/mail/simulator"
	"switchboard/actors/records"
	"switchboard/actors/users/presence"
	"switchboard/rest/wire"
	"switchboard/storage/access"
	"switchboard/storage/entry"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// SignIns authenticates users (actors/accounts).
type SignIns interface {
	SignIn(ctx context.Context, email, password string, client accounts.Client) (accounts.Tokens, error)
	// Memberships lists where the principal's person may sign in to; Switch goes
	// there.
	Memberships(ctx context.Context, p *access.Principal) ([]accounts.Membership, error)
	Switch(ctx context.Context, p *access.Principal, organization id.ID, client accounts.Client) (accounts.Tokens, error)
	// Prove is the second step of a sign-in.
	Prove(ctx context.Context, step accounts.SecondStep, client accounts.Client) (accounts.Tokens, error)
	// ChangePassword replaces the password of the principal's account.
	ChangePassword(ctx context.Context, p *access.Principal, c accounts.PasswordChange, client accounts.Client) error
}

// Programs lets programs in (actors/accounts).
type Programs interface {
	SignIn(ctx context.Context, clientID, secret string, client accounts.Client) (accounts.Tokens, error)
}

// Sessions renews and ends what was opened (actors/accounts).
type Sessions interface {
	Refresh(ctx context.Context, token string) (accounts.Tokens, error)
	Renew(ctx context.Context, token string) (accounts.Tokens, error)
	Revoke(ctx context.Context, token string) error
}

// Principals knows on whose behalf tokens speak (actors/accounts).
type Principals interface {
	Authenticate(ctx context.Context, token string) (access.Principal, time.Time, error)
	// AuthenticateAny is for what a session that must set up a second factor may do too.
	AuthenticateAny(ctx context.Context, token string) (access.Principal, error)
}

// Views let superusers see the product as another user (actors/accounts).
type Views interface {
	Begin(ctx context.Context, p *access.Principal, user id.ID) (accounts.Tokens, error)
	End(ctx context.Context, p *access.Principal) (accounts.Tokens, error)
	Until(ctx context.Context, p *access.Principal) (viewer string, until time.Time, err error)
}

// SecondFactors are what accounts prove themselves with in addition to their passwords (actors/accounts).
type SecondFactors interface {
	Standing(ctx context.Context, p *access.Principal) (accounts.Standing, error)
	Begin(ctx context.Context, p *access.Principal) (accounts.Setup, error)
	Confirm(ctx context.Context, p *access.Principal, code string, client accounts.Client) ([]string, error)
	Renew(ctx context.Context, p *access.Principal, proof accounts.Proof, client accounts.Client) ([]string, error)
	TurnOff(ctx context.Context, p *access.Principal, proof accounts.Proof, client accounts.Client) error
}

// Offers lets invited people become members (actors/accounts).
type Offers interface {
	OfferOf(ctx context.Context, token string) (accounts.Offer, error)
	Accept(ctx context.Context, a accounts.Acceptance, client accounts.Client) (accounts.Offer, error)
}

// Resets lets people who forgot their password choose another one (actors/accounts).
type Resets interface {
	Forgot(ctx context.Context, email string, client accounts.Client) error
	Look(ctx context.Context, token string, client accounts.Client) (accounts.ResetOffer, error)
	Reset(ctx context.Context, token, password string, client accounts.Client) (accounts.ResetOffer, error)
}

// Letters are those that the simulated mail holds (actors/mail/simulator).
type Letters interface {
	Letters(organization id.ID) []simulator.Sent
}

// Records reads and writes any record (actors/records).
type Records interface {
	List(ctx context.Context, p *access.Principal, object string, q records.ListRequest) (records.Listing, error)
	Get(ctx context.Context, p *access.Principal, object string, record id.ID) (entry.Fields, error)
	Search(ctx context.Context, p *access.Principal, q records.SearchRequest) (records.Finds, error)
	Explain(ctx context.Context, p *access.Principal, q records.ExplainRequest) (access.Explanation, error)
	Effective(ctx context.Context, p *access.Principal, user id.ID) (of access.Principal, active bool, err error)
	Timeline(ctx context.Context, p *access.Principal, object string, record id.ID, q records.TimelineRequest) (records.Timeline, error)
	Related(ctx context.Context, p *access.Principal, object string, record id.ID, objects []string) (records.RelatedCounts, error)
	Board(ctx context.Context, p *access.Principal, object string, q records.BoardRequest) (records.Board, error)
	Duplicates(ctx context.Context, p *access.Principal, object string, record id.ID) (records.Duplicates, error)
	Suspects(ctx context.Context, p *access.Principal, object string) (records.Suspects, error)
	Successor(ctx context.Context, p *access.Principal, object string, record id.ID) (id.ID, error)
	GetAsOf(ctx context.Context, p *access.Principal, object string, record id.ID, at time.Time) (entry.Fields, error)
	Audit(ctx context.Context, p *access.Principal, q records.AuditRequest) (records.Audit, error)
	Feed(ctx context.Context, p *access.Principal, q records.FeedRequest) (records.Feed, error)
	History(ctx context.Context, p *access.Principal, object string, record id.ID, q records.HistoryRequest) (records.History, error)
	Restore(ctx context.Context, p *access.Principal, object string, record id.ID, q records.RestoreRequest) (records.Written, error)
	Reveal(ctx context.Context, p *access.Principal, object string, record id.ID, field string) (json.RawMessage, error)
	Create(ctx context.Context, p *access.Principal, object string, rows []records.Input, command string) (records.Written, error)
	Patch(ctx context.Context, p *access.Principal, object string, rows []records.Input, expect int64, command string) (records.Written, error)
	CreateEach(ctx context.Context, p *access.Principal, object string, rows []records.Input, command string) (records.Written, error)
	PatchEach(ctx context.Context, p *access.Principal, object string, rows []records.Input, command string) (records.Written, error)
	Delete(ctx context.Context, p *access.Principal, object string, ids []id.ID, expect int64, command string) error
}

// Presence knows the dots (actors/users/presence).
type Presence interface {
	Snapshot(ctx context.Context, organization id.ID) ([]presence.Dot, error)
}

// Budgets bound one person's share of the server (actors/budgets).
type Budgets interface {
	// Enter takes a place for one piece of work, until leave is called.
	Enter(ctx context.Context, p *access.Principal, kind budgets.Kind) (leave func(), err error)
	// Change charges for so many records that are changed, and for the bytes that were
	// sent for it.
	Change(ctx context.Context, p *access.Principal, records, bytes int) error
	// Read acquires the budget of a read; call done with what it used.
	Read(ctx context.Context, p *access.Principal, what budgets.Reading) (done func(database time.Duration, bytes int), err error)
	// Write acquires the budget that a large change needs in addition; call done with the bytes
	// used, 0 if it was refused.
	Write(ctx context.Context, p *access.Principal, bytes int) (done func(bytes int), err error)
	// Refused slows the answer down where the person had many refusals.
	Refused(ctx context.Context, p *access.Principal)
}

// Organizations knows the tenants.
type Organizations interface {
	OrganizationName(ctx context.Context, organization id.ID) (string, error)
	// ActiveApps are its apps that are in use; Features what it switched on or off.
	ActiveApps(ctx context.Context, organization id.ID) ([]row.Record, error)
	Features(ctx context.Context, organization id.ID) (map[string]bool, error)
	// PhoneNumbers are the organization's own numbers, in E.164.
	PhoneNumbers(ctx context.Context, organization id.ID) ([]string, error)
}

// Simulator plays the outside world where no carrier account is configured
// (actors/carrier/simulator).
type Simulator interface {
	// Control serves the simulator's routes under /simulator/; a request reaches only
	// what belongs to the numbers that ours gives for it. fail answers with an error.
	Control(ours func(r *http.Request) []string, fail func(w http.ResponseWriter, r *http.Request, err error)) http.Handler
	// Signal serves the WebSocket /signal, where phones in browsers register.
	Signal() http.Handler
}

// Payments is the simulated payment provider (actors/payments/simulator).
type Payments interface {
	// Control serves a checkout to browsers at prefix and its secret.
	Control(prefix string) http.Handler
	// Renew ends the period of an organization's subscription now.
	Renew(organization, subscription string) error
}

// Deps is everything the server needs; what may be nil says so.
type Deps struct {
	SignIns    SignIns
	Programs   Programs
	Sessions   Sessions
	Principals Principals
	// Views is nil if nobody can view as another user.
	Views Views
	// SecondFactors is nil if nobody can set one up.
	SecondFactors SecondFactors
	// Offers is nil if nobody can be invited.
	Offers Offers
	// Resets is nil if nobody can reset a password.
	Resets  Resets
	Records Records
	// Queries is nil if none are answered.
	Queries Queries
	// Reports is nil if none are made.
	Reports  Reports
	Presence Presence
	// Schemas is nil where objects and fields are not changed.
	Schemas Schemas
	// Authorizations is nil if no other system lets us in.
	Authorizations Authorizations
	// Features are the running ones, whose commands have places here.
	Features      []feature.Running
	Organizations Organizations
	// Budgets is nil if nobody is bounded (tests of other things).
	Budgets Budgets
	// Keys is nil if nothing is remembered of Idempotency-Keys.
	Keys RequestKeys
	// Letters is nil where mail is sent for real.
	Letters Letters
	// Simulator is nil if the phone network is real or absent: its routes are absent too.
	Simulator Simulator
	// Payments is nil if payments are real or absent.
	Payments Payments
	// TakesCards lets the page load the payment provider's script.
	TakesCards bool
	// Demo is the demo organization, whose every member may use the simulator; ""
	// for none.
	Demo id.ID
	// Webhooks serves /v1/webhooks/; Sockets serves /socket.io/. Nil ones are absent.
	Webhooks http.Handler
	Sockets  http.Handler
	// Static holds the built UI, nil for none.
	Static fs.FS
	// Ready reports whether the product can serve: database, migrations, relay.
	Ready    func(ctx context.Context) error
	Instance wire.Instance
	// PublicURL is scheme and host under which the product is reached; https makes
	// the cookie secure. Origins may call the API from a browser, exactly.
	PublicURL string
	Origins   []string
	// PhoneHosts are the provider's servers that phones in browsers connect to, for the page's
	// policy; empty if the provider is simulated.
	PhoneHosts []string
	// TrustedProxies are the networks whose X-Forwarded-For names the client.
	TrustedProxies []netip.Prefix
	Log            *slog.Logger
	// LogSample logs one in so many requests that succeeded and were not slow; 0 logs all.
	LogSample int
	// Metrics is where the server's figures go and what /metrics shows.
	Metrics *prometheus.Registry
	// MetricsToken authenticates readers of the metrics; if empty, this server does not serve
	// them.
	MetricsToken string
	// Loopback reports that the product listens on a loopback address only, whose names are then
	// valid in addition to the PublicURL. AnyAddress reports that no name is configured: then any
	// address is valid.
	Loopback, AnyAddress bool
}

// raw keeps JSON as it is.
type raw = json.RawMessage
