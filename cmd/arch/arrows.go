package main

import (
	"fmt"
	"path"
	"slices"
	"strings"
)

// layer is a kind of package and its permitted imports. The first rule whose
// pattern matches a package decides.
type layer struct {
	name     string
	patterns []string // a folder, or a folder and all below it with /…
	ours     []string // permitted imports of our own packages, in the same form
}

var (
	leaves = []string{"storage/fault", "storage/id", "storage/origin", "storage/entry", "storage/row", "storage/settings", "storage/panics", "storage/seal", "storage/wait", "storage/spelling", "storage/phonenumber", "storage/fold"}
	pure   = []string{"storage/schema", "storage/query", "storage/access", "storage/report", "storage/tabular", "storage/exact"}
	ports  = []string{"storage/eventlog", "storage/broker", "storage/ephemeral", "storage/ratelimit", "storage/blob"}
	// outward are the actors' ports to external systems.
	outward = []string{"actors/carrier", "actors/payments", "actors/mail", "actors/web"}
)

// decompositions are Unicode's, of the Go project, which the standard library lacks.
const decompositions = "golang.org/x/text/unicode/norm"

var layers = []layer{
	{"a storage leaf", leaves, leaves},
	{"actors/feature", []string{"actors/feature"}, join(leaves, "storage/schema", "storage/access", "storage/exact", "storage/eventlog", "actors/runtime", "actors/effects", "actors/carrier")},
	{"actors/thread", []string{"actors/thread"}, join(leaves, "storage/schema", "storage/access", "actors/feature", "actors/sight")},
	{"the list of features", []string{"actors/features"}, []string{"actors/…", "storage/schema"}},
	{"storage/access", []string{"storage/access"}, join(leaves, "storage/schema", "storage/query", "storage/exact")},
	{"storage/query", []string{"storage/query/…"}, join(leaves, "storage/schema", "storage/query/…")},
	{"storage/report", []string{"storage/report"}, join(leaves, "storage/schema", "storage/query/…")},
	{"a pure storage package", pure, leaves},
	{"a storage port", ports, leaves},
	{"the pool of storage/pg", []string{"storage/pg/pool"}, leaves},
	{"the tables of storage/pg", []string{"storage/pg/tables"}, join(leaves, "storage/schema", "storage/pg/pool")},
	{"the relay of storage/pg", []string{"storage/pg/relay"}, join(leaves, "storage/eventlog", "storage/broker", "storage/broker/backlog", "storage/pg/pool")},
	{"the effects of storage/pg", []string{"storage/pg/effects"}, join(leaves, "storage/pg/pool", "storage/pg/tables")},
	{"the accounts of storage/pg", []string{"storage/pg/accounts"}, join(leaves, "storage/schema", "storage/access", "storage/pg/pool", "storage/pg/tables")},
	{"the organizations of storage/pg", []string{"storage/pg/organizations"}, join(leaves, "storage/schema", "storage/pg/pool", "storage/pg/tables")},
	{"the migrations of storage/pg", []string{"storage/pg/migrations"}, join(leaves, "storage/pg/pool", "storage/pg/tables", "storage/pg/organizations", "storage/pg/indexing", "storage/pg/jobs")},
	{"the indexing of storage/pg", []string{"storage/pg/indexing"}, join(leaves, "storage/pg/pool", "storage/pg/tables")},
	{"the jobs of storage/pg", []string{"storage/pg/jobs"}, join(leaves, "storage/pg/pool")},
	{"the erasures of storage/pg", []string{"storage/pg/erasure"}, join(leaves, "storage/pg/pool", "storage/pg/tables")},
	{"the retention of storage/pg", []string{"storage/pg/retention"}, join(leaves, "storage/pg/pool", "storage/pg/tables", "storage/schema")},
	{"the rotation of storage/pg", []string{"storage/pg/rotation"}, join(leaves, "storage/pg/pool", "storage/pg/tables", "storage/schema")},
	{"the people of storage/pg", []string{"storage/pg/people"}, join(leaves, "storage/schema")},
	{"the projection of storage/pg", []string{"storage/pg/projection"}, join(leaves, "storage/schema", "storage/pg/pool", "storage/pg/tables", "storage/pg/people")},
	{"the records of storage/pg", []string{"storage/pg/records"}, join(leaves, "storage/schema", "storage/pg/pool", "storage/pg/tables", "storage/pg/people", "storage/pg/projection")},
	{"the commits of storage/pg", []string{"storage/pg/commit"}, join(leaves, "storage/schema", "storage/pg/pool", "storage/pg/tables", "storage/pg/projection", "storage/pg/effects", "storage/pg/accounts")},
	{"the queries of storage/pg", []string{"storage/pg/queries"}, join(leaves, "storage/schema", "storage/query", "storage/pg/pool", "storage/pg/tables", "storage/pg/projection", "storage/pg/records")},
	{"the definitions of storage/pg", []string{"storage/pg/definitions"}, join(leaves, "storage/schema", "storage/pg/pool", "storage/pg/tables", "storage/pg/indexing", "storage/pg/commit")},
	{"an implementation in storage", []string{"storage/…"}, []string{"storage/…"}},
	{"actors/runtime", []string{"actors/runtime/…"}, join(leaves, append([]string{"actors/runtime/…"}, ports...)...)},
	{"actors/numbers", []string{"actors/numbers"}, join(leaves, "storage/exact")},
	{"an outward port", outward, leaves},
	{"actors/once", []string{"actors/once"}, nil},
	{"an implementation of an outward port", below(outward), join(leaves, slices.Concat(outward, below(outward), []string{"actors/once"})...)},
	{"actors", []string{"actors/…"}, slices.Concat(leaves, pure, ports, outward, []string{"actors/runtime", "actors/sight", "actors/once", "actors/effects", "actors/feature", "actors/numbers", "actors/thread"})},
	{"rest", []string{"rest/…"}, slices.Concat(leaves, pure, ports, []string{"actors/…", "rest/…"})},
	{"hub", []string{"hub/…"}, slices.Concat(leaves, pure, ports, []string{"actors/…", "hub/…"})},
	{"ui", []string{"ui/…"}, nil},
	{"cmd", []string{"cmd/…"}, []string{"…"}},
}

