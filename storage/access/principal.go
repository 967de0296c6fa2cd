package access

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"switchboard/storage/id"
	"switchboard/storage/schema"
)

// System rights beside objects and fields (docs/permissions.md).
const (
	SuperviseCalls  = "supervise_calls"
	SystemExport    = "export"
	SystemImport    = "import"
	ManagePhones    = "manage_phones"
	MassUpdate      = "mass_update"
	AdministerUsers = "administer_users"
	// Decrypt reveals what encrypted fields hold, of records whose field one may read.
	Decrypt = "decrypt"
)

// MassRows is how many records anyone may change or delete at once; more take MassUpdate.
const MassRows = 50

// Principal is the user on whose behalf code acts, with their rights. Every call carries it.
type Principal struct {
	Organization id.ID
	User         id.ID
	Session      id.ID
	Name         string
	Superuser    bool
	Teams        []id.ID
	// Apps are the apps the principal administers; a superuser administers all of them.
	Apps []id.ID
	// Viewer is the superuser who sees the product as this user and may change nothing; "" for the
	// user.
	Viewer id.ID

	without     []string
	registry    *schema.Registry
	permissions []id.ID
	unlisted    bool // their ids were not given

	system []string
	rights map[string]*Rights
	key    string
}

// Rights returns the rights on an object; nil, which grants nothing, for an object that is
// unknown, internal, or closed to the principal.
func (p *Principal) Rights(object string) *Rights { return p.rights[object] }

// Registry is the version of the organization's registry that the rights are made of.
func (p *Principal) Registry() *schema.Registry { return p.registry }

// Has reports whether the principal has a system right.
func (p *Principal) Has(system string) bool {
	return p.Superuser || slices.Contains(p.system, system)
}

// Writes reports whether the principal has what writing an object takes beside the right to it
// (schema.Object.WriteRight).
func (p *Principal) Writes(object string) bool {
	o := p.registry.Object(object)
	return o != nil && p.mayWrite(o) == nil
}

// Administers reports whether the principal may change what belongs to an app.
func (p *Principal) Administers(app id.ID) bool { return p.Superuser || slices.Contains(p.Apps, app) }

// Administered returns the apps that name the principal as an administrator.
func (p *Principal) Administered() []id.ID { return append([]id.ID{}, p.Apps...) }

// Without returns the features that the principal's organization doesn't use.
func (p *Principal) Without() []string { return append([]string{}, p.without...) }

// Key identifies what the principal may see and do: it changes when a right does.
func (p *Principal) Key() string { return p.key }

// Version changes whenever the principal's rights or the registry change, so that clients reload
// both.
func (p *Principal) Version() string {
	return p.key + "." + strconv.FormatInt(p.registry.Version(), 10)
}

// System returns the system rights that the principal has, a superuser all of them.
func (p *Principal) System() []string {
	out := []string{}
	for _, right := range systemRights {
		if p.Has(right) {
			out = append(out, right)
		}
	}
	return out
}

// Holds reports whether the principal has a permission set, so that a change of it may change
// their rights.
func (p *Principal) Holds(set id.ID) bool { return p.unlisted || slices.Contains(p.permissions, set) }

// Build makes the principal of a user.
func Build(registry *schema.Registry, in Inputs) Principal {
	b := builder{registry: registry, in: in, readsNames: map[string]bool{}}
	p := Principal{
		Organization: in.Organization, User: in.User, Session: in.Session, Name: in.Name,
		Superuser: in.Superuser, Teams: in.Teams, Apps: in.Apps, rights: map[string]*Rights{},
		without: in.Without, registry: registry, permissions: in.Permissions, unlisted: in.Permissions == nil,
	}
	for _, set := range in.Sets {
		p.system = append(p.system, set.System...)
	}
	for _, o := range registry.Objects() {
		if !o.Internal && b.readsAllNames(o) {
			b.readsNames[o.APIName] = true
		}
	}
	b.findReadable()
	digest := sha256.New()
	for _, o := range registry.Objects() {
		if o.Internal {
			continue
		}
		r := b.rights(o)
		if r == nil {
			continue
		}
		p.rights[o.APIName] = r
		fmt.Fprintf(digest, "%s %t %s;", o.APIName, r.Create, r.creatable.Key())
		for _, g := range r.grants {
			fmt.Fprintf(digest, "%s %v %v %s %s %t;", g.relation, g.ids, g.about, g.read.Key(), g.update.Key(), g.remove)
		}
	}
	slices.Sort(p.system)
	fmt.Fprintf(digest, "%t %s %v %v", p.Superuser, strings.Join(p.system, ","), p.Apps, p.without)
	p.key = hex.EncodeToString(digest.Sum(nil)[:12])
	return p
}
