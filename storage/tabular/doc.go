// Package tabular reads and writes tables that other programs make: CSV in the usual encodings and
// with the usual separators, and the sheets of XLSX workbooks. Both are read row by row, so a table
// of a million rows needs no more memory than one of a thousand.
//
// Invariants: a table that can't be read to its end is refused with the line and the reason; no cell
// that is written is a formula to a spreadsheet.
//
// Concurrency: plain functions; a Table belongs to one goroutine.
// Allowed imports: storage/fault, golang.org/x/text, excelize.
package tabular