// holder restricts a library to certain files.
type holder struct {
	library string
	files   []string // patterns of path.Match, or folders with /…
	why     string
}

var holders = []holder{
	{"github.com/jackc/pgx", []string{"storage/pg/…", "storage/eventlog/*/*", "storage/broker/*/*", "cmd/…"}, "only implementations in storage hold pgx"},
	{"github.com/riverqueue/river", []string{"storage/pg/…"}, "only storage/pg holds the queue of jobs"},
	{"github.com/pressly/goose", []string{"storage/pg/…"}, "only storage/pg migrates"},
	{"github.com/redis/go-redis", []string{"storage/broker/*/*", "storage/ephemeral/*/*", "storage/ratelimit/*/*", "storage/redistest/*", "cmd/…"}, "only implementations in storage and their tests hold Redis"},
	{"github.com/minio/minio-go", []string{"storage/blob/s3/*"}, "only the bucket's implementation of storage/blob holds an S3 client"},
	{"github.com/asynkron/protoactor-go", []string{"actors/runtime/…", "actors/*/actor.go"}, "only actors/runtime and actors/*/actor.go import Proto.Actor"},
	{"github.com/twilio/twilio-go", []string{"actors/carrier/…"}, "only the carrier's implementations hold a provider's SDK"},
	{"github.com/coder/websocket", []string{"hub/…", "cmd/…", "actors/carrier/simulator/signal/*", "actors/carrier/carriertest/…"}, "only the hub, the simulated phone network, and what measures and tests them speak WebSocket"},
	{"github.com/pion", []string{"actors/carrier/simulator/media/*", "actors/carrier/carriertest/…"}, "only the simulated phone network has sound"},
	{"github.com/go-chi/chi", []string{"rest/…", "cmd/…", "actors/carrier/simulator/*"}, "only edges route HTTP"},
}

