package row

import "strings"

// ProgramDomain ends the addresses of programs' users. No domain ends in .invalid (RFC 2606):
// no mail is ever sent to such an address.
const ProgramDomain = "@key.invalid"

// ProgramEmail returns the e-mail address of the user of an API key.
func ProgramEmail(key string) string { return key + ProgramDomain }

// IsProgram reports whether the user with an e-mail address is a program, not a person.
func IsProgram(email string) bool { return strings.HasSuffix(email, ProgramDomain) }
