package accounts

import (
	"testing"
	"time"

	"switchboard/storage/access"
	"switchboard/storage/entry"
	"switchboard/storage/id"
)

// Rights that were read before an invalidation must not be kept after it.
func TestCacheDropsLoadsThatWereOvertaken(t *testing.T) {
	org, user, session := id.New(), id.New(), id.New()
	p := access.Principal{Organization: org, User: user, Session: session}
	now := time.Unix(1_000_000, 0)
	c := newPrincipalCache()
	load := c.begin(org)
	s := &Principals{cache: c, ended: make(chan endedUser, 1)}
	s.Invalidate(org, &entry.Entry{Object: "permission", Op: entry.Updated})
	c.put(load, p, now)
	if _, kept := c.get(org, session, user, now); kept {
		t.Error("an overtaken load was kept")
	}
	c.put(c.begin(org), p, now)
	if _, kept := c.get(org, session, user, now); !kept {
		t.Fatal("a load was not kept")
	}
	if _, leaked := c.get(id.New(), session, user, now); leaked {
		t.Error("another organization got the principal")
	}
	s.Invalidate(org, &entry.Entry{Object: "user", ID: user, Op: entry.Updated, After: entry.Fields{"availability": []byte("{}")}})
	if _, kept := c.get(org, session, user, now); !kept {
		t.Error("a change of no matter dropped the principal")
	}
	for range cachedPrincipals + 10 {
		c.put(c.begin(org), access.Principal{Organization: org, Session: id.New()}, now)
	}
	if len(c.bySID) > cachedPrincipals {
		t.Errorf("%d principals are kept", len(c.bySID))
	}
}

// The log of an organization is needed while rights of it are read or remembered.
func TestCacheServesWhatItRemembers(t *testing.T) {
	c, org, now := newPrincipalCache(), id.New(), time.Unix(1_000_000, 0)
	if c.serves(org, now) {
		t.Error("before anybody came")
	}
	refused := c.begin(org)
	load := c.begin(org)
	c.end(refused)
	if !c.serves(org, now.Add(time.Hour)) {
		t.Error("not while rights are read")
	}
	p := access.Principal{Organization: org, User: id.New(), Session: id.New()}
	c.put(load, p, now)
	c.end(load)
	for _, at := range []time.Time{now, now.Add(checkedFor - 1), now.Add(checkedFor)} {
		if _, kept := c.get(org, p.Session, p.User, at); kept != c.serves(org, at) {
			t.Errorf("%s later: remembered %v, served %v", at.Sub(now), kept, !kept)
		}
	}
	if len(c.served) > 0 {
		t.Error("an organization that nobody is remembered of is kept")
	}
}

func TestParsePHCRefusesHarm(t *testing.T) {
	for _, phc := range []string{
		"", "x", "$argon2i$v=19$m=64,t=1,p=1$c2FsdHNhbHQ$aGFzaGhhc2hoYXNoaGFzaA", "$argon2id$v=16$m=64,t=1,p=1$c2FsdHNhbHQ$aGFzaGhhc2hoYXNoaGFzaA",
		"$argon2id$v=19$m=4000000000,t=1,p=1$c2FsdHNhbHQ$aGFzaGhhc2hoYXNoaGFzaA", "$argon2id$v=19$m=64,t=99,p=1$c2FsdHNhbHQ$aGFzaGhhc2hoYXNoaGFzaA",
		"$argon2id$v=19$m=64,t=1,p=0$c2FsdHNhbHQ$aGFzaGhhc2hoYXNoaGFzaA", "$argon2id$v=19$m=64,t=1,p=1$!$aGFzaGhhc2hoYXNoaGFzaA",
	} {
		if _, _, _, ok := parsePHC(phc); ok {
			t.Errorf("took %q", phc)
		}
	}
	h := newHasher(Cost{Memory: 64, Passes: 1, Lanes: 1}, 1)
	phc := h.compute("secret")
	if fits, stale, err := h.verify(t.Context(), phc, "secret"); !fits || stale || err != nil {
		t.Error(fits, stale, err)
	}
	if fits, _, _ := h.verify(t.Context(), phc, "other"); fits {
		t.Error("another password fits")
	}
	// The decoy's own password must open nothing.
	if fits, _, _ := h.verify(t.Context(), "", ""); fits {
		t.Error("an account without a password opens")
	}
}