// checkArrows finds imports that no rule allows.
func checkArrows(sources []source) []problem {
	var problems []problem
	for _, s := range sources {
		rule := layerOf(s.pkg())
		if rule == nil {
			problems = append(problems, problem{s.file, "is in no layer"})
			continue
		}
		for _, imported := range s.imports {
			if p, ok := strings.CutPrefix(imported, module); ok {
				ownFeature := rule.name == "actors" && sameFeature(s.pkg(), p)
				if !fits(p, rule.ours) && !ownFeature {
					problems = append(problems, problem{s.file, fmt.Sprintf("%s may not import %s", rule.name, p)})
				}
				continue
			}
			for _, h := range holders {
				if within(imported, h.library) && !holds(h, s.file) {
					problems = append(problems, problem{s.file, fmt.Sprintf("imports %s: %s", imported, h.why)})
				}
			}
			if isInner(rule.name) && !isStandard(imported) && imported != decompositions {
				problems = append(problems, problem{s.file, fmt.Sprintf("%s imports the standard library only, not %s", rule.name, imported)})
			}
		}
	}
	return sortProblems(problems)
}

// checkDocs finds packages that do not document what they own.
func checkDocs(sources []source) []problem {
	packages := map[string]string{}
	for _, s := range sources {
		if path.Base(s.file) == "doc.go" {
			packages[s.pkg()] = s.doc
		} else if _, known := packages[s.pkg()]; !known {
			packages[s.pkg()] = ""
		}
	}
	var problems []problem
	for pkg, doc := range packages {
		switch {
		case doc == "":
			problems = append(problems, problem{pkg, "has no doc.go with a package comment"})
		case !strings.Contains(doc, "oncurren") && !strings.Contains(doc, "goroutine"):
			problems = append(problems, problem{pkg, "doc.go says nothing about concurrency"})
		case !strings.Contains(doc, "Allowed imports:"):
			problems = append(problems, problem{pkg, "doc.go does not name the allowed imports (a paragraph that begins with Allowed imports:)"})
		}
	}
	return sortProblems(problems)
}

func layerOf(pkg string) *layer {
	for i := range layers {
		if fits(pkg, layers[i].patterns) {
			return &layers[i]
		}
	}
	return nil
}

// sameFeature allows a feature of the actors to have subpackages.
func sameFeature(a, b string) bool {
	feature := func(p string) string { return strings.Join(strings.SplitN(p+"//", "/", 3)[:2], "/") }
	return feature(a) == feature(b)
}

func isInner(name string) bool {
	return name == "a storage leaf" || name == "a storage port"
}

func isStandard(imported string) bool {
	first, _, _ := strings.Cut(imported, "/")
	return !strings.Contains(first, ".")
}

func holds(h holder, file string) bool {
	for _, pattern := range h.files {
		if matched, err := path.Match(pattern, file); err == nil && matched {
			return true
		}
	}
	return fits(path.Dir(file), h.files)
}

// fits reports whether one of the patterns matches the folder.
func fits(folder string, patterns []string) bool {
	for _, pattern := range patterns {
		if parent, deep := strings.CutSuffix(pattern, "…"); deep {
			if within(folder, strings.TrimSuffix(parent, "/")) {
				return true
			}
		} else if folder == pattern {
			return true
		}
	}
	return false
}

func within(folder, parent string) bool {
	return parent == "" || folder == parent || strings.HasPrefix(folder, parent+"/")
}

func join(list []string, more ...string) []string { return slices.Concat(list, more) }

func below(folders []string) []string {
	var patterns []string
	for _, folder := range folders {
		patterns = append(patterns, folder+"/…")
	}
	return patterns
}
