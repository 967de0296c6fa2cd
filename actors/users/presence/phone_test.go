package presence

import (
	"slices"
	"testing"
	"time"

	"switchboard/actors/users"
	"switchboard/storage/access"
	"switchboard/storage/entry"
)

// A green dot means that calls ring: a page that was just opened gets time to
// register its phone, and no longer.
func TestDotIsGreenWithARegisteredPhone(t *testing.T) {
	watch(t, users.Available, func(t *testing.T, p *Tracker, b *board, who *access.Principal) {
		says := func(when string, want ...string) {
			t.Helper()
			all, err := p.Snapshot(t.Context(), organization)
			if err != nil || len(all) != 1 || !slices.Equal(all[0].Reasons, want) {
				t.Errorf("%s: %+v, %v, want the reasons %q", when, all, err, want)
			}
			if _, reasons := p.Effective(organization, anna, users.Available, nil); !slices.Equal(reasons, want) {
				t.Errorf("%s: effective for %q, want %q", when, reasons, want)
			}
		}
		p.Connected(who, "s1")
		expectHeard(t, b, "Anna available/available")
		pass(phoneTime - time.Second)
		expectHeard(t, b)
		says("its phone is waited for")
		pass(2 * time.Second)
		expectHeard(t, b, "Anna away/available")
		says("there is none", "No browser has its phone registered.")
		p.Phoned(who, "s1", users.PhoneReady)
		expectHeard(t, b, "Anna available/available")
		pass(time.Hour)
		p.Phoned(who, "s1", users.PhoneStarting)
		pass(phoneTime - time.Second)
		p.Phoned(who, "s1", users.PhoneStarting)
		expectHeard(t, b) // its network was down for a moment
		pass(2 * time.Second)
		expectHeard(t, b, "Anna away/available")
		p.Phoned(who, "s1", users.PhoneNoMicrophone)
		expectHeard(t, b, "Anna away/available") // for another reason
		says("its microphone is refused", "The browser may use no microphone.")
		p.Connected(who, "s2")
		expectHeard(t, b, "Anna available/available")
		p.Phoned(who, "s2", users.PhoneFailed)
		expectHeard(t, b, "Anna away/available")
		says("the other fails", "The phone in the browser could not be set up.")
		p.Phoned(who, "s1", users.PhoneReady)
		expectHeard(t, b, "Anna available/available")
		p.Disconnected(who, "s1")
		expectHeard(t, b, "Anna away/available") // it ends with its socket
		if p.Phoned(who, "s1", users.PhoneReady) {
			t.Error("a socket that is gone has a phone")
		}
		p.Disconnected(who, "s2")
		pass(leaseTime - time.Second)
		expectHeard(t, b)
	})
}

// Hours open and close by the clock alone, and calls are notified.
func TestDotFollowsTheHours(t *testing.T) {
	watch(t, users.Available, func(t *testing.T, p *Tracker, b *board, who *access.Principal) {
		arrives(p, who, "s1")
		expectHeard(t, b, "Anna available/available")
		now := time.Now().UTC() // Saturday, midnight, in the bubble
		set := func(version int64, more string) {
			p.Append(organization, []entry.Entry{{Object: "user", ID: anna, Op: entry.Updated, Version: version, After: entry.Fields{
				"availability": []byte(`{"call_availability":{"call_status":"available"},"time_zone":"UTC"` + more + `}`),
			}}})
		}
		set(5, `,"saturday_enabled":true,"saturday_start_time":"01:00","saturday_end_time":"02:00"`)
		expectHeard(t, b, "Anna away/available")
		if all, err := p.Snapshot(t.Context(), organization); err != nil || !slices.Equal(all[0].Reasons, []string{"It is outside the hours for calls."}) {
			t.Errorf("outside the hours: %+v, %v", all, err)
		}
		pass(time.Until(now.Add(time.Hour - time.Second)))
		expectHeard(t, b)
		pass(2 * time.Second)
		expectHeard(t, b, "Anna available/available")
		pass(time.Hour - 2*time.Second)
		expectHeard(t, b)
		pass(2 * time.Second)
		expectHeard(t, b, "Anna away/available")
		set(6, `,"holidays":[{"date":"`+now.AddDate(0, 0, 1).Format(time.DateOnly)+`","start_time":"12:00","end_time":"13:00"}]`)
		expectHeard(t, b, "Anna available/available")
		pass(time.Until(now.Add(36*time.Hour + time.Second)))
		expectHeard(t, b, "Anna away/available")
		pass(time.Hour)
		expectHeard(t, b, "Anna available/available")
		set(7, `,"x":1`)
		pass(48 * time.Hour)
		expectHeard(t, b)
		p.Append(organization, []entry.Entry{{Object: "user", ID: anna, Op: entry.Updated, Version: 8, After: entry.Fields{
			"availability": []byte(`{"call_availability":{"call_status":"available","available_for_web_calls":false}}`),
		}}})
		expectHeard(t, b, "Anna away/available")
		if all, err := p.Snapshot(t.Context(), organization); err != nil || !slices.Equal(all[0].Reasons, []string{"Calls are switched off."}) {
			t.Errorf("switched off: %+v, %v", all, err)
		}
	})
}

// No node rings users without a phone, and calls are notified when one comes or goes.
// During a page reload, new calls ring.
func TestCallRingsUsersWithAPhone(t *testing.T) {
	bubble(t, 3, func(_ *testing.T, c *team) {
		nodes := c.alive()
		c.settle()
		for i, state := range []users.PhoneState{users.PhoneReady, users.PhoneNoMicrophone, users.PhoneStarting} {
			nodes[i].open("s", c.people[i])
			pass(time.Second)
			nodes[i].phoned("s", state)
		}
		pass(time.Second)
		c.reaches("one starts", "b0 b2", "b1 b3 b4")
		c.tells("one starts", "b0", "b1", "b1", "b2")
		pass(phoneTime + time.Second)
		c.reaches("it is not waited for any more", "b0", "b1 b2 b3 b4")
		c.tells("it is not waited for any more", "b2")
		nodes[2].phoned("s", users.PhoneReady)
		pass(time.Second)
		c.reaches("it is there", "b0 b2", "b1 b3 b4")
		c.tells("it is there", "b2")
		c.mute = true // what it says is read in the sheets
		nodes[2].phoned("s", users.PhoneFailed)
		pass(3 * renewTime)
		c.mute = false
		c.reaches("a message was lost", "b0", "b1 b2 b3 b4")
		nodes[2].phoned("s", users.PhoneReady)
		pass(time.Second)
		nodes[0].close("s")
		nodes[1].close("s")
		pass(phoneTime - 2*time.Second)
		c.reaches("pages are loaded anew", "b0 b2", "b1 b3 b4")
		pass(3 * time.Second)
		c.reaches("they take long", "b2", "b1 b3 b4")
		nodes[2].kill()
		pass(time.Second)
		c.reaches("a node is gone", "b2", "b1 b3 b4")
	})
}
