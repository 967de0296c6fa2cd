package main

import (
	"fmt"
	"strings"
)

// nameScheme is how contacts are named: by two SQL expressions over the
// number i, which both servers use, and by their values.
type nameScheme struct {
	first, last string
	person      func(i int) (first, last string)
	lasts       int // number of surnames
}

func (c nameScheme) name(i int) string {
	first, last := c.person(i)
	return first + " " + last
}

// surname returns a random surname.
func (c nameScheme) surname() string {
	_, last := c.person(anyOf(c.lasts))
	return last
}

// Parts of names, each padded to the longest.
const (
	firstHead = "Al  An  Be  Ca  Da  El  Em  Fa  Ga  Ha  Is  Jo  Ka  Li  Ma  Ni  Ol  Ro  So  Vi  "
	firstTail = "a   bertdra lia lle na  nic ra  rianricksa  son ta  tin vin "
	lastHead  = "Ab  Bar Ber BranCal Car Dal Dun EberFal Gar Gil Hal Har Kel Lam Lin Mac Mor Nor Pat Ric SandTor Wal "
	lastMid   = "a   be  cen der en  fi  gar hol i   ker la  min no  ol  per ra  si  ti  u   vin "
	lastTail  = "berg bury den  dorf er   fieldford gren ham  ing  ley  lin  man  mer  ner  sen  son  ston well wood "
)

// people are realistic names: 300 first names and 9,973 surnames with varied
// beginnings and endings. No two of three million are equal.
func people() nameScheme {
	const wide, wider, lasts = 4, 5, 9_973               // a prime number, so that each first name occurs with each surname
	k := fmt.Sprintf("(i %% %d * 7919 %% %[1]d)", lasts) // neighbors have different surnames
	return nameScheme{
		first: pieceSQL(firstHead, wide, "i % 20") + " || " + pieceSQL(firstTail, wide, "i / 20 % 15"),
		last:  pieceSQL(lastHead, wide, k+" % 25") + " || " + pieceSQL(lastMid, wide, k+" / 25 % 20") + " || " + pieceSQL(lastTail, wider, k+" / 500 % 20"),
		person: func(i int) (first, last string) {
			k := i % lasts * 7919 % lasts
			return piece(firstHead, wide, i%20) + piece(firstTail, wide, i/20%15),
				piece(lastHead, wide, k%25) + piece(lastMid, wide, k/25%20) + piece(lastTail, wider, k/500%20)
		},
		lasts: lasts,
	}
}

// numbered are names with numbers: all begin alike.
func numbered() nameScheme {
	const firsts, lasts = 300, 7_919
	return nameScheme{
		first: fmt.Sprintf("'First' || (i %% %d)", firsts), last: fmt.Sprintf("'Last' || (i %% %d)", lasts),
		person: func(i int) (first, last string) {
			return fmt.Sprintf("First%d", i%firsts), fmt.Sprintf("Last%d", i%lasts)
		},
		lasts: lasts,
	}
}

func piece(of string, width, n int) string {
	return strings.TrimRight(of[n*width:(n+1)*width], " ")
}

func pieceSQL(of string, width int, n string) string {
	return fmt.Sprintf("rtrim(substr('%s', 1 + %d * (%s), %[2]d))", of, width, n)
}
