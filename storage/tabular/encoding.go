package tabular

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"

	"switchboard/storage/fault"
)

// The encodings that are recognized.
const (
	UTF8        = "UTF-8"
	UTF16LE     = "UTF-16LE"
	UTF16BE     = "UTF-16BE"
	Windows1252 = "Windows-1252"
)

// sampled is how much of a file decides about UTF-16 without a byte order mark.
const sampled = 4 << 10

// encodingOf finds out how a file is encoded: by its byte order mark, by the zeros that UTF-16 puts
// between Latin letters, or by whether all of it is UTF-8.
func encodingOf(file io.ReadSeeker) (string, error) {
	start := make([]byte, sampled)
	n, err := io.ReadFull(file, start)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return "", err
	}
	start = start[:n]
	switch {
	case bytes.HasPrefix(start, []byte{0xEF, 0xBB, 0xBF}):
		return UTF8, nil
	case bytes.HasPrefix(start, []byte{0xFF, 0xFE}):
		return UTF16LE, nil
	case bytes.HasPrefix(start, []byte{0xFE, 0xFF}):
		return UTF16BE, nil
	}
	even, odd := zeros(start)
	switch {
	case odd > n/4 && even < n/50:
		return UTF16LE, nil
	case even > n/4 && odd < n/50:
		return UTF16BE, nil
	case even+odd > 0:
		return "", fault.Field("file", NotCSV)
	}
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return "", err
	}
	return utf8OrWindows(bufio.NewReaderSize(file, 64<<10))
}

func zeros(b []byte) (even, odd int) {
	for i, one := range b {
		switch {
		case one != 0:
		case i%2 == 0:
			even++
		default:
			odd++
		}
	}
	return even, odd
}

// utf8OrWindows reads all of a file: one byte that UTF-8 can't have makes it Windows-1252.
func utf8OrWindows(r *bufio.Reader) (string, error) {
	buffer, held := make([]byte, 64<<10), 0
	for {
		n, err := r.Read(buffer[held:])
		part := buffer[:held+n]
		whole := len(part)
		if !errors.Is(err, io.EOF) {
			for cut := 1; cut < utf8.UTFMax && cut <= len(part); cut++ { // a character may go on in the next part
				if b := part[len(part)-cut]; utf8.RuneStart(b) {
					if !utf8.FullRune(part[len(part)-cut:]) {
						whole = len(part) - cut
					}
					break
				}
			}
		}
		if !utf8.Valid(part[:whole]) {
			return Windows1252, nil
		}
		held = copy(buffer, part[whole:])
		switch {
		case errors.Is(err, io.EOF):
			return UTF8, nil
		case err != nil:
			return "", err
		}
	}
}

// decoded gives a file as UTF-8 without a byte order mark.
func decoded(file io.Reader, name string) io.Reader {
	var from encoding.Encoding
	switch name {
	case UTF16LE:
		from = unicode.UTF16(unicode.LittleEndian, unicode.UseBOM)
	case UTF16BE:
		from = unicode.UTF16(unicode.BigEndian, unicode.UseBOM)
	case Windows1252:
		from = charmap.Windows1252
	default:
		from = unicode.UTF8BOM
	}
	return from.NewDecoder().Reader(file)
}
