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
	"os/signal"
	"strings"
	"syscall"
	"time"

	"golang.org/x/term"

	"switchboard/storage/fault"
)

// remote are the flags of commands that ask a running server, as any client of its API.
type remote struct {
	URL       string `default:"http://127.0.0.1:8080" help:"Where the server is."`
	Email     string `help:"The user's e-mail address; the password is asked for, or read from standard input." xor:"who" required:""`
	TokenFile string `help:"A file with an access token, instead of an e-mail address." xor:"who" required:"" type:"existingfile"`
}

// asked is how often a job is asked how far it has got.
const asked = 500 * time.Millisecond

// desk is a user's connection to a server.
type desk struct {
	base  string
	token string
}

// run signs in and does something until a signal.
func (r remote) run(do func(ctx context.Context, c *desk) error) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	base, err := url.Parse(r.URL)
	if err != nil || base.Scheme != "http" && base.Scheme != "https" || base.Host == "" {
		return fmt.Errorf("--url: %q is not an address such as https://desk.example.com", r.URL)
	}
	c := &desk{base: strings.TrimSuffix(r.URL, "/")}
	if r.TokenFile != "" {
		raw, err := os.ReadFile(r.TokenFile)
		if err != nil {
			return err
		}
		c.token = strings.TrimSpace(string(raw))
		return do(ctx, c)
	}
	password, err := typedPassword(r.Email)
	if err != nil {
		return err
	}
	var got struct {
		AccessToken string `json:"access_token"`
	}
	in := map[string]string{"grant_type": "password", "username": r.Email, "password": password}
	if err := c.ask(ctx, http.MethodPost, "/v1/oauth2/token", in, &got); err != nil {
		return err
	}
	if got.AccessToken == "" {
		return errors.New("this account belongs to several organizations: use --token-file with a token of one of them")
	}
	c.token = got.AccessToken
	return do(ctx, c)
}

// typedPassword reads a password once: from the terminal unseen, or as a line of standard input.
func typedPassword(email string) (string, error) {
	in := int(os.Stdin.Fd())
	if !term.IsTerminal(in) {
		line, err := bufio.NewReader(os.Stdin).ReadString('\n')
		if err != nil && (!errors.Is(err, io.EOF) || line == "") {
			return "", errors.New("there is no password on standard input")
		}
		return strings.TrimRight(line, "\r\n"), nil
	}
	fmt.Fprint(os.Stderr, "Password of "+email+": ")
	typed, err := term.ReadPassword(in)
	fmt.Fprintln(os.Stderr)
	return string(typed), err
}

// ask sends JSON and reads the answer into a value.
func (c *desk) ask(ctx context.Context, method, path string, in, out any) error {
	var body io.Reader = http.NoBody
	media := ""
	if in != nil {
		raw, err := json.Marshal(in)
		if err != nil {
			return err
		}
		body, media = bytes.NewReader(raw), "application/json"
	}
	answer, err := c.send(ctx, method, path, media, body)
	if err != nil {
		return err
	}
	defer func() { _ = answer.Close() }()
	return json.NewDecoder(answer).Decode(out)
}

// send sends a request and gives the answer's body; a refusal is the error that the server says.
func (c *desk) send(ctx context.Context, method, path, media string, body io.Reader) (io.ReadCloser, error) {
	r, err := http.NewRequestWithContext(ctx, method, c.base+path, body)
	if err != nil {
		return nil, err
	}
	if media != "" {
		r.Header.Set("Content-Type", media)
	}
	if c.token != "" {
		r.Header.Set("Authorization", "Bearer "+c.token)
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		return nil, fmt.Errorf("%s can't be reached: %w", c.base, err)
	}
	if answer.StatusCode < http.StatusBadRequest {
		return answer.Body, nil
	}
	defer func() { _ = answer.Body.Close() }()
	var refused struct {
		Detail string              `json:"detail"`
		Errors map[string][]string `json:"errors"`
	}
	if json.NewDecoder(io.LimitReader(answer.Body, 1<<20)).Decode(&refused) != nil || refused.Detail == "" {
		return nil, fmt.Errorf("the server answered %s", answer.Status)
	}
	for field, said := range refused.Errors {
		if field != "file" && len(said) > 0 && said[0] == refused.Detail { // "This field is required" of which
			return nil, fmt.Errorf("%s: %s", field, refused.Detail)
		}
	}
	return nil, errors.New(refused.Detail)
}

// save writes what is read from a path of the server into a file, "-" for standard output.
func (c *desk) save(ctx context.Context, path, to string) (err error) {
	from, err := c.send(ctx, http.MethodGet, path, "", http.NoBody)
	if err != nil {
		return err
	}
	defer func() { _ = from.Close() }()
	if to == "-" {
		_, err = io.Copy(os.Stdout, from)
		return err
	}
	file, err := os.Create(to)
	if err != nil {
		return err
	}
	_, err = io.Copy(file, from)
	return errors.Join(err, file.Close())
}

// follow shows a job's progress on a terminal until it ends, and returns its result.
func (c *desk) follow(ctx context.Context, job string) (result string, err error) {
	isShown := term.IsTerminal(int(os.Stderr.Fd()))
	for {
		var at struct {
			Status, Error, Result string
			Done, Total           int64
		}
		if err := c.ask(ctx, http.MethodGet, "/v1/job/"+url.PathEscape(job), nil, &at); err != nil {
			return "", err
		}
		if isShown {
			fmt.Fprintf(os.Stderr, "\r\x1b[K%s", progress(at.Done, at.Total))
		}
		isOver := at.Status != "queued" && at.Status != "running"
		if isOver && isShown {
			fmt.Fprint(os.Stderr, "\r\x1b[K")
		}
		switch {
		case at.Status == "done":
			return at.Result, nil
		case isOver && at.Error != "":
			return "", errors.New(at.Error)
		case isOver:
			return "", errors.New("the job was canceled")
		}
		select {
		case <-ctx.Done():
			return "", fmt.Errorf("stopped watching: the job %s goes on", job)
		case <-time.After(asked):
		}
	}
}

func progress(done, total int64) string {
	if total == 0 {
		return fault.Count(done, "row", "rows")
	}
	return fmt.Sprintf("%d of %s (%d %%)", min(done, total), fault.Count(total, "row", "rows"), 100*min(done, total)/total)
}
