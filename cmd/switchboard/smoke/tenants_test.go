package smoke_test

import (
	"context"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"switchboard/actors/calls"
	"switchboard/actors/conversations"
	"switchboard/actors/features"
	"switchboard/cmd/switchboard/app"
	"switchboard/cmd/switchboard/demo"
	"switchboard/hub/topic"
	"switchboard/storage/id"
	"switchboard/storage/schema"
	"switchboard/storage/waittest"
)

// secret is in every text of our organization; half of it is enough to search
// for it.
const (
	secret = "zq7Quillfeather"
	half   = "zq7Quill"
)

var uuidRule = regexp.MustCompile(`[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}`)

// tenants is a walk whose stranger's traffic is inspected.
type tenants struct {
	*walk
	ours, theirs id.ID           // organizations
	known        map[string]bool // every id of our records
	conn         *pgx.Conn
	boss         *desk
	inspected    int
	tokens       []string // of superusers of the stranger's organization, who take turns

	own        map[string]bool   // every id that the stranger received
	nothing    map[string]string // id of ours → its unused replacement
	compared   int               // requests that were repeated with unused ids
	roundTrips *roundTrips
	asOf       string // the time of the stranger's historical views
}

func newTenants(t *testing.T) *tenants {
	t.Helper()
	roundTrips := &roundTrips{of: map[string][]string{}}
	w := newWalk(t, func(m *app.Main) { m.Tracer = roundTrips })
	conn, err := pgx.Connect(t.Context(), w.product.DSN)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close(context.WithoutCancel(t.Context())) })
	x := &tenants{walk: w, ours: demo.Organization, theirs: w.elsewhere, conn: conn, boss: w.desks["stranger"], known: map[string]bool{},
		own: map[string]bool{}, nothing: map[string]string{}, roundTrips: roundTrips}
	x.company()
	return x
}

// company gives the stranger colleagues who take turns: a user with more than
// ten refusals per second is delayed.
func (x *tenants) company() {
	x.t.Helper()
	x.tokens = append(x.tokens, x.boss.Token)
	const password = "correct horse battery"
	var addresses []string
	for n := range 11 {
		addresses = append(addresses, fmt.Sprintf("colleague%d@elsewhere.test", n))
		x.boss.Must(http.MethodPost, "/v1/object/user", map[string]any{"name": "Colleague", "email": addresses[n], "is_superuser": true}, nil)
	}
	for _, address := range addresses {
		x.product.stranger().Must(http.MethodPost, "/v1/invitation/accept", map[string]string{"token": x.boss.emailTo(address), "password": password}, nil)
		x.tokens = append(x.tokens, x.product.as(address, password).Token)
	}
}

// plant fills every text of a record of each object, so that any leak shows
// the secret.
func (x *tenants) plant() {
	x.t.Helper()
	admin := x.desks["superuser"]
	x.secret = " " + secret
	defer func() { x.secret = "" }()
	admin.Request(http.MethodPatch, "/v1/object/organization", map[string]any{"id": x.ours, "name": secret}, nil)
	for _, o := range features.Registry().Objects() {
		if o.Internal {
			continue
		}
		fields := map[string]any{"id": x.record(o.APIName)}
		for _, f := range o.Fields {
			text := f.Type == schema.Text || f.Type == schema.TextArea || f.Type == schema.RichText
			// It was created with it.
			fixed := o.Role == schema.Label && f.Name == o.NameField || o.Role == schema.Choice && (f.Name == schema.ChoiceField || f.Name == schema.ChoiceValue)
			if text && !fixed && f.Settable() && !f.Unique && !f.IsZone && !f.IsLanguage && f.Name != "locale" {
				fields[f.Name] = secret + " " + o.APIName
			}
		}
		got := admin.Request(http.MethodPatch, "/v1/object/"+o.APIName, fields, nil)
		final := got == http.StatusConflict && (o.APIName == "chat_message" || o.APIName == "consent_event") // was created with it
		if got != http.StatusOK && !final && len(fields) > 2 {
			x.t.Errorf("%s takes no secret: %d", o.APIName, got)
		}
	}
	admin.Request(http.MethodPatch, "/v1/me/settings", map[string]any{"draft": secret}, nil)
}

