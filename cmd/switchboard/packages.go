package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"strings"
)

type appCommands struct {
	Export exportApp `cmd:"" help:"Write an app of a running server into a file, as a user who administers it."`
	Apply  applyApp  `cmd:"" help:"Bring an app from a file into an organization of a running server, as one of its superusers. Applying the same file again changes nothing."`
}

type exportApp struct {
	remote

	App    string `arg:"" help:"The app's id or name."`
	Output string `short:"o" default:"-" help:"The file to write, - for standard output."`
}

// Run writes the app as an indented document, which version control can compare.
func (e exportApp) Run() error {
	return e.run(func(ctx context.Context, c *desk) error {
		app, err := c.appNamed(ctx, e.App)
		if err != nil {
			return err
		}
		from, err := c.send(ctx, http.MethodGet, "/v1/app/"+url.PathEscape(app)+"/package", "", http.NoBody)
		if err != nil {
			return err
		}
		defer func() { _ = from.Close() }()
		raw, err := io.ReadAll(from)
		if err != nil {
			return err
		}
		var indented bytes.Buffer
		if err := json.Indent(&indented, raw, "", "  "); err != nil {
			return err
		}
		indented.WriteByte('\n')
		if e.Output == "-" {
			_, err = os.Stdout.Write(indented.Bytes())
			return err
		}
		return os.WriteFile(e.Output, indented.Bytes(), 0o600)
	})
}

// appNamed returns the id of an app by its id or its name.
func (c *desk) appNamed(ctx context.Context, idOrName string) (string, error) {
	filter, err := json.Marshal([]map[string]string{{"field": "name", "operator": "=", "value": idOrName}})
	if err != nil {
		return "", err
	}
	var found struct{ Data []struct{ ID string } }
	if err := c.ask(ctx, http.MethodGet, "/v1/object/app?"+url.Values{"filter": {string(filter)}, "limit": {"2"}}.Encode(), nil, &found); err != nil {
		return "", err
	}
	if len(found.Data) == 1 {
		return found.Data[0].ID, nil
	}
	return idOrName, nil // the server says that there is none
}

type applyApp struct {
	remote

	File string `arg:"" type:"existingfile" help:"A file that app export wrote."`
	Plan bool   `help:"Only show what would change. Ends with 1 if something would."`
	Yes  bool   `help:"Do not ask before the change."`
}

// applied is the answer to a package.
type applied struct {
	Diff struct {
		Token    string
		Warnings []string
		Steps    []struct {
			Action, Kind, Object, Name string
			Changes                    []struct {
				Name          string
				Before, After json.RawMessage
			}
		}
	}
}

// errPlanned ends a plan that has changes.
var errPlanned = errors.New("the target differs from the file")

// Run shows the difference, asks, and applies the file to the target that was shown.
func (a applyApp) Run() error {
	return a.run(func(ctx context.Context, c *desk) error {
		raw, err := os.ReadFile(a.File)
		if err != nil {
			return err
		}
		if !json.Valid(raw) {
			return fmt.Errorf("%s is not JSON", a.File)
		}
		var plan applied
		in := map[string]any{"package": json.RawMessage(raw), "dry_run": true}
		if err := c.ask(ctx, http.MethodPost, "/v1/app/package", in, &plan); err != nil {
			return err
		}
		plan.print(os.Stdout)
		switch {
		case len(plan.Diff.Steps) == 0:
			return nil
		case a.Plan:
			return errPlanned
		case !a.Yes && !confirmed():
			return errors.New("nothing was changed")
		}
		in = map[string]any{"package": json.RawMessage(raw), "token": plan.Diff.Token}
		if err := c.ask(ctx, http.MethodPost, "/v1/app/package", in, &applied{}); err != nil {
			return err
		}
		fmt.Println("applied")
		return nil
	})
}

func confirmed() bool {
	fmt.Fprint(os.Stderr, "Apply these changes? Type yes: ")
	line, _ := bufio.NewReader(os.Stdin).ReadString('\n')
	return strings.TrimSpace(line) == "yes"
}

// print writes the plan, a line for each change.
func (a applied) print(to io.Writer) {
	signs := map[string]string{"create": "+", "change": "~", "remove": "-"}
	count := map[string]int{}
	for _, step := range a.Diff.Steps {
		count[step.Action]++
		fmt.Fprintf(to, "%s %s %s %s\n", signs[step.Action], step.Kind, step.Object, step.Name)
		for _, change := range step.Changes {
			fmt.Fprintf(to, "    %s: %s -> %s\n", change.Name, change.Before, change.After)
		}
	}
	for _, warning := range a.Diff.Warnings {
		fmt.Fprintf(to, "! %s\n", warning)
	}
	fmt.Fprintf(to, "%d to add, %d to change, %d to remove\n", count["create"], count["change"], count["remove"])
}
