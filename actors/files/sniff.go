package files

import (
	"bufio"
	"errors"
	"io"
	"path"
	"slices"
	"strings"
	"unicode"

	"github.com/gabriel-vasile/mimetype"
)

const (
	// sniffed is how much of a file is looked at.
	sniffed = 3072
	maxName = 200 // characters
)

// kind is what a file is.
type kind struct {
	media     string // without parameters
	full      string // with charset, if it is text
	extension string // without a dot, "" for none
}

// texts are types that only the name of a text distinguishes from others.
var texts = map[string]string{
	".csv": "text/csv", ".tsv": "text/tab-separated-values", ".md": "text/markdown", ".ics": "text/calendar", ".vcf": "text/vcard", ".json": "application/json", ".css": "text/css",
}

// sniff finds out what a file is by its first bytes, whatever its name and its client say. It
// returns the whole file.
func sniff(name string, r io.Reader) (kind, io.Reader, error) {
	buffered := bufio.NewReaderSize(r, sniffed)
	head, err := buffered.Peek(sniffed)
	if err != nil && !errors.Is(err, io.EOF) {
		return kind{}, nil, err
	}
	found := mimetype.Detect(head)
	media, parameters, _ := strings.Cut(found.String(), ";")
	extension := strings.ToLower(path.Ext(name))
	if finer := texts[extension]; finer != "" && media == "text/plain" {
		media = finer
	} else if found.Extension() != "" && media != "text/plain" && !found.Is("application/zip") {
		extension = found.Extension()
	}
	k := kind{media: media, full: media, extension: strings.TrimPrefix(extension, ".")}
	if parameters != "" {
		k.full += ";" + parameters
	}
	if len(k.extension) > 20 || strings.ContainsFunc(k.extension, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		k.extension = ""
	}
	return k, buffered, nil
}

// allowed reports whether a media type is among those that an organization allows; none means all.
func allowed(media string, types []string) bool {
	group, _, _ := strings.Cut(media, "/")
	return len(types) == 0 || slices.Contains(types, media) || slices.Contains(types, group+"/*")
}

// cleanName is the name of a file as a client sent it: without folders, and without characters that
// nobody sees or that turn the direction of a text.
func cleanName(name string) string {
	name = name[strings.LastIndexAny(name, `/\`)+1:]
	name = strings.Map(func(r rune) rune {
		if r == unicode.ReplacementChar || !unicode.IsPrint(r) || unicode.Is(unicode.Cf, r) {
			return -1
		}
		return r
	}, name)
	name = strings.TrimSpace(name)
	if runes := []rune(name); len(runes) > maxName {
		extension := []rune(path.Ext(name))
		if len(extension) > 20 {
			extension = nil
		}
		name = string(runes[:maxName-len(extension)]) + string(extension)
	}
	if strings.Trim(name, ".") == "" {
		return "file"
	}
	return name
}
