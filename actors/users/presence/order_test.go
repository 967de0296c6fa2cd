package presence

import (
	"fmt"
	"log/slog"
	"sync"
	"testing"

	"switchboard/storage/access"
	"switchboard/storage/ephemeral/memory"
	"switchboard/storage/id"
)

// While users of several organizations connect and disconnect, a node's messages and
// sheets reach another one in any order. Connected users are never absent there, and
// in the end both nodes agree.
func TestMessagesAndLeasesAgreeUnderLoad(t *testing.T) {
	leases := memory.New()
	here := New(nil, slog.New(slog.DiscardHandler), nil, Nodes{Node: "here", Leases: leases})
	there := New(nil, slog.New(slog.DiscardHandler), nil, Nodes{Node: "there", Leases: leases})
	organizations := []id.ID{"a", "b", "c"}
	who := func(organization, user id.ID) *access.Principal {
		return &access.Principal{Organization: organization, User: user}
	}
	// seen is what the other node knows about a user.
	seen := func(organization, user id.ID) (n nodeActivity, known bool) {
		there.rosters.with(organization, func(r *roster) {
			for _, activities := range r.others {
				n, known = activities[user]
			}
		})
		return n, known
	}
	message := func() {
		for organization, deltas := range here.sharing.ledger.deltas() {
			for _, d := range deltas {
				there.sharing.take(organization, &d)
			}
		}
	}
	for _, organization := range organizations {
		here.Connected(who(organization, "stays"), "s")
	}
	message()
	sheets := func() {
		if err := here.sharing.tellLease(t.Context()); err != nil {
			t.Error(err)
		}
		there.sharing.reader.read(t.Context())
	}
	for range 50 {
		var coming, telling sync.WaitGroup
		for _, organization := range organizations {
			coming.Go(func() {
				for i := range 100 {
					one := who(organization, id.ID(fmt.Sprint(i%20)))
					here.Connected(one, "s")
					here.Active(one, "s", i%2 == 0)
					if i%3 > 0 {
						here.Disconnected(one, "s")
					}
				}
			})
		}
		ended := make(chan struct{})
		for _, tell := range []func(){message, sheets} {
			telling.Go(func() {
				for {
					select {
					case <-ended:
						return
					default:
					}
					tell()
					for _, organization := range organizations {
						if n, known := seen(organization, "stays"); !known || n.activity != 0 {
							t.Errorf("who stays is known: %v, with %d", known, n.activity)
						}
					}
				}
			})
		}
		coming.Wait()
		close(ended)
		telling.Wait()
		message()
		for _, organization := range organizations {
			here.rosters.with(organization, func(r *roster) {
				for user, u := range r.people {
					is, _ := u.activity()
					if n, known := seen(organization, user); !known || n.activity != is.activity || n.input != is.input || n.phone != is.phone {
						t.Errorf("of %s in %s the other node knows %+v, and it is %+v", user, organization, n, is)
					}
				}
			})
		}
	}
}