// learn reads all our ids from the tables.
func (x *tenants) learn() {
	x.t.Helper()
	for table := range x.tables("id") {
		rows, err := x.conn.Query(x.t.Context(), fmt.Sprintf(`SELECT id::text FROM %s WHERE organization_id = $1`, table), x.ours.String())
		if err != nil {
			x.t.Fatal(err)
		}
		ids, err := pgx.CollectRows(rows, pgx.RowTo[string])
		if err != nil {
			x.t.Fatal(err)
		}
		for _, one := range ids {
			// The marketplace shows the seller's products to every organization.
			if strings.HasSuffix(table, ".product") {
				x.own[one] = true
			} else {
				x.known[one] = true
			}
		}
	}
	x.known[x.ours.String()] = true
}

// tables returns the tables that have the column and whose rows belong to an
// organization.
func (x *tenants) tables(column string) map[string]bool {
	x.t.Helper()
	rows, err := x.conn.Query(x.t.Context(), `SELECT DISTINCT quote_ident(a.table_schema) || '.' || quote_ident(a.table_name)
		FROM information_schema.columns a JOIN information_schema.columns b USING (table_schema, table_name)
		JOIN information_schema.tables t USING (table_schema, table_name)
		WHERE a.column_name = 'organization_id' AND b.column_name = $1 AND t.table_type = 'BASE TABLE'`, column)
	if err != nil {
		x.t.Fatal(err)
	}
	names, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		x.t.Fatal(err)
	}
	out := map[string]bool{}
	for _, n := range names {
		out[n] = true
	}
	return out
}

// clean searches the stranger's response for anything of ours that the
// request did not name.
func (x *tenants) clean(asked, given string) {
	x.inspected++
	if strings.Contains(given, half) && !strings.Contains(asked, secret) {
		x.t.Errorf("%s\n  gives a secret of ours: %s", asked, given)
	}
	for _, one := range uuidRule.FindAllString(given, -1) {
		if x.known[one] && !strings.Contains(asked, one) {
			x.t.Errorf("%s\n  gives our %s: %s", asked, one, given)
		}
	}
}

// Nothing of one organization appears in any response, topic, row or
// announcement of another's, whatever its superuser requests.
func TestNothingLeaksBetweenOrganizations(t *testing.T) {
	x := newTenants(t)
	// A node that has just started does not know yet who is present, and says
	// so.
	waittest.Until(t, "the node to know who is there", func() bool {
		var people []struct{ Status string }
		x.boss.Must(http.MethodGet, "/v1/status/users", nil, &people)
		return !slices.ContainsFunc(people, func(one struct{ Status string }) bool { return one.Status == "unknown" })
	})
	before := x.view()
	x.plant()
	x.ownObject()
	x.product.settled()
	x.learn()
	if len(x.known) < 100 {
		t.Fatalf("only %d ids of ours are known", len(x.known))
	}
	x.unmoved(before)
	x.boss.Spy = func(asked, given string) {
		x.clean(asked, given)
		x.alike(asked, given)
		x.boss.Token = x.tokens[x.inspected%len(x.tokens)]
	}
	x.boss.Must(http.MethodGet, "/v1/me", nil, nil)
	x.everyOwnRoute()
	x.everyRoute()
	x.everyFilter()
	x.everyReference()
	x.everyTopic()
	x.everyRow()
	if x.inspected < 500 || x.compared < 500 {
		t.Errorf("only %d answers were looked at, and %d compared with those of nothing", x.inspected, x.compared)
	}
}

