package pg

import (
	"context"
	"errors"
	"io"
	"net"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"switchboard/storage/fault"
)

// SQLSTATE codes that mean something to a caller (PostgreSQL, appendix A).
const (
	uniqueViolation      = "23505"
	serializationFailure = "40001"
	deadlockDetected     = "40P01"
	lockNotAvailable     = "55P03"
	queryCanceled        = "57014"
	undefinedTable       = "42P01"
	featureNotSupported  = "0A000" // now: a plan whose table has changed since, for one
	readOnlyTransaction  = "25006" // the server has become a standby
	failedTransaction    = "25P02"
	idleInTransaction    = "25P03"
	transactionTimeout   = "25P04"
)

// repeatable tells whether the same transaction may succeed when it is tried again: a
// deadlock was broken, or a table has changed under a statement that was prepared.
func repeatable(err error) bool {
	var e *pgconn.PgError
	return errors.As(err, &e) && (e.Code == serializationFailure || e.Code == deadlockDetected || e.Code == featureNotSupported)
}

// failure turns an error of the database into one that a caller can act upon. An
// error that is a fault already stays as it is.
func (s *Store) failure(err error) error {
	if err == nil {
		return nil
	}
	if known, ok := errors.AsType[*fault.Error](err); ok {
		return known
	}
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return fault.From(err)
	}
	if e, ok := errors.AsType[*pgconn.PgError](err); ok {
		return s.answer(err, e)
	}
	var refused *pgconn.ConnectError
	var network net.Error
	if errors.As(err, &refused) || errors.As(err, &network) || errors.Is(err, io.EOF) ||
		errors.Is(err, io.ErrUnexpectedEOF) || strings.Contains(err.Error(), "conn closed") {
		return fault.Wrap(err, fault.Unavailable, "The database can't be reached. Please try again.").After(time.Second)
	}
	return fault.From(err)
}

func (s *Store) answer(err error, e *pgconn.PgError) error {
	class := ""
	if len(e.Code) >= 2 {
		class = e.Code[:2]
	}
	switch {
	case e.Code == uniqueViolation:
		return s.taken(e)
	case e.Code == serializationFailure, e.Code == deadlockDetected, e.Code == lockNotAvailable:
		return fault.Wrap(err, fault.Unavailable, "Others are changing the same record. Please try again.").After(time.Second)
	case e.Code == queryCanceled:
		return fault.Wrap(err, fault.Unavailable, "The database took too long. Please try again.").After(time.Second)
	case e.Code == idleInTransaction: // the database has rolled back
		return fault.Wrap(err, fault.Unavailable, "The server was too busy to finish this change, and nothing of it was written. Please try again, or change fewer records at once.").After(time.Second)
	case e.Code == undefinedTable && strings.Contains(e.Message, orgSchemaPrefix):
		return fault.Wrap(err, fault.NotFound, "This organization does not exist.")
	case e.Code == failedTransaction, e.Code == transactionTimeout,
		e.Code == readOnlyTransaction, e.Code == featureNotSupported:
		return fault.Wrap(err, fault.Unavailable, "The database could not take this now. Please try again.").After(time.Second)
	case class == "08", class == "53", class == "57": // connection, resources, shutdown
		return fault.Wrap(err, fault.Unavailable, "The database can't be reached. Please try again.").After(time.Second)
	case class == "22": // a value its type can't hold
		return fault.Wrap(err, fault.Invalid, "A value can't be stored as it is.")
	case class == "54": // a limit of the database itself, such as the size of a row or a key
		return fault.Wrap(err, fault.Invalid, "A value is too large to be stored.")
	default:
		return fault.From(err)
	}
}

// numberTaken says that a number is somebody else's, without telling whose.
func (s *Store) numberTaken(e *pgconn.PgError) error {
	out := fault.Wrap(e, fault.Conflict, "This number belongs to another organization of this installation.")
	for _, o := range s.registry.Objects() {
		for _, f := range o.Fields {
			if f.Number {
				out.Fields = map[string][]string{f.Name: {f.Title + " is already in use"}}
			}
		}
	}
	return out
}

// taken says which field's value is in use already.
func (s *Store) taken(e *pgconn.PgError) error {
	if e.SchemaName == coreSchema {
		switch e.TableName {
		case "inbound_event":
			return fault.Wrap(e, fault.Conflict, "This event was already processed.")
		case "account":
			return fault.Wrap(e, fault.Conflict, "There is an account with this e-mail address already.")
		case "membership":
			return fault.Wrap(e, fault.Conflict, "This account is a member of the organization already.")
		case "number":
			return s.numberTaken(e)
		}
		return fault.Wrap(e, fault.Conflict, "This exists already.")
	}
	object := s.registry.Object(e.TableName)
	if object == nil {
		return fault.Wrap(e, fault.Conflict, "This exists already.")
	}
	title := strings.ToLower(object.Title)
	for _, f := range object.Fields {
		if f.Unique && e.ConstraintName == uniqueIndexName(object, f) {
			out := fault.Wrap(e, fault.Conflict, "A %s with this %s exists already.", title, strings.ToLower(f.Title))
			out.Fields = map[string][]string{f.Name: {f.Title + " is already in use"}}
			return out
		}
	}
	out := fault.Wrap(e, fault.Conflict, "A %s with this id exists already.", title)
	out.Fields = map[string][]string{"id": {"Id is already in use"}}
	return out
}
