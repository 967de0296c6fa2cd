package exact

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"sync"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"switchboard/storage/fault"
)

// Bounds of a client's JSON other than its size.
const (
	maxDepth   = 32
	maxMembers = 1_000 // of one object
	maxNumeral = 64    // characters of one number
)

// decoders are pooled: every command of every socket passes through here.
var decoders = sync.Pool{New: func() any { return new(jsontext.Decoder) }}

// Check validates a client's text against RFC 8259 and against what all parsers interpret alike:
// one value, valid UTF-8 without unpaired surrogates, no duplicate names in an object, bounded
// depth, members and numbers. Errors are fault.Malformed with line and column; what names the
// text, such as "The body".
func Check(what string, text []byte) error {
	decoder, _ := decoders.Get().(*jsontext.Decoder)
	defer decoders.Put(decoder)
	decoder.Reset(bytes.NewBuffer(text))
	err := walk(decoder)
	if err == nil {
		return nil
	}
	at, reason := decoder.InputOffset(), err.Error()
	if syntax, is := errors.AsType[*jsontext.SyntacticError](err); is {
		at, reason = syntax.ByteOffset, syntax.Err.Error()
		switch {
		case errors.Is(err, jsontext.ErrDuplicateName):
			reason = fmt.Sprintf("the key %q stands twice in one object", syntax.JSONPointer.LastToken())
		case errors.Is(err, io.ErrUnexpectedEOF):
			at, reason = int64(len(text)), "it ends too early"
		}
	}
	line, column := position(text, at)
	if errors.As(err, new(boundError)) { // valid JSON beyond a bound
		return fault.New(fault.Malformed, "%s can't be taken, at line %d, column %d: %s.", what, line, column, reason)
	}
	return fault.New(fault.Malformed, "%s is not valid JSON at line %d, column %d: %s.", what, line, column, reason)
}

// boundError names the exceeded bound.
type boundError string

func (e boundError) Error() string { return string(e) }

// walk reads one value and the end of the input.
func walk(d *jsontext.Decoder) error {
	for {
		token, err := d.ReadToken()
		switch {
		case errors.Is(err, io.EOF):
			return errors.New("it ends where a value is expected")
		case err != nil:
			return err
		case d.StackDepth() > maxDepth:
			return boundError(fmt.Sprintf("it is nested deeper than %d levels", maxDepth))
		case token.Kind() == '0' && len(token.String()) > maxNumeral:
			return boundError(fmt.Sprintf("a number has more than %d characters", maxNumeral))
		}
		if kind, length := d.StackIndex(d.StackDepth()); kind == '{' && length > 2*maxMembers {
			return boundError(fmt.Sprintf("an object has more than %d keys", maxMembers))
		}
		if d.StackDepth() == 0 {
			break
		}
	}
	if _, err := d.ReadToken(); errors.Is(err, io.EOF) {
		return nil
	}
	return errors.New("something follows the end of the value")
}

// position returns line and column of an offset, both from 1, the column in characters.
func position(text []byte, offset int64) (line, column int) {
	before := text[:min(offset, int64(len(text)))]
	line = bytes.Count(before, []byte("\n")) + 1
	return line, utf8.RuneCount(before[bytes.LastIndexByte(before, '\n')+1:]) + 1
}