// everyRoute sends the stranger's requests of the walk of all routes, with
// our ids.
func (x *tenants) everyRoute() {
	for name := range objectVerbs() {
		for _, o := range features.Registry().Objects() {
			status := x.askObject(x.boss, o.APIName, name)
			if strings.Contains(name, "{id}") && status != http.StatusNotFound && status != http.StatusForbidden {
				x.t.Errorf("%s of our %s: %d", name, o.APIName, status)
			}
		}
	}
	for _, r := range otherRoutes() {
		r.ask(x.walk, x.boss)
	}
	for _, body := range []map[string]any{{"contact": x.record("contact")}, {"to": "", "contact": x.record("contact")}} {
		if got := x.boss.Request(http.MethodPost, "/v1/twilio/call", body, nil); got < http.StatusBadRequest {
			x.t.Errorf("our contact is called: %d", got)
		}
	}
	for _, thread := range []string{"/v1/twilio/conversation/" + x.record("twilio_conversation").String(), "/v1/chat/" + x.record("chat").String()} {
		body := map[string]any{"last_read_message_id": x.record("twilio_message")}
		if got := x.boss.Request(http.MethodPost, thread+"/read", body, nil); got != http.StatusNotFound && got != http.StatusForbidden {
			x.t.Errorf("%s: %d", thread, got)
		}
	}
}

// everyFilter searches every field of every object for ours: the text, and
// each record that it could name.
func (x *tenants) everyFilter() {
	for _, o := range features.Registry().Objects() {
		if o.Internal {
			continue
		}
		for _, f := range o.Fields {
			rows := []string{fmt.Sprintf(`[{"field":%q,"operator":"LIKE","value":%q}]`, f.Name, half)}
			if f.Target != "" {
				rows = append(rows, fmt.Sprintf(`[{"field":%q,"operator":"=","value":%q}]`, f.Name, x.record(f.Target)))
			}
			if f.Name == "id" || f.Name == "organization_id" {
				rows = append(rows, fmt.Sprintf(`[{"field":"id","operator":"=","value":%q}]`, x.record(o.APIName)),
					fmt.Sprintf(`[{"field":"organization_id","operator":"=","value":%q}]`, x.ours))
			}
			for _, filter := range rows {
				var page struct{ Data []record }
				x.boss.Request(http.MethodGet, "/v1/object/"+o.APIName+"?order="+f.Name+"&filter="+url.QueryEscape(filter), nil, &page)
				if len(page.Data) > 0 {
					x.t.Errorf("%s %s finds %d", o.APIName, filter, len(page.Data))
				}
			}
		}
	}
}

// everyReference tries to make the stranger's records reference ours.
func (x *tenants) everyReference() {
	own := map[string]id.ID{}
	for _, object := range []string{"contact", "chat", "team", "permission", "user"} {
		own[object] = x.boss.create(object, x.fields(object))
	}
	for _, o := range features.Registry().Objects() {
		for _, f := range o.Fields {
			if f.Target == "" || !f.Settable() {
				continue
			}
			for _, value := range []any{x.record(f.Target), []id.ID{x.record(f.Target)}, map[string]any{"id": x.record(f.Target)}} {
				fields := x.fields(o.APIName)
				fields[f.Name] = value
				var made []record
				x.boss.Request(http.MethodPost, "/v1/object/"+o.APIName, fields, &made)
				x.unnamed(o.APIName, f.Name, made)
				made = nil
				if own[o.APIName] != "" {
					x.boss.Request(http.MethodPatch, "/v1/object/"+o.APIName, map[string]any{"id": own[o.APIName], f.Name: value}, &made)
					x.unnamed(o.APIName, f.Name, made)
				}
			}
		}
		if o.RelatesToAnyObject {
			var made []record
			x.boss.Request(http.MethodPost, "/v1/object/"+o.APIName, map[string]any{
				"name": x.name(), "related_to": map[string]any{"schema": "contact", "id": x.record("contact"), "name": "mine"},
			}, &made)
			x.unnamed(o.APIName, "related_to", made)
		}
	}
}

// unnamed checks that the stranger's records do not reference ours.
func (x *tenants) unnamed(object, field string, made []record) {
	for _, r := range made {
		for _, one := range uuidRule.FindAllString(string(r[field]), -1) {
			if x.known[one] {
				x.t.Errorf("%s.%s of theirs names our record: %s", object, field, r[field])
			}
		}
	}
}

