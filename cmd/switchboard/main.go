package main

import (
	_ "time/tzdata" // time zones by name, even if the machine has none

	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/alecthomas/kong"
	"github.com/willabides/kongplete"

	"switchboard/cmd/switchboard/app"
	"switchboard/cmd/switchboard/config"
	"switchboard/cmd/switchboard/doctor"
	"switchboard/storage/fault"
)

// version is set by the build.
var version = "dev"

// commands are the subcommands; settings come from the environment.
type commands struct {
	Serve        serve          `cmd:"" default:"1" help:"Serve the product."`
	Migrate      migrate        `cmd:"" help:"Migrate the database to this release and exit."`
	Organization organization   `cmd:"" help:"Organizations of this installation."`
	User         user           `cmd:"" help:"Users of all organizations."`
	Keys         keys           `cmd:"" help:"Report which encrypted fields still need former keys. Ends with 1 if values were sealed with a key that is not configured."`
	App          appCommands    `cmd:"" help:"Apps of a running server as files, as a user."`
	Import       importTable    `cmd:"" help:"Import a CSV or XLSX file on a running server, as a user."`
	Export       exportTable    `cmd:"" help:"Export records of a running server into a CSV, XLSX or JSON Lines file, as a user."`
	Backup       backupCommands `cmd:"" help:"Snapshots of this installation in a directory, a file or a bucket."`
	Restore      restoreBackup  `cmd:"" help:"Restore a snapshot into an empty data directory."`
	Doctor       examine        `cmd:"" help:"Check what this installation needs from outside."`
	Config       showConfig     `cmd:"" help:"Print the settings in force; secrets are hidden."`
	Simulator    provider       `cmd:"" help:"Simulate the phone network for the nodes of a cluster, which set its address in SWITCHBOARD_SIMULATOR."`
	Version      showVersion    `cmd:"" help:"Print the version."`

	Completion kongplete.InstallCompletions `cmd:"" help:"Print the line that completes commands in your shell."`
}

func main() {
	var c commands
	parser := kong.Must(&c, kong.Name("switchboard"),
		kong.Description("A workspace for people who live on the phone and in messages. Settings come from the environment; see docs/configuration.md."),
		kong.UsageOnError())
	kongplete.Complete(parser) // answers the shell and ends, where it asks
	parsed, err := parser.Parse(os.Args[1:])
	parser.FatalIfErrorf(err)
	if err := parsed.Run(); err != nil {
		fmt.Fprintln(os.Stderr, "switchboard:", sentence(err))
		os.Exit(1)
	}
}

type serve struct{}

// Run serves until a signal, then drains.
func (serve) Run() error {
	c, logger, err := load()
	if err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	defer context.AfterFunc(ctx, stop)() // a second signal ends the process immediately
	m := app.New(c, logger, version)
	m.Listening = func() {
		if password := m.DemoPassword(); password != "" {
			fmt.Fprint(os.Stderr, banner(m.URL(), password, m.Simulates()))
		}
	}
	return m.Run(ctx)
}

// banner is what a start with the demo prints: where to sign in and, if the phone
// network is simulated, the links with which a customer calls or texts.
func banner(url, password string, simulates bool) string {
	lines := fmt.Sprintf("\n  Switchboard is at %s\n  Sign in as admin@demo.test or agent1@demo.test, password: %s\n", url, password)
	if simulates {
		lines += fmt.Sprintf("  Let a customer call you: %[1]s/?try=call\n  Send yourself a text:    %[1]s/?try=text\n", url)
	}
	return lines + "\n"
}

type migrate struct{}

// Run migrates the database and ends.
func (migrate) Run() error {
	return administer(func(ctx context.Context, i *app.Installation) error { return i.Migrate(ctx) })
}

type keys struct {
	AcceptLoss bool `help:"Start from now on although no key opens some values. They stay unreadable until their key is configured again."`
}

// Run reports the organizations in which former keys encrypted something.
func (k keys) Run() error {
	return administer(func(ctx context.Context, i *app.Installation) error {
		if k.AcceptLoss {
			lost, err := i.AcceptLoss(ctx)
			if err == nil {
				fmt.Println(fault.Count(lost, "value that no key opens no longer stops", "values that no key opens no longer stop") + " the start")
			}
			return err
		}
		left := false
		err := i.FormerKeys(ctx, func(organization string, values, lost int64) {
			left = true
			fmt.Printf("%s: the first key did not seal %s\n", organization, fault.Count(values, "value", "values"))
			if lost > 0 {
				fmt.Printf("%s: no key opens %s\n", organization, fault.Count(lost, "value", "values"))
			}
		})
		if err == nil && !left {
			fmt.Println("all encrypted fields are sealed by the first key")
		}
		return err
	})
}

