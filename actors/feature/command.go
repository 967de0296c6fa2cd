package feature

import (
	"context"
	"reflect"

	"switchboard/storage/access"
	"switchboard/storage/fault"
	"switchboard/storage/id"
)

// Given is part of every command's input: the id that its author gave the command. The same id
// again is a repeat, which does nothing again; its change bears it.
type Given struct {
	Command string `json:"command"`
}

// CommandID returns the command's id, "" for none.
func (g *Given) CommandID() string { return g.Command }

// SetCommandID sets the command id that an edge derived from the author's id.
func (g *Given) SetCommandID(command string) { g.Command = command }

// On is the input of a command on one thing that takes nothing else.
type On struct {
	ID id.ID `json:"id"`
	Given
}

// Input is what a command is given: a pointer to a struct in which Given is embedded, and
// whose other fields have json tags. A field of type id.ID names a record: what kind of
// thing its tag "of" says (`of:"a contact"`), else the command (Command.Of); one of type
// []id.ID names several (`of:"permission sets"`).
type Input interface {
	CommandID() string
	SetCommandID(command string)
}

// Repeatable is an Input that names its command by something else where its author gave
// it no id.
type Repeatable interface{ RepeatKey() string }

// Named is a reply that names a record, which REST answers with (Route.Shows).
type Named interface{ RecordID() id.ID }

// Command is something that a client can tell the product to do: an event of the socket,
// and a route of REST. One whose route is a GET asks and changes nothing.
type Command struct {
	// Event is the socket's, "" for a command that REST alone has.
	Event string
	// Of says in words what Input's id names: "a call".
	Of string
	// Answer is the key under which the reply stands in a socket's ack, "" if the reply's own
	// keys do.
	Answer string
	// Route is where REST has it; the zero Route for nowhere.
	Route Route

	input   reflect.Type
	reply   reflect.Type
	takes   func(door any) bool
	execute func(ctx context.Context, door any, p *access.Principal, input any) (any, error)
}

// Route is a place of REST.
type Route struct {
	Method string
	// Path is below /v1; {id} in it is the input's id, and then a body may be absent, as
	// it may for a GET.
	Path string
	// Status is that of success; with 204 nothing is answered.
	Status int
	// Shows is the object whose record is answered, which the reply names (Named); "" if the
	// reply itself is.
	Shows string
	// Acts says of a GET that it gives its user a way to act, such as a token: it is refused to
	// superusers who view as the user.
	Acts bool
	// Under is the key under which that record stands in the answer, "" if it is the answer.
	Under string
}

// Do declares a command: its doors, and what carries it out. Door is an interface that
// the running feature implements; In is a struct, see Input.
func Do[Door, In, Reply any](c Command, do func(context.Context, Door, *access.Principal, In) (Reply, error)) Command {
	c.input, c.reply = reflect.TypeFor[In](), reflect.TypeFor[Reply]()
	if _, ok := any(new(In)).(Input); !ok {
		panic("feature: the input of the command " + c.Event + c.Route.Path + " has no Given")
	}
	c.takes = func(door any) bool { _, ok := door.(Door); return ok }
	c.execute = func(ctx context.Context, door any, p *access.Principal, input any) (any, error) {
		in, ok := input.(*In)
		to, there := door.(Door)
		if !ok || !there {
			return nil, fault.New(fault.Internal, "The command %s of %T was given %T.", c.Event, door, input)
		}
		return do(ctx, to, p, *in)
	}
	return c
}

// Shapes are the types of the command's input and reply, for those who write them down in
// another language.
func (c *Command) Shapes() (input, reply reflect.Type) { return c.input, c.reply }

// Execute carries the command out by the door of its feature, for a principal. input is
// what Read gave.
func (c *Command) Execute(ctx context.Context, door any, p *access.Principal, input Input) (any, error) {
	return c.execute(ctx, door, p, input)
}
