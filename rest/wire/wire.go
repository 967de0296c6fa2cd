package wire

import (
	"time"

	"switchboard/storage/entry"
	"switchboard/storage/id"
)

// Tokens is the answer of POST v1/oauth2/token and refresh.
type Tokens struct {
	AccessToken string `json:"access_token"`
	TokenType   string `json:"token_type"`
	ExpiresIn   int    `json:"expires_in"` // seconds
	// RefreshToken is left out where the browser has it in a cookie.
	RefreshToken string `json:"refresh_token,omitempty"`
	// Organization and User say whose token it is.
	Organization id.ID `json:"organization"`
	User         id.ID `json:"user"`
	// SecondFactorRequired reports that the session is good only for setting up a second factor:
	// everything else is refused until then.
	SecondFactorRequired bool `json:"second_factor_required,omitempty"`
}

// Ticket is the answer of POST v1/oauth2/token to a person whose account has a second factor: no
// token yet. POST v1/oauth2/second_factor takes the ticket with a code.
type Ticket struct {
	Ticket    string `json:"ticket"`
	ExpiresIn int    `json:"expires_in"` // seconds
}

// RecoveryCodes are shown once, when they are made.
type RecoveryCodes struct {
	RecoveryCodes []string `json:"recovery_codes"`
}

// Opened is the answer of POST v1/oauth2/refresh?with=me to a page that begins: what it
// would ask for next comes with its token. Where that can't be told now it is left out.
type Opened struct {
	Tokens `tstype:",extends"`
	Me     *Me `json:"me,omitempty"`
	// Schema is the version of what GET v1/schema tells this person.
	Schema string `json:"schema,omitempty"`
}

// Choice is the answer of POST v1/oauth2/token to a person who belongs to several
// organizations and named none: no token yet, only where he may sign in to.
type Choice struct {
	Memberships []Membership `json:"memberships"`
	// Ticket goes with the choice to POST v1/oauth2/second_factor, after a code; left out where the
	// password goes with it again to POST v1/oauth2/token.
	Ticket string `json:"ticket,omitempty"`
}

// Membership is a place of a person in an organization: its user.
type Membership struct {
	Organization Organization `json:"organization"`
	User         id.ID        `json:"user"`
}

// Instance is GET v1/public/instance: what a page may know before anybody signed
// in.
type Instance struct {
	Name string `json:"name"`
	Demo bool   `json:"demo"`
	// DemoPassword is the password of the demo's people where only this machine
	// reaches the product; "" elsewhere, where it was printed at the start.
	DemoPassword string `json:"demo_password"`
	Simulator    bool   `json:"simulator"`
	Version      string `json:"version"`
}

// Authorization is the answer of GET v1/oauth2/authorize/{credential} and of POST
// v1/oauth2/run/{credential}: where the other system asks the person, or works for a
// credential by which it lets us in.
type Authorization struct {
	Status string `json:"status,omitempty"`
	URL    string `json:"url,omitempty"`
}

// Me is GET v1/me.
type Me struct {
	User         entry.Fields               `json:"user"`
	Organization Organization               `json:"organization"`
	Memberships  []Membership               `json:"memberships"` // where else the person may sign in to, this place included
	Rights       map[string]EffectiveRights `json:"rights"`
	System       []string                   `json:"system"`
	// Version changes with a right of the person and with the objects that there are, as
	// in the snapshot of the topic me: then this and GET v1/schema are to be read again.
	Version string `json:"version"`
	// Administers are the apps whose administrator the person is, active or not: what belongs
	// to them he may change. A superuser may without being one.
	Administers []id.ID `json:"administers"`
	// Apps are the organization's that are active.
	Apps []App `json:"apps"`
	// FeatureFlags are what the organization switched on or off, by name.
	FeatureFlags map[string]bool `json:"feature_flags"`
	// Without are the features of the product that the organization doesn't use, since the app
	// that stands for one isn't one of its own or isn't active.
	Without []string `json:"without"`
	// Simulator reports whether one may play the outside world at /simulator.
	Simulator bool `json:"simulator"`
	// Demo reports whether this is the demo organization on a simulated phone network, whose
	// first page offers calls and texts of simulated customers.
	Demo bool `json:"demo"`
	// Viewing says that a superuser sees the product as this user; left out for the user.
	Viewing *Viewing `json:"viewing,omitempty"`
}

// Viewing is a view of the product as another user: whose it is, and when it ends by itself.
type Viewing struct {
	By    string    `json:"by"`
	Until time.Time `json:"until"`
}

// App names an app.
type App struct {
	ID   id.ID  `json:"id"`
	Name string `json:"name"`
}

// Effective is GET v1/permission/effective: what somebody may do, from wherever he has it.
type Effective struct {
	// Active is false for one who is deactivated or was not yet let in: he may do none of it.
	Active    bool `json:"active"`
	Superuser bool `json:"superuser"`
	// Rights are by object; those that the asker may know of.
	Rights map[string]EffectiveRights `json:"rights"`
	System []string                   `json:"system"`
}

// EffectiveRights are those to one object. Rows says of which records: all, team or own; "" if
// none can be read.
type EffectiveRights struct {
	Rights `tstype:",extends"`
	Rows   string `json:"rows"`
}

// Offer is the answer of POST v1/invitation/look and accept: what the holder of a
// letter's token is invited to.
type Offer struct {
	Organization Organization `json:"organization"`
	Inviter      string       `json:"inviter"`
	Email        string       `json:"email"`
	Name         string       `json:"name"`
	// Known says that the address has an account, whose password is asked for.
	Known   bool       `json:"known"`
	Expires *time.Time `json:"expires_date"`
}

// Reset is the answer of POST v1/password/look and reset: whose password the holder of a
// letter's token may choose.
type Reset struct {
	Email   string    `json:"email"`
	Expires time.Time `json:"expires_date"`
}

// Letter is one of GET simulator/letters.
type Letter struct {
	ID      id.ID     `json:"id"`
	To      string    `json:"to"`
	Subject string    `json:"subject"`
	Text    string    `json:"text"`
	At      time.Time `json:"at"`
}

// Organization names the tenant.
type Organization struct {
	ID   id.ID  `json:"id"`
	Name string `json:"name"`
}

// Rights are what one may do with some record of an object.
type Rights struct {
	Create bool `json:"create"`
	Read   bool `json:"read"`
	Update bool `json:"update"`
	Delete bool `json:"delete"`
}

// RowRights are the member "rights" of a record: what may be done with this one, where that
// is less than with others of its object. Update lists the fields that may be changed.
type RowRights struct {
	Update []string `json:"update"`
	Delete bool     `json:"delete"`
}
