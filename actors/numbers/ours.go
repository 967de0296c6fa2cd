package numbers

import (
	"context"
	"encoding/json"
	"slices"

	"golang.org/x/text/language"

	"switchboard/storage/exact"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
	"switchboard/storage/settings"
)

// Store is what is read to tell whose number is meant.
type Store interface {
	Get(ctx context.Context, organization id.ID, object string, record id.ID) (row.Record, error)
	Find(ctx context.Context, organization id.ID, query row.Query) ([]row.Record, error)
}

// Settings are the organizations' own.
type Settings interface {
	Settings(ctx context.Context, organization id.ID) (settings.Organization, error)
}

// Country is the one as within which somebody's numbers are read that bear no country code:
// that of his locale, else the United States or the first that the organization calls to.
func Country(ctx context.Context, store Store, set Settings, organization, user id.ID) (string, error) {
	record, err := store.Get(ctx, organization, "user", user)
	if err != nil {
		return "", err
	}
	if tag, err := language.Parse(record.Text("locale")); err == nil {
		if region, sure := tag.Region(); sure != language.No {
			return region.String(), nil
		}
	}
	const usual = "US"
	rules, err := set.Settings(ctx, organization)
	if err != nil || len(rules.Outbound.Countries) == 0 || slices.Contains(rules.Outbound.Countries, usual) {
		return usual, err
	}
	return rules.Outbound.Countries[0], nil
}

// mostOurs is among how many numbers of an organization one is chosen.
const mostOurs = 200

// Ours chooses the number that a user calls or texts from: the one he selected
// (settings.phone), one that is assigned to him, or the first; of those that are fit.
// Errors: fault.Conflict where there is none.
func Ours(ctx context.Context, store Store, organization, user id.ID, fit func(phone row.Record) bool) (row.Record, error) {
	record, err := store.Get(ctx, organization, "user", user)
	if err != nil {
		return row.Record{}, err
	}
	phones, err := store.Find(ctx, organization, row.Query{
		Object: "twilio_phone", Order: []row.Order{{Field: "created_date"}, {Field: "id"}}, Limit: mostOurs,
	})
	if err != nil {
		return row.Record{}, err
	}
	if len(phones) == 0 {
		return row.Record{}, fault.New(fault.Conflict, "Your organization has no phone number yet.")
	}
	phones = slices.DeleteFunc(phones, func(phone row.Record) bool { return !fit(phone) })
	if len(phones) == 0 {
		return row.Record{}, fault.New(fault.Conflict, "None of your organization's numbers can do this.")
	}
	best := phones[0]
	for _, phone := range slices.Backward(phones) {
		if phone.Lookup("assigned_user") == user {
			best = phone
		}
	}
	if i := slices.IndexFunc(phones, selectedBy(record)); i >= 0 {
		best = phones[i]
	}
	return best, nil
}

// selectedBy tells of a number whether a user selected it.
func selectedBy(user row.Record) func(phone row.Record) bool {
	var settings struct {
		Phone json.RawMessage `json:"phone"`
	}
	var selected struct {
		ID     id.ID  `json:"id"`
		Number string `json:"phone_number"`
	}
	// Settings are free-form; a strange one chooses nothing.
	if user.JSON("settings", &settings) != nil || len(settings.Phone) == 0 || exact.Lenient(settings.Phone, &selected) != nil {
		return func(row.Record) bool { return false }
	}
	return func(phone row.Record) bool {
		return phone.ID == selected.ID || selected.ID == "" && phone.Text("phone_number") == selected.Number
	}
}

// Any is fit for everything.
func Any(row.Record) bool { return true }

// Texts reports whether texts can be sent from a number of ours: a provider that tells what its
// numbers can do says so.
func Texts(phone row.Record) bool {
	var can struct {
		SMS *bool `json:"sms"`
	}
	return phone.JSON("capabilities", &can) != nil || can.SMS == nil || *can.SMS
}