type organization struct {
	Create createOrganization `cmd:"" help:"Create an organization with its first administrator, who is given a password on standard input."`
	List   listOrganizations  `cmd:"" help:"List the organizations with their ids; the first one is the operators' own."`
	Delete deleteOrganization `cmd:"" help:"Delete an organization with all its records."`
}

type createOrganization struct {
	Name  string `arg:"" help:"The organization's name."`
	Email string `arg:"" help:"The administrator's e-mail address."`
	Admin string `arg:"" help:"The administrator's full name."`
	// Invite is for an address that has an account, or may have one.
	Invite bool `help:"Send the administrator an invitation instead of asking for a password."`
}

// Run creates the organization.
func (o createOrganization) Run() error {
	if o.Invite {
		return administer(func(ctx context.Context, i *app.Installation) error {
			made, err := i.InviteOrganization(ctx, o.Name, o.Email, o.Admin)
			if err != nil {
				return err
			}
			fmt.Println(made)
			return nil
		})
	}
	fmt.Fprint(os.Stderr, "Password for "+o.Email+": ")
	line, err := bufio.NewReader(os.Stdin).ReadString('\n')
	if err != nil && (!errors.Is(err, io.EOF) || line == "") {
		return fmt.Errorf("password: %w", err)
	}
	password := strings.TrimRight(line, "\r\n") // a password may have spaces
	return administer(func(ctx context.Context, i *app.Installation) error {
		made, err := i.CreateOrganization(ctx, o.Name, o.Email, o.Admin, password)
		if err != nil {
			return err
		}
		fmt.Println(made)
		return nil
	})
}

type examine struct {
	Database examineDatabase `cmd:"" help:"Check whether queries run under a role that can read only what users may see; changes nothing."`
	Payments examinePayments `cmd:"" help:"Check the payment account and its webhook; nothing is changed. Ends with 1 when a check fails."`
	Phone    examinePhone    `cmd:"" help:"Check the phone account, its numbers and webhooks, and the public address; nothing is changed. Ends with 1 when a check fails."`
}

type examineDatabase struct{}

// Run prints whether the database, too, restricts queries.
func (examineDatabase) Run() error {
	return administer(func(ctx context.Context, i *app.Installation) error {
		unrestricted, err := i.UnrestrictedQueries(ctx)
		if err != nil {
			return err
		}
		return doctor.Database(os.Stdout, unrestricted)
	})
}

type examinePhone struct{}

// Run prints a line for each check. It needs no data directory, database or
// running node.
func (examinePhone) Run() error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	return doctor.NewPhone(config.Load(os.Getenv)).Run(ctx, os.Stdout)
}

type examinePayments struct{}

// Run prints a line for each check. It needs no data directory, database or running node.
func (examinePayments) Run() error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	return doctor.NewPayments(config.Load(os.Getenv)).Run(ctx, os.Stdout)
}

type provider struct {
	Addr   string   `default:"127.0.0.1:8090" help:"The address to listen on."`
	Number []string `required:"" help:"A number of ours in the form +15551234567; again for each."`
}

// Run simulates the phone network until a signal.
func (p provider) Run() error {
	c, logger, err := load()
	if err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	network := app.Provider{Config: c, Addr: p.Addr, Numbers: p.Number, Log: logger, Listening: func(url string) {
		logger.Info("listening", "url", url, "webhooks", c.PublicURL)
	}}
	return network.Run(ctx)
}

type showConfig struct{}

// Run prints every setting, or fails as a start would.
func (showConfig) Run() error {
	c, _, err := load()
	if err != nil {
		return err
	}
	for _, s := range c.Settings(os.Getenv) {
		note := ""
		if s.Default {
			note = "  (default)"
		}
		fmt.Printf("%s=%s%s\n", s.Name, s.Value, note)
	}
	return nil
}

type showVersion struct{}

// Run prints the version.
func (showVersion) Run() error {
	fmt.Println(version)
	return nil
}

func administer(do func(context.Context, *app.Installation) error) error {
	c, logger, err := load()
	if err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	return app.Administer(ctx, c, logger, do)
}

func load() (config.Config, *slog.Logger, error) {
	if err := config.CheckNames(os.Environ()); err != nil {
		return config.Config{}, nil, err
	}
	c, err := config.Load(os.Getenv)
	if err != nil {
		return config.Config{}, nil, err
	}
	options := &slog.HandlerOptions{Level: c.LogLevel, ReplaceAttr: withUnits}
	var handler slog.Handler = slog.NewTextHandler(os.Stderr, options)
	if c.LogJSON {
		handler = slog.NewJSONHandler(os.Stderr, options)
	}
	logger := slog.New(handler)
	slog.SetDefault(logger)
	return c, logger, nil
}

// withUnits writes durations as "1.5s": JSON would have a number of
// nanoseconds.
func withUnits(_ []string, a slog.Attr) slog.Attr {
	if a.Value.Kind() == slog.KindDuration {
		a.Value = slog.StringValue(a.Value.Duration().String())
	}
	return a
}