// everyTopic subscribes to every kind of topic with our ids, sends every
// command for our call, reconnects with our offset, and listens while we
// work.
func (x *tenants) everyTopic() {
	admin, agent := x.desks["superuser"], x.desks["agent"]
	agent.present()
	leg, call := admin.outside("+12065558201")
	agent.becomes(call, "ringing")
	witness := agent.connect("me", "feed", "calls:all", "object:contact")
	x.records["call"] = call
	x.learn()

	refused := map[string]bool{}
	topics := []string{"me", "presence", "calls", "calls:all", "feed", "nodes", "number:+12065558201"}
	for _, o := range features.Registry().Objects() {
		topics = append(topics, "object:"+o.APIName)
		refused["record:"+o.APIName+":"+x.record(o.APIName).String()] = true
	}
	refused["conversation:"+x.record("twilio_conversation").String()] = true
	refused["chat:"+x.record("chat").String()] = true
	_, header, _ := admin.asks("SELECT id, name FROM contact ORDER BY modified_date DESC", true)
	refused[header.Get("X-Topic")] = true
	_, header, _ = x.boss.asks("SELECT id, name FROM contact ORDER BY modified_date DESC LIMIT 5", true)
	topics = append(topics, header.Get("X-Topic"))
	for _, kind := range topic.New(features.Registry()).Heads() {
		if !slices.ContainsFunc(slices.Concat(topics, slices.Collect(maps.Keys(refused))), func(topic string) bool {
			return topic == kind || strings.HasPrefix(topic, kind+":")
		}) {
			x.t.Errorf("no topic of the kind %s is tried", kind)
		}
	}
	s := x.boss.connect()
	var asked []string
	ask := func(event string, payload map[string]any) bool {
		asked = append(asked, encode(x.t, payload))
		return strings.Contains(s.answered(event, payload), `"ok":true`)
	}
	for _, topic := range topics {
		ask("subscribe", map[string]any{"topic": topic})
	}
	second := x.boss.connect() // a socket may send 100 requests at once
	for topic := range refused {
		if strings.Contains(follow(second, topic), `"ok":true`) {
			x.t.Errorf("the stranger follows %s", topic)
		}
	}
	x.everyForeignTopic(refused)
	x.everyCommand()
	for _, topic := range []string{"conversation:" + x.record("twilio_conversation").String(), "chat:" + x.record("chat").String()} {
		if ask("typing", map[string]any{"topic": topic, "typing": true}) {
			x.t.Errorf("the stranger types in our %s", topic)
		}
	}

	witnessed := admin.newContact(secret)
	witness.wait("a contact of ours", of(witnessed))
	witness.mu.Lock()
	offset := witness.offsets[0]
	witness.mu.Unlock()
	x.live(call, leg)
	x.learn()
	back := x.boss.connectWith(map[string]any{"pid": witness.pid, "offset": offset, "topics": []string{"feed", "object:contact"}}, "object:contact")

	last := x.boss.newContact("Theirs")
	for name, one := range map[string]*socket{"the stranger's socket": s, "the return with our offset": back} {
		one.wait("their own contact", of(last)) // everything before it has arrived with it
		one.mu.Lock()
		for _, frame := range one.heard {
			x.clean(name+" "+strings.Join(asked, " ")+witness.pid, frame)
		}
		one.mu.Unlock()
	}
}

// live is a day of our work: every kind of effect and announcement happens.
func (x *tenants) live(call id.ID, leg string) {
	x.t.Helper()
	admin, agent := x.desks["superuser"], x.desks["agent"]
	if got := agent.command(call, "in-progress"); got != http.StatusNoContent {
		x.t.Fatalf("accept: %d", got)
	}
	agent.becomes(call, "in-progress")
	admin.Request(http.MethodPost, "/simulator/calls/"+leg+"/hangup", map[string]any{}, nil)
	agent.becomes(call, "completed")
	dialled(x.walk, agent)
	agent.choose("do_not_disturb")
	agent.choose("available")
	admin.Request(http.MethodPost, "/simulator/texts", map[string]string{"from": "+12065558202", "to": demo.Phones()[0].Number, "body": secret}, nil)
	if got := agent.Request(http.MethodPost, "/v1/twilio/message", map[string]any{"conversation": x.record("twilio_conversation"), "body": secret}, nil); got != http.StatusCreated {
		x.t.Errorf("text: %d", got)
	}
	agent.create("chat_message", map[string]any{"name": "m", "chat": x.record("chat"), "body": secret})
	x.plant()
	x.product.settled()
}

