package schema

import "time"

// Remembered tells whether what becomes of the records is written to their history. That of an
// internal object is where it is audited.
func (o *Object) Remembered() bool { return (!o.Internal || o.Audited) && o.KeepsHistory() }

// KeepsHistory tells whether nobody has switched the history off, as far as it can be.
func (o *Object) KeepsHistory() bool { return !o.Untracked || o.HistoryStays() }

// HistoryStays tells whether the history can't be switched off: of what decides who may do
// what, of what only few may write, and of records that are kept for good.
func (o *Object) HistoryStays() bool {
	return o.Audits(nil) || o.SuperuserOnly || o.WriteRight != "" || o.Kept != ""
}

// HistorySince is from when on the history is whole as far as the object says, the zero time
// where it always was kept.
func (o *Object) HistorySince() time.Time {
	if o.HistoryStays() {
		return time.Time{}
	}
	return o.TrackedSince
}
