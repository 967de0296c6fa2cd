package demo

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"switchboard/storage/id"
	"switchboard/storage/row"
)

// ContactCount is the number of contacts in the demo organization.
const ContactCount = 1600

var firstNames = strings.Fields(`Olivia Liam Emma Noah Amelia Oliver Sofia Elijah Isabella Mateo Ava Lucas Mia Levi Charlotte
	Ezra Luna Asher Aurora Leo Harper James Violet Luca Hazel Henry Scarlett Hudson Nora Ethan Zoe Sebastian Layla Jack Lily Jackson
	Ellie Aiden Ivy Grayson Naomi Samuel Ruby Isaac Priya Arjun Mei Kenji Fatima Omar Ingrid Lars Yuki Hana Rohan Leila Tomas Elena`)

var lastNames = strings.Fields(`Anderson Brooks Castillo Delgado Ellis Foster Grant Hughes Ibrahim Jensen Kowalski Larsen Mitchell Nakamura
	Osei Patel Quinn Romero Schneider Thompson Underwood Vasquez Whitaker Xu Young Zimmerman Abbott Bennett Chen Dawson Erikson Fleming
	Gallagher Hayashi Iyer Jacobs Klein Lindqvist Marsh Novak Olsen Park Reyes Sullivan Tran Vargas Walsh Yamamoto Banerjee Costa Dubois`)

var companies = []string{
	"Cascade Climbing Co.", "Bluewater Kayaks", "Northfield School District", "Alder & Sons Builders", "Evergreen Trail Guides",
	"Puget Freight", "Rainier Veterinary", "Summit Dental Group", "Harborview Hotel", "Old Mill Brewing", "Ridgeline Insurance",
	"Tidepool Aquarium", "Granite Peak Lodge", "Fernwood Landscaping", "Lakeside Pediatrics", "Juniper Books", "Silver Birch Bakery",
	"Meridian Surveying", "Cedar Street Cycles", "Pacific Rim Robotics", "Owl Creek Vineyards", "Lantern House Theatre",
}

var areas = strings.Fields("206 253 360 425 503 541 971 208 406 509 415 510 619 702 720 801")

var tags = []string{"wholesale", "newsletter", "vip", "trade show", "repair", "gift cards", "corporate", "backorder"}

// Contact is the part of a demo contact that other packages need.
type Contact struct {
	ID               id.ID
	Name, Number     string
	First, Last      string
	OptIn, DoNotCall bool
}

// ContactAt returns contact i.
func ContactAt(i int) Contact {
	r := rand.New(rand.NewPCG(17, uint64(i))) //nolint:gosec // believable data, not secrets
	first, last := firstNames[r.IntN(len(firstNames))], lastNames[r.IntN(len(lastNames))]
	digits := fmt.Sprintf("%s555%04d", areas[i/100%len(areas)], 100+i%100)
	return Contact{
		ID: id.Derived(fmt.Sprintf("demo/contact/%d", i)), Name: first + " " + last, First: first, Last: last, Number: "+1" + digits,
		OptIn: i%7 != 3, DoNotCall: i%41 == 40 && i%7 != 0, // contacts in a conversation accept texts
	}
}

// lastChanged returns how long ago contact i was changed: a dozen per day,
// over the months since the demo began.
func lastChanged(i int) time.Duration {
	r := rand.New(rand.NewPCG(29, uint64(i))) //nolint:gosec // as above
	return time.Minute + time.Duration(r.Float64()*130*24*float64(time.Hour)).Truncate(time.Second)
}

// contactWrite creates contact i. All contacts predate their calls and
// conversations.
func contactWrite(i int, owner id.ID, now time.Time) row.Write {
	c := ContactAt(i)
	r := rand.New(rand.NewPCG(23, uint64(i))) //nolint:gosec // as above
	company := companies[r.IntN(len(companies))]
	domain := strings.ToLower(strings.NewReplacer(" ", "", "&", "and", ".", "").Replace(company))
	digits := strings.TrimPrefix(c.Number, "+1")
	set := row.Fields{
		"name": c.Name, "first_name": c.First, "last_name": c.Last, "company": company, "owner": owner,
		"created_date": ago(r, now, 270).AddDate(0, 0, -150), "modified_date": now.Add(-lastChanged(i)),
		"email": strings.ToLower(c.First+"."+c.Last) + "@" + domain + ".example",
		"phone": row.JSONValue(map[string]any{
			"country_code": "+1", "phone_number": c.Number, "friendly_number": friendly(digits), "extension": nil,
		}),
		"sms_opt_in": c.OptIn, "do_not_call": c.DoNotCall, "time_zone": "America/Los_Angeles", "preferred_language": "en",
		"address": row.JSONValue(map[string]any{
			"line1": fmt.Sprintf("%d %s Street", 100+r.IntN(8900), lastNames[r.IntN(len(lastNames))]), "city": "Seattle", "state": "WA",
			"postal_code": fmt.Sprintf("981%02d", r.IntN(99)), "country": "US",
		}),
	}
	if r.IntN(3) == 0 {
		set["tags"] = []string{tags[r.IntN(len(tags))]}
	}
	return create("contact", c.ID, set)
}
