package settings

import (
	"encoding/json"
	"fmt"
	"time"
)

// Organization holds the settings of one organization.
type Organization struct {
	// WeekStart is the first day of a week: sunday to saturday.
	WeekStart string `json:"week_start"`
	// TimeZone is the IANA name of the zone for days and months.
	TimeZone string `json:"time_zone"`
	// RingSeconds is how long a call rings for agents before it goes unanswered.
	RingSeconds int        `json:"ring_seconds"`
	QuietHours  QuietHours `json:"quiet_hours"`
	// StrictOptIn sends texts only if every recipient has opted in.
	StrictOptIn bool `json:"strict_opt_in"`
	// ScheduledTexts lets users schedule texts.
	ScheduledTexts bool      `json:"scheduled_texts"`
	Outbound       Outbound  `json:"outbound"`
	Rates          Rates     `json:"rates"`
	Spend          Spend     `json:"spend"`
	Retention      Retention `json:"retention"`
	// SecondFactor lets only users with a second factor work; the others set one up at their next
	// sign-in.
	SecondFactor bool `json:"second_factor"`
	// RecordButtons sets who sees the buttons that change records: users whose rights allow the
	// change (RightsButtons), or superusers only (SuperuserButtons).
	RecordButtons string `json:"record_buttons"`
	// EnterKey is the key that sends a message, for users without a preference: SendEnter,
	// SendShiftEnter or SendCtrlEnter.
	EnterKey string `json:"enter_key"`
	// RecordingNotice is played to both sides of a call before it is recorded.
	RecordingNotice RecordingNotice `json:"recording_notice"`
	Files           Files           `json:"files"`
	// Environments are the ids of organizations in the order in which apps are deployed from one to
	// the next, such as a sandbox and production.
	Environments []string `json:"environments"`
	// Features maps feature names to on (true) or off.
	Features map[string]bool `json:"features"`
}

// Values of RecordButtons.
const (
	RightsButtons    = "rights"
	SuperuserButtons = "superuser_only"
)

// Values of EnterKey.
const (
	SendEnter      = "enter"
	SendShiftEnter = "shift_enter"
	SendCtrlEnter  = "ctrl_enter"
)

// RecordingNotice announces that a call is recorded, as the law of many countries requires.
type RecordingNotice struct {
	Enabled bool   `json:"enabled"`
	Text    string `json:"text"` // one or two sentences, read aloud
}

// QuietHours are the hours, in the recipient's time zone, in which no unsolicited text is sent.
// If From is later than To, they span midnight.
type QuietHours struct {
	Enabled bool   `json:"enabled"`
	From    string `json:"from"` // HH:MM
	To      string `json:"to"`   // HH:MM
}

// Outbound restricts the destinations of calls and texts.
type Outbound struct {
	// Countries are the allowed ISO 3166-1 codes, such as US.
	Countries []string `json:"countries"`
	// Premium allows numbers that charge the caller (premium and shared cost).
	Premium bool `json:"premium"`
}

// Rates bound one user's requests.
type Rates struct {
	CallsPerMinute   int `json:"calls_per_minute"`
	TextsPerMinute   int `json:"texts_per_minute"`
	ChangesPerMinute int `json:"changes_per_minute"` // of records
	// MegabytesPerMinute bounds the bodies of changes; half of it may be sent at once.
	MegabytesPerMinute int `json:"megabytes_per_minute"`
	ListsAtOnce        int `json:"lists_at_once"`
}

// Spend stops outbound calls and texts for the rest of a month.
type Spend struct {
	// MonthlyStopUSD is the estimated cost in US dollars at which they stop; 0 stops all.
	MonthlyStopUSD int `json:"monthly_stop_usd"`
}

// Files bound what users upload.
type Files struct {
	MaxMegabytes   int `json:"max_megabytes"`   // of one file
	TotalMegabytes int `json:"total_megabytes"` // of all files, deleted ones included until they are purged
	// Types are the allowed media types, such as application/pdf or image/*; all if empty.
	Types []string `json:"types"`
}

// Retention sets how long removed records and history are kept.
type Retention struct {
	DeletedDays    int `json:"deleted_days"`     // deleted records can be restored
	ImportUndoDays int `json:"import_undo_days"` // an import can be undone
	HistoryYears   int `json:"history_years"`    // who changed what
	LogHours       int `json:"log_hours"`        // changes for clients that reconnect
}

// Default returns the settings of a new organization.
func Default() Organization {
	return Organization{
		WeekStart: "sunday", TimeZone: "America/New_York", RingSeconds: 30,
		QuietHours: QuietHours{Enabled: true, From: "21:00", To: "08:00"},
		Outbound:   Outbound{Countries: []string{"CA", "US"}},
		Rates:      Rates{CallsPerMinute: 10, TextsPerMinute: 60, ChangesPerMinute: 3000, MegabytesPerMinute: 16, ListsAtOnce: 4},
		Files:      Files{MaxMegabytes: 1024, TotalMegabytes: 20_480, Types: []string{}},
		Spend:      Spend{MonthlyStopUSD: 200},
		Retention:  Retention{DeletedDays: 30, ImportUndoDays: 30, HistoryYears: 7, LogHours: 24},
		Features:   map[string]bool{}, ScheduledTexts: true, RecordButtons: RightsButtons, EnterKey: SendEnter, Environments: []string{},
		RecordingNotice: RecordingNotice{Enabled: true, Text: "This call may be recorded."},
	}
}

// JSON returns the settings as a document.
func (o Organization) JSON() json.RawMessage {
	text, err := json.Marshal(o)
	if err != nil {
		panic(fmt.Sprintf("settings: %v", err)) // plain texts and numbers always marshal
	}
	return text
}

// Parse reads a stored document. Missing settings have their defaults; unknown and invalid ones
// are ignored, so that a setting never stops the product.
func Parse(stored json.RawMessage) Organization {
	o := Default()
	if len(stored) > 0 {
		lenient(stored, &o)
	}
	return o
}

// Location returns TimeZone as a location.
func (o Organization) Location() *time.Location {
	if zone, err := time.LoadLocation(o.TimeZone); err == nil {
		return zone
	}
	return time.UTC
}
