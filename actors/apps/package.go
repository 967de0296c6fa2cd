package apps

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"regexp"
	"slices"

	"switchboard/storage/fault"
	"switchboard/storage/id"
)

// packageFormat is the newest format of packages that this release reads, and the one that it
// writes.
const packageFormat = 1

// Bounds on packages: they come from anywhere.
const (
	maxPackage        = 4 << 20
	maxPackageObjects = 100
	maxPackageFields  = 300
	maxPackageRecords = 1_000
	maxPackageName    = 200
)

// Package is an app as one document: what it defines and the records that belong to it. It holds
// no secrets, and none of the records that people work with.
type Package struct {
	Format int        `json:"format"`
	App    PackageApp `json:"app"`
	// Objects are the app's own, and the fields that it adds to others, as in POST v1/schema.
	Objects []PackageObject `json:"objects"`
	// Records are the app's triggers, functions, pages and the like.
	Records []PackageRecord `json:"records"`
}

// PackageApp is the app itself.
type PackageApp struct {
	ID          id.ID  `json:"id"`
	Name        string `json:"name"`
	Description string `json:"description,omitempty"`
	Version     string `json:"app_version,omitempty"`
}

// PackageObject is an object of the app, or fields that the app adds to one that others define.
type PackageObject struct {
	APIName string `json:"api_name"`
	// Extends is true where the object is not the app's own.
	Extends bool `json:"extends,omitempty"`
	// Members are the object's settings, such as its title and columns.
	Members map[string]json.RawMessage `json:"members,omitempty"`
	// Fields are the app's fields by their names.
	Fields map[string]map[string]json.RawMessage `json:"fields"`
}

// PackageRecord is a record of the app.
type PackageRecord struct {
	Object string                     `json:"object"`
	ID     id.ID                      `json:"id"`
	Fields map[string]json.RawMessage `json:"fields"`
}

var packageName = regexp.MustCompile(`^[a-z][a-z0-9_]{0,62}$`)

// objectMembers are the settings of an object that travel.
var objectMembers = []string{"title", "plural", "columns", "search", "order", "duplicate_fields", "track_history"}

// ReadPackage reads a package from a client. Everything that it does not know is refused, so that
// nothing in a package is passed over. Errors: fault.Invalid.
func ReadPackage(raw []byte) (*Package, error) {
	if len(raw) > maxPackage {
		return nil, wrongPackage("it has %d bytes, and %d are allowed", len(raw), maxPackage)
	}
	var head struct {
		Format int `json:"format"`
	}
	if err := json.Unmarshal(raw, &head); err != nil || head.Format == 0 {
		return nil, wrongPackage("it is no JSON document with a format")
	}
	if head.Format > packageFormat {
		return nil, wrongPackage("its format is %d, and this release reads %d. It was made by a newer release", head.Format, packageFormat)
	}
	decoder := json.NewDecoder(bytes.NewReader(raw))
	decoder.DisallowUnknownFields()
	p := &Package{}
	if err := decoder.Decode(p); err != nil {
		return nil, wrongPackage("%v", err)
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return nil, wrongPackage("something follows its end")
	}
	return p, p.check()
}

func wrongPackage(format string, args ...any) error {
	return fault.Field("package", "This package can't be used: %s.", fmt.Sprintf(format, args...))
}

// check refuses names and sizes that no app has.
func (p *Package) check() error {
	switch {
	case !p.App.ID.Valid():
		return wrongPackage("its app has no id")
	case p.App.Name == "" || len(p.App.Name) > maxPackageName || len(p.App.Version) > 40:
		return wrongPackage("its app needs a name of at most %d bytes", maxPackageName)
	case len(p.Objects) > maxPackageObjects:
		return wrongPackage("it has %d objects, and %d are allowed", len(p.Objects), maxPackageObjects)
	case len(p.Records) > maxPackageRecords:
		return wrongPackage("it has %d records, and %d are allowed", len(p.Records), maxPackageRecords)
	}
	objects := map[string]bool{}
	for i := range p.Objects {
		o := &p.Objects[i]
		if !packageName.MatchString(o.APIName) || objects[o.APIName] {
			return wrongPackage("%q is no name of an object, or stands twice", shortened(o.APIName))
		}
		objects[o.APIName] = true
		if len(o.Fields) > maxPackageFields {
			return wrongPackage("%s has %d fields, and %d are allowed", o.APIName, len(o.Fields), maxPackageFields)
		}
		for _, name := range slices.Sorted(maps.Keys(o.Fields)) {
			if !packageName.MatchString(name) {
				return wrongPackage("%q is no name of a field", shortened(name))
			}
		}
		for _, name := range slices.Sorted(maps.Keys(o.Members)) {
			if o.Extends || !slices.Contains(objectMembers, name) {
				return wrongPackage("%s can't set %s", o.APIName, shortened(name))
			}
		}
	}
	records := map[id.ID]bool{}
	for i := range p.Records {
		r := &p.Records[i]
		if !r.ID.Valid() || records[r.ID] {
			return wrongPackage("the id %q of a record is none, or stands twice", shortened(string(r.ID)))
		}
		if records[r.ID] = true; !slices.Contains(recordObjects(), r.Object) {
			return wrongPackage("records of %q don't travel in packages", shortened(r.Object))
		}
	}
	return nil
}

func shortened(text string) string {
	const most = 80
	if len(text) > most {
		return text[:most] + "…"
	}
	return text
}

// encode writes a package; the same app is always the same text.
func (p *Package) encode() json.RawMessage {
	raw, err := json.Marshal(p.sorted())
	if err != nil {
		return nil
	}
	return raw
}

// sorted is the package in the order in which its parts are made: what others name comes first.
func (p *Package) sorted() *Package {
	out, objects := *p, recordObjects()
	out.Objects = slices.Clone(p.Objects)
	slices.SortFunc(out.Objects, func(a, b PackageObject) int { return cmp.Compare(a.APIName, b.APIName) })
	out.Records = slices.Clone(p.Records)
	slices.SortFunc(out.Records, func(a, b PackageRecord) int {
		return cmp.Or(cmp.Compare(slices.Index(objects, a.Object), slices.Index(objects, b.Object)), cmp.Compare(a.ID, b.ID))
	})
	return &out
}

// digestOf names a content: equal ones have the same.
func digestOf(raw ...json.RawMessage) string {
	sum := sha256.New()
	for _, one := range raw {
		var compact bytes.Buffer
		if json.Compact(&compact, one) == nil {
			sum.Write(compact.Bytes())
		}
		sum.Write([]byte{0})
	}
	return hex.EncodeToString(sum.Sum(nil))[:32]
}
