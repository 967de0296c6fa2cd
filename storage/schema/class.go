package schema

// Class is what kind of values a column has: which are comparable with one another, and
// what can be computed of them, whatever they mean to people.
type Class uint8

// The classes.
const (
	NoClass     Class = iota // of NULL
	TextClass                //
	NumberClass              //
	TruthClass               // true or false
	MomentClass              // a date and time
	DayClass                 //
	ClockClass               // a time of the day
	IDClass                  // of a record
	TextsClass               // a list of texts
	IDsClass                 // a list of ids
	JSONClass                // a composite, or any JSON
)

// String is what people call values of the class.
func (c Class) String() string {
	return [...]string{"nothing", "text", "a number", "true or false", "a date and time", "a day", "a time of the day", "the id of a record", "a list of texts", "a list of ids", "JSON"}[c]
}