// everyRow inspects what jobs and effects wrote for the stranger's
// organization, and repeats each kind of our effects in its name: none finds
// a record of ours. Effects at the provider are left out: they execute what
// our actors decided.
func (x *tenants) everyRow() {
	x.t.Helper()
	x.rest()
	x.learn()
	before := x.rowsOf(x.ours)
	rows, err := x.conn.Query(x.t.Context(), `INSERT INTO core.effect (id, organization_id, kind, actor, subject, payload)
		SELECT gen_random_uuid(), $2, kind, actor, subject, payload FROM (
			SELECT DISTINCT ON (kind) * FROM core.effect WHERE organization_id = $1 AND NOT kind = ANY($3) ORDER BY kind, created DESC
		) one RETURNING id::text`, x.ours.String(), x.theirs.String(),
		[]string{calls.EffectAddParticipant, calls.EffectEnd, conversations.EffectSend})
	if err != nil {
		x.t.Fatal(err)
	}
	forged, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		x.t.Fatal(err)
	}
	if len(forged) < 3 {
		x.t.Errorf("only %d kinds of effects happened in our day", len(forged))
	}
	waittest.Until(x.t, "the forged effects to be over", func() bool {
		var left int
		if err := x.conn.QueryRow(x.t.Context(), `SELECT count(*) FROM core.effect WHERE id = ANY($1::uuid[]) AND state IN ('pending', 'running')`, forged).Scan(&left); err != nil {
			x.t.Fatal(err)
		}
		return left == 0
	})
	for name, rows := range x.rowsOf(x.ours) {
		was := map[string]bool{}
		for line := range strings.SplitSeq(before[name], "\n") {
			was[line] = true
		}
		for line := range strings.SplitSeq(rows, "\n") {
			if !was[line] {
				x.t.Errorf("effects in the stranger's name changed our %s: %s", name, line)
			}
		}
	}
	for name, rows := range x.rowsOf(x.theirs) {
		if name == "core.effect" {
			continue // the forged ones themselves
		}
		for line := range strings.Lines(rows) {
			x.clean(name, line)
		}
	}
}

// rest postpones our own effects during the comparison.
func (x *tenants) rest() {
	x.t.Helper()
	waittest.Until(x.t, "our own effects to rest", func() bool {
		if _, err := x.conn.Exec(x.t.Context(), `UPDATE core.effect SET not_before = now() + interval '1 hour'
			WHERE organization_id = $1 AND state = 'pending'`, x.ours.String()); err != nil {
			x.t.Fatal(err)
		}
		var running int
		if err := x.conn.QueryRow(x.t.Context(), `SELECT count(*) FROM core.effect
			WHERE organization_id = $1 AND (state = 'running' OR state = 'pending' AND not_before < now() + interval '30 minutes')`, x.ours.String()).Scan(&running); err != nil {
			x.t.Fatal(err)
		}
		return running == 0
	})
}

// rowsOf returns an organization's rows in every table, as text.
func (x *tenants) rowsOf(organization id.ID) map[string]string {
	x.t.Helper()
	out := map[string]string{}
	for table := range x.tables("organization_id") {
		var text string
		err := x.conn.QueryRow(x.t.Context(), fmt.Sprintf(`SELECT coalesce(string_agg(line, E'\n' ORDER BY line), '') FROM (
			SELECT to_jsonb(x)::text AS line FROM %s x WHERE organization_id = $1) l`, table), organization.String()).Scan(&text)
		if err != nil {
			x.t.Fatal(err)
		}
		out[table] = text
	}
	return out
}
