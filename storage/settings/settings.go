package settings

import (
	"encoding/json"
	"fmt"
	"time"
)

// Organization are the settings of one organization.
type Organization struct {
	// WeekStart is the first day of a week: sunday to saturday.
	WeekStart string `json:"week_start"`
	// TimeZone is the IANA name of the zone that days and months are counted in.
	TimeZone string `json:"time_zone"`
	// RingSeconds is how long a call rings for the staff before it goes on unanswered.
	RingSeconds int        `json:"ring_seconds"`
	QuietHours  QuietHours `json:"quiet_hours"`
	// StrictOptIn lets texts go only to people who all have opted in.
	StrictOptIn bool      `json:"strict_opt_in"`
	Outbound    Outbound  `json:"outbound"`
	Rates       Rates     `json:"rates"`
	Spend       Spend     `json:"spend"`
	Retention   Retention `json:"retention"`
	// RecordButtons says to whom the pages of records offer what changes them: to whom his
	// rights allow it (RightsButtons), or to superusers alone (SuperuserButtons).
	RecordButtons string `json:"record_buttons"`
	// EnterKey is what sends a message where one writes, for people who chose nothing else:
	// one of SendEnter, SendShiftEnter and SendCtrlEnter.
	EnterKey string `json:"enter_key"`
	// RecordingNotice is what both sides of a call hear before it is recorded.
	RecordingNotice RecordingNotice `json:"recording_notice"`
	// Features are switched on (true) or off for the organization, by their names.
	Features map[string]bool `json:"features"`
}

// What RecordButtons may be.
const (
	RightsButtons    = "rights"
	SuperuserButtons = "superuser_only"
)

// What EnterKey may be.
const (
	SendEnter      = "enter"
	SendShiftEnter = "shift_enter"
	SendCtrlEnter  = "ctrl_enter"
)

// RecordingNotice says that a call is recorded, as many countries' law wants it.
type RecordingNotice struct {
	Enabled bool   `json:"enabled"`
	Text    string `json:"text"` // one or two sentences, read aloud
}

// QuietHours are the hours, in the recipient's time zone, in which no text is sent
// that nobody asked for. From may be later than To: then they pass midnight.
type QuietHours struct {
	Enabled bool   `json:"enabled"`
	From    string `json:"from"` // HH:MM
	To      string `json:"to"`   // HH:MM
}

// Outbound says where calls and texts may go.
type Outbound struct {
	// Countries are ISO 3166-1 codes, such as US. Numbers of other countries are
	// refused.
	Countries []string `json:"countries"`
	// Premium allows numbers that charge the caller (premium and shared cost).
	Premium bool `json:"premium"`
}

// Rates bound what one user may do.
type Rates struct {
	CallsPerMinute   int `json:"calls_per_minute"`
	TextsPerMinute   int `json:"texts_per_minute"`
	ChangesPerMinute int `json:"changes_per_minute"` // of records
	// MegabytesPerMinute may be sent in the bodies of changes; half of it at once.
	MegabytesPerMinute int `json:"megabytes_per_minute"`
	ListsAtOnce        int `json:"lists_at_once"`
}

// Spend stops outbound calls and texts for the rest of a month.
type Spend struct {
	// MonthlyStopUSD is the estimated cost in US dollars at which they stop; 0 lets
	// nothing out.
	MonthlyStopUSD int `json:"monthly_stop_usd"`
}

// Retention says how long what was removed or has happened is kept.
type Retention struct {
	DeletedDays    int `json:"deleted_days"`     // deleted records can be restored
	ImportUndoDays int `json:"import_undo_days"` // an import can be undone
	HistoryYears   int `json:"history_years"`    // who changed what
	LogHours       int `json:"log_hours"`        // changes for clients that come back
}

// Default are the settings of a new organization.
func Default() Organization {
	return Organization{
		WeekStart: "sunday", TimeZone: "America/New_York", RingSeconds: 30,
		QuietHours: QuietHours{Enabled: true, From: "21:00", To: "08:00"},
		Outbound:   Outbound{Countries: []string{"CA", "US"}},
		Rates:      Rates{CallsPerMinute: 10, TextsPerMinute: 60, ChangesPerMinute: 3000, MegabytesPerMinute: 16, ListsAtOnce: 4},
		Spend:      Spend{MonthlyStopUSD: 200},
		Retention:  Retention{DeletedDays: 30, ImportUndoDays: 30, HistoryYears: 7, LogHours: 24},
		Features:   map[string]bool{}, RecordButtons: RightsButtons, EnterKey: SendEnter,
		RecordingNotice: RecordingNotice{Enabled: true, Text: "This call may be recorded."},
	}
}

// JSON is the document of the settings.
func (o Organization) JSON() json.RawMessage {
	text, err := json.Marshal(o)
	if err != nil {
		panic(fmt.Sprintf("settings: %v", err)) // plain texts and numbers always marshal
	}
	return text
}

// Parse reads a stored document. What it lacks has its default; what this release does
// not know, or can't take, is passed over: a setting never stops the product.
func Parse(stored json.RawMessage) Organization {
	o := Default()
	if len(stored) > 0 {
		lenient(stored, &o)
	}
	return o
}

// Location is the zone of TimeZone.
func (o Organization) Location() *time.Location {
	if zone, err := time.LoadLocation(o.TimeZone); err == nil {
		return zone
	}
	return time.UTC
}
