package pool

import (
	"context"
	"errors"
	"io"
	"net"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"switchboard/storage/fault"
)

// SQLSTATE codes that have a meaning for callers (PostgreSQL, appendix A).
const (
	UniqueViolation      = "23505"
	serializationFailure = "40001"
	deadlockDetected     = "40P01"
	LockNotAvailable     = "55P03"
	QueryCanceled        = "57014"
	RegexCanceled        = "2201B" // canceled while compiling one of our expressions for a trigram index
	UndefinedTable       = "42P01"
	undefinedColumn      = "42703"
	undefinedFunction    = "42883"
	undefinedObject      = "42704"
	duplicateTable       = "42P07"
	duplicateColumn      = "42701"
	duplicateFunction    = "42723"
	duplicateObject      = "42710"
	featureNotSupported  = "0A000" // temporary, for example for a plan whose table has changed
	readOnlyTransaction  = "25006" // the server has become a standby
	failedTransaction    = "25P02"
	idleInTransaction    = "25P03"
	transactionTimeout   = "25P04"
	diskFull             = "53100"
	ioError              = "58030"
	undefinedFile        = "58P01"
	internalError        = "XX000"
	changedMeanwhile     = "SB001" // our own: a column is no longer readable (definitions.Refused)
)

// Is reports whether the database refused a statement with one of the codes.
func Is(err error, codes ...string) bool {
	e, is := errors.AsType[*pgconn.PgError](err)
	return is && slices.Contains(codes, e.Code)
}

// repeatable reports whether a retry of the transaction may succeed: it was a deadlock victim, or
// a table changed under a prepared statement.
func repeatable(err error) bool {
	var e *pgconn.PgError
	return errors.As(err, &e) && (e.Code == serializationFailure || e.Code == deadlockDetected || e.Code == featureNotSupported)
}

// Failure converts a database error to one that a caller can act on. It returns a fault
// unchanged.
func (p *Pool) Failure(err error) error {
	if err == nil {
		return nil
	}
	if known, ok := errors.AsType[*fault.Error](err); ok {
		return known
	}
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return fault.From(err)
	}
	e, answered := errors.AsType[*pgconn.PgError](err)
	if answered && (hasNoSpace(e) || e.Code == readOnlyTransaction && p.isFull != nil && p.isFull()) {
		return fault.Wrap(err, fault.Full, "The server's disk is full, so nothing was saved. Your administrator must free space; then try again.").After(fullRetry)
	}
	// A server that refuses connections or ends sessions reports many codes, none of which is
	// about a statement.
	var refused *pgconn.ConnectError
	ended := answered && (e.SeverityUnlocalized == "FATAL" || e.SeverityUnlocalized == "PANIC") && e.Code != idleInTransaction && e.Code != transactionTimeout
	if answered && !ended && !errors.As(err, &refused) {
		return p.answer(err, e)
	}
	var network net.Error
	if ended || errors.As(err, &refused) || errors.As(err, &network) || errors.Is(err, io.EOF) ||
		errors.Is(err, io.ErrUnexpectedEOF) || strings.Contains(err.Error(), "conn closed") {
		return fault.Wrap(err, fault.Unavailable, "The database can't be reached. Please try again.").After(time.Second)
	}
	return fault.From(err)
}

// fullRetry is the suggested delay before a retry after the disk was full.
const fullRetry = 10 * time.Second

// hasNoSpace reports whether the server's disk is full. The server reports this by its own code
// or, for some files, by the system's message within another error.
func hasNoSpace(e *pgconn.PgError) bool {
	return e.Code == diskFull || (e.Code == ioError || e.Code == internalError || e.Code == undefinedFile) &&
		(strings.Contains(e.Message, "No space left on device") || strings.Contains(e.Detail, "No space left on device"))
}

func (p *Pool) answer(err error, e *pgconn.PgError) error {
	if p.explain != nil {
		if known := p.explain(e); known != nil {
			return known
		}
	}
	class := ""
	if len(e.Code) >= 2 {
		class = e.Code[:2]
	}
	switch {
	case e.Code == serializationFailure, e.Code == deadlockDetected, e.Code == LockNotAvailable:
		return fault.Wrap(err, fault.Unavailable, "Others are changing the same record. Please try again.").After(time.Second)
	case e.Code == changedMeanwhile:
		return fault.Wrap(err, fault.Unavailable, "This object has just been changed. Please try again.").After(time.Second)
	case e.Code == QueryCanceled:
		return fault.Wrap(err, fault.Unavailable, "The database took too long. Please try again.").After(time.Second)
	case e.Code == idleInTransaction: // the server rolled the transaction back
		return fault.Wrap(err, fault.Unavailable, "The server was too busy to finish this change, and nothing of it was written. Please try again, or change fewer records at once.").After(time.Second)
	case e.Code == failedTransaction, e.Code == transactionTimeout,
		e.Code == readOnlyTransaction, e.Code == featureNotSupported:
		return fault.Wrap(err, fault.Unavailable, "The database could not take this now. Please try again.").After(time.Second)
	case class == "08", class == "53", class == "57", class == "58": // connection, resources, shutdown, system
		return fault.Wrap(err, fault.Unavailable, "The database can't be reached. Please try again.").After(time.Second)
	case class == "22": // a value out of its type's range
		return fault.Wrap(err, fault.Invalid, "A value can't be stored as it is.")
	case class == "54": // a limit of the database, such as the size of a row or key
		return fault.Wrap(err, fault.Invalid, "A value is too large to be stored.")
	case class == "42" && !slices.Contains(names, e.Code): // a statement that can never succeed
		return fault.Wrap(err, fault.Internal, "The database refuses this (SQLSTATE %s), and would refuse it again. Nothing was changed. The server's log gives the reason: please report it.", e.Code).Permanently()
	default:
		return fault.From(err)
	}
}

// names are the errors of class 42 that depend on which objects exist: another node may be adding
// or removing one.
var names = []string{UndefinedTable, undefinedColumn, undefinedFunction, undefinedObject, duplicateTable, duplicateColumn, duplicateFunction, duplicateObject}
