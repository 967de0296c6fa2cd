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

// SQLSTATE codes that mean something to a caller (PostgreSQL, appendix A).
const (
	UniqueViolation      = "23505"
	serializationFailure = "40001"
	deadlockDetected     = "40P01"
	LockNotAvailable     = "55P03"
	QueryCanceled        = "57014"
	RegexCanceled        = "2201B" // where the time ends while an expression of ours is made ready for an index of trigrams
	UndefinedTable       = "42P01"
	undefinedColumn      = "42703"
	undefinedFunction    = "42883"
	undefinedObject      = "42704"
	duplicateTable       = "42P07"
	duplicateColumn      = "42701"
	duplicateFunction    = "42723"
	duplicateObject      = "42710"
	featureNotSupported  = "0A000" // now: a plan whose table has changed since, for one
	readOnlyTransaction  = "25006" // the server has become a standby
	failedTransaction    = "25P02"
	idleInTransaction    = "25P03"
	transactionTimeout   = "25P04"
	diskFull             = "53100"
	ioError              = "58030"
	undefinedFile        = "58P01"
	internalError        = "XX000"
	changedMeanwhile     = "SB001" // ours: a column is read no more (definitions.Refused)
)

// Is tells whether the database refused something by one of some codes.
func Is(err error, codes ...string) bool {
	e, is := errors.AsType[*pgconn.PgError](err)
	return is && slices.Contains(codes, e.Code)
}

// repeatable tells whether the same transaction may succeed when it is tried again: a
// deadlock was broken, or a table has changed under a statement that was prepared.
func repeatable(err error) bool {
	var e *pgconn.PgError
	return errors.As(err, &e) && (e.Code == serializationFailure || e.Code == deadlockDetected || e.Code == featureNotSupported)
}

// Failure turns an error of the database into one that a caller can act upon. An
// error that is a fault already stays as it is.
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
	// A server that lets nobody in, or ends sessions, says why in many ways: what it says then
	// is not about a statement.
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

// fullRetry is when it is worth trying again after the disk was full.
const fullRetry = 10 * time.Second

// hasNoSpace reports whether the server has no space left on its disk. It says so by a code of
// its own, or, of some files, by the message of the system within another.
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
	case e.Code == idleInTransaction: // the database has rolled back
		return fault.Wrap(err, fault.Unavailable, "The server was too busy to finish this change, and nothing of it was written. Please try again, or change fewer records at once.").After(time.Second)
	case e.Code == failedTransaction, e.Code == transactionTimeout,
		e.Code == readOnlyTransaction, e.Code == featureNotSupported:
		return fault.Wrap(err, fault.Unavailable, "The database could not take this now. Please try again.").After(time.Second)
	case class == "08", class == "53", class == "57", class == "58": // connection, resources, shutdown, system
		return fault.Wrap(err, fault.Unavailable, "The database can't be reached. Please try again.").After(time.Second)
	case class == "22": // a value its type can't hold
		return fault.Wrap(err, fault.Invalid, "A value can't be stored as it is.")
	case class == "54": // a limit of the database itself, such as the size of a row or a key
		return fault.Wrap(err, fault.Invalid, "A value is too large to be stored.")
	case class == "42" && !slices.Contains(names, e.Code): // a statement that the database never takes
		return fault.Wrap(err, fault.Internal, "The database refuses this (SQLSTATE %s), and would refuse it again. Nothing was changed. The server's log gives the reason: please report it.", e.Code).Permanently()
	default:
		return fault.From(err)
	}
}

// names are the refusals of class 42 that depend on what exists at the moment: another node
// may be adding or removing it.
var names = []string{UndefinedTable, undefinedColumn, undefinedFunction, undefinedObject, duplicateTable, duplicateColumn, duplicateFunction, duplicateObject}
