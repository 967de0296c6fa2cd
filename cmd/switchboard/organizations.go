package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"text/tabwriter"
	"time"

	"switchboard/cmd/switchboard/app"
)

type listOrganizations struct{}

// Run lists the organizations, one per line.
func (listOrganizations) Run() error {
	return administer(func(ctx context.Context, i *app.Installation) error {
		all, err := i.Organizations(ctx)
		if err != nil {
			return err
		}
		table := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
		for _, o := range all {
			fmt.Fprintf(table, "%s\t%s\t%s\n", o.ID, o.Created.UTC().Format(time.DateOnly), strings.Join(strings.Fields(o.Name), " "))
		}
		return table.Flush()
	})
}

type deleteOrganization struct {
	Organization string `arg:"" help:"The organization's id or name."`
	Yes          bool   `help:"Do not ask for the organization's name."`
}

// Run deletes the organization once its name has been typed.
func (o deleteOrganization) Run() error {
	return administer(func(ctx context.Context, i *app.Installation) error {
		found, err := i.FindOrganization(ctx, o.Organization)
		if err != nil {
			return err
		}
		if !o.Yes {
			fmt.Fprintf(os.Stderr, "This deletes %s with all its records and can't be undone. Type its name to confirm: ", found.Name)
			line, _ := bufio.NewReader(os.Stdin).ReadString('\n')
			if strings.TrimSpace(line) != found.Name {
				return errors.New("the name does not match: nothing was deleted")
			}
		}
		if err := i.DeleteOrganization(ctx, found.ID); err != nil {
			return err
		}
		fmt.Printf("deleted %s\n", found.ID)
		return nil
	})
}
