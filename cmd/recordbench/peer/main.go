package main

import (
	"flag"
	"fmt"
	"os"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/apis"
	"github.com/pocketbase/pocketbase/core"
	_ "github.com/pocketbase/pocketbase/migrations"
)

func main() {
	addr := flag.String("addr", "127.0.0.1:8090", "address to serve on")
	dir := flag.String("dir", "", "folder of its database")
	rows := flag.Int("rows", 100_000, "contacts to make")
	companies := flag.Int("companies", 5_000, "companies that they are at")
	flag.Parse()
	if err := run(*addr, *dir, *rows, *companies); err != nil {
		fmt.Fprintln(os.Stderr, "peer:", err)
		os.Exit(1)
	}
}

func run(addr, dir string, rows, companies int) error {
	// What pocketbase.New gives an application.
	app := core.NewBaseApp(core.BaseAppConfig{DataDir: dir, DataMaxOpenConns: core.DefaultDataMaxOpenConns, DataMaxIdleConns: core.DefaultDataMaxIdleConns})
	if err := app.Bootstrap(); err != nil {
		return err
	}
	if err := app.RunAllMigrations(); err != nil {
		return err
	}
	settings := app.Settings()
	settings.Logs.MaxDays = 0 // a row for each request is not what is compared
	settings.Batch.Enabled, settings.Batch.MaxRequests, settings.Batch.Timeout = true, 100, 30
	if err := app.Save(settings); err != nil {
		return err
	}
	user, err := makeUser(app)
	if err != nil {
		return err
	}
	if err := makeCollection(app); err != nil {
		return err
	}
	if err := fill(app, user, rows, companies); err != nil {
		return err
	}
	app.OnServe().BindFunc(func(e *core.ServeEvent) error {
		e.InstallerFunc = nil // it would print the way to make a first superuser
		return e.Next()
	})
	return apis.Serve(app, apis.ServeConfig{HttpAddr: addr})
}

func makeUser(app core.App) (string, error) {
	users, err := app.FindCollectionByNameOrId("users")
	if err != nil {
		return "", err
	}
	user := core.NewRecord(users)
	user.SetEmail("bench@demo.test")
	user.SetPassword("switchboard")
	return user.Id, app.Save(user)
}

// makeCollection makes the contacts' collection: with its id, 20 fields.
func makeCollection(app core.App) error {
	users, err := app.FindCollectionByNameOrId("users")
	if err != nil {
		return err
	}
	signedIn := `@request.auth.id != ""`
	c := core.NewBaseCollection("contacts")
	c.ListRule, c.ViewRule, c.CreateRule, c.UpdateRule, c.DeleteRule = &signedIn, &signedIn, &signedIn, &signedIn, &signedIn
	c.Fields.Add(&core.TextField{Name: "name", Required: true})
	for _, name := range []string{"first_name", "last_name", "company", "phone", "second_phone", "salesforce_id", "time_zone", "preferred_language"} {
		c.Fields.Add(&core.TextField{Name: name})
	}
	c.Fields.Add(&core.EmailField{Name: "email"})
	c.Fields.Add(&core.BoolField{Name: "sms_opt_in"}, &core.BoolField{Name: "do_not_call"})
	c.Fields.Add(&core.JSONField{Name: "address"}, &core.JSONField{Name: "tags"})
	for _, name := range []string{"owner", "created_by", "modified_by"} {
		c.Fields.Add(&core.RelationField{Name: name, CollectionId: users.Id, MaxSelect: 1})
	}
	c.Fields.Add(&core.AutodateField{Name: "created", OnCreate: true}, &core.AutodateField{Name: "updated", OnCreate: true, OnUpdate: true})
	for _, name := range []string{"name", "company", "phone", "second_phone", "email", "updated"} {
		c.AddIndex("contacts_"+name, false, name, "")
	}
	return app.Save(c)
}

// fill makes the contacts by one statement, as the other side does.
func fill(app core.App, user string, rows, companies int) error {
	_, err := app.DB().NewQuery(`
		WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {:rows})
		INSERT INTO contacts (id, name, first_name, last_name, company, phone, second_phone, email, sms_opt_in, do_not_call, salesforce_id,
			address, tags, time_zone, preferred_language, owner, created_by, modified_by, created, updated)
		SELECT printf('c%014d', i), 'First' || (i % 300) || ' Last' || (i % 7919), 'First' || (i % 300), 'Last' || (i % 7919), 'Company ' || (i % {:companies}),
			'+1206' || printf('%07d', i), '', 'c' || i || '@example.test', i % 3 = 0, i % 10 = 0, printf('003%012d', i),
			'{"line1":"1 Pine Street","city":"Seattle","state":"WA","postal_code":"98101","country":"US"}', '[]', 'America/Los_Angeles', 'en', {:user}, {:user}, {:user},
			strftime('%Y-%m-%d %H:%M:%fZ', '2024-01-01', '+' || i || ' seconds'), strftime('%Y-%m-%d %H:%M:%fZ', '2024-01-01', '+' || i || ' seconds')
		FROM n`).Bind(dbx.Params{"rows": rows, "companies": companies, "user": user}).Execute()
	if err != nil {
		return err
	}
	_, err = app.DB().NewQuery("ANALYZE").Execute()
	return err
}
