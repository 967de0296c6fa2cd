package demo

import (
	"fmt"

	"switchboard/storage/id"
)

// Password is every demo user's password if only this machine can reach the
// product.
const Password = "switchboard"

// Organization is the demo organization.
var Organization = id.Derived("demo/organization")

// OrganizationName is its name.
const OrganizationName = "Harbor & Pine Outfitters"

// User is one demo user.
type User struct {
	ID                         id.ID
	FirstName, LastName, Email string
	Superuser, Supervisor      bool
}

// Name is the user's full name.
func (u User) Name() string { return u.FirstName + " " + u.LastName }

// Users lists the demo users: an administrator, a supervisor and five agents.
func Users() []User {
	names := [][3]string{
		{"Dana", "Whitfield", "admin"}, {"Marcus", "Okafor", "supervisor"},
		{"Alice", "Moreno", "agent1"}, {"Ben", "Sorensen", "agent2"}, {"Chloe", "Tanaka", "agent3"},
		{"Diego", "Ramos", "agent4"}, {"Ella", "Fitzgerald", "agent5"},
	}
	users := make([]User, 0, len(names))
	for i, n := range names {
		users = append(users, User{
			ID: id.Derived("demo/user/" + n[2]), FirstName: n[0], LastName: n[1], Email: n[2] + "@demo.test",
			Superuser: i == 0, Supervisor: i == 1,
		})
	}
	return users
}

// Phone is one of the organization's numbers.
type Phone struct {
	ID             id.ID
	SID, Number    string
	Friendly, Name string
}

// Phones lists the organization's numbers.
func Phones() []Phone {
	make1 := func(n int, name, area string) Phone {
		digits := fmt.Sprintf("%s555%04d", area, 100+n)
		return Phone{
			ID: id.Derived("demo/phone/" + digits), SID: "PN" + id.Derived("demo/phone/sid/"+digits).Compact(),
			Number: "+1" + digits, Friendly: friendly(digits), Name: name,
		}
	}
	return []Phone{make1(1, "Main line", "206"), make1(2, "Support", "206"), make1(3, "Portland store", "503")}
}

// friendly formats ten digits for display.
func friendly(digits string) string {
	return fmt.Sprintf("(%s) %s-%s", digits[:3], digits[3:6], digits[6:])
}
