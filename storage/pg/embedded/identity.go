package embedded

import (
	"fmt"
	"io/fs"
	"os"
	"os/user"
	"path/filepath"
	"strconv"
	"syscall"
)

// PostgreSQL refuses to run as root. A root process therefore runs it as
// another user, or, where the cluster or the binaries lie in folders that no
// other user may enter, in a user namespace in which root bears another number.
type identity struct {
	kind     identityKind
	uid, gid int // of the files on disk
	// inside is the user and group that the server sees itself as, in a namespace.
	insideUID, insideGID int
}

type identityKind int

const (
	ourselves identityKind = iota
	otherUser
	namespace
)

func (k identityKind) String() string {
	return [...]string{"this user", "another user", "a user namespace"}[k]
}

// identities lists whom the server may run as, best first.
func identities(paths ...string) ([]identity, error) {
	if os.Geteuid() != 0 {
		return []identity{{kind: ourselves, uid: os.Geteuid(), gid: os.Getegid()}}, nil
	}
	uid, gid, err := unprivilegedUser()
	if err != nil {
		return nil, err
	}
	var list []identity
	reachable := true
	for _, path := range paths {
		reachable = reachable && canEnter(path, uid, gid)
	}
	if reachable {
		list = append(list, identity{kind: otherUser, uid: uid, gid: gid})
	}
	return append(list, identity{kind: namespace, insideUID: uid, insideGID: gid}), nil
}

func unprivilegedUser() (uid, gid int, err error) {
	for _, name := range []string{"postgres", "nobody"} {
		found, err := user.Lookup(name)
		if err != nil {
			continue
		}
		uid, uidErr := strconv.Atoi(found.Uid)
		gid, gidErr := strconv.Atoi(found.Gid)
		if uidErr == nil && gidErr == nil && uid != 0 {
			return uid, gid, nil
		}
	}
	return 0, 0, fmt.Errorf("started as root, and there is neither a user postgres nor nobody to run PostgreSQL as")
}

// canEnter reports whether a user may search the folder and each one above it.
func canEnter(path string, uid, gid int) bool {
	path, err := filepath.EvalSymlinks(path)
	if err != nil {
		return false
	}
	for {
		info, err := os.Stat(path)
		if err != nil {
			return false
		}
		stat, ok := info.Sys().(*syscall.Stat_t)
		if !ok {
			return false
		}
		search := os.FileMode(0o001)
		switch {
		case int(stat.Uid) == uid:
			search = 0o100
		case int(stat.Gid) == gid:
			search = 0o010
		}
		if info.Mode().Perm()&search == 0 {
			return false
		}
		parent := filepath.Dir(path)
		if parent == path {
			return true
		}
		path = parent
	}
}

// own makes the identity the owner of a tree. Whether that is needed is decided by the
// root alone, because a tree is handed over as a whole.
func (id identity) own(root string) error {
	info, err := os.Lstat(root)
	if err != nil {
		return fmt.Errorf("cannot read %s: %w", root, err)
	}
	stat, ok := info.Sys().(*syscall.Stat_t)
	if ok && int(stat.Uid) == id.uid {
		return nil
	}
	if id.kind == ourselves {
		return fmt.Errorf("%s belongs to user %d, not to the user %d that started this program", root, stat.Uid, id.uid)
	}
	tree, err := os.OpenRoot(root) // whatever links a tree has, nothing outside it is handed over
	if err != nil {
		return fmt.Errorf("cannot open %s: %w", root, err)
	}
	defer tree.Close()
	err = fs.WalkDir(tree.FS(), ".", func(path string, _ fs.DirEntry, err error) error {
		if err != nil || path == "." {
			return err
		}
		return tree.Lchown(path, id.uid, id.gid)
	})
	if err == nil {
		// The root goes last: a hand-over that is cut short is taken up again.
		err = os.Lchown(root, id.uid, id.gid)
	}
	if err != nil {
		return fmt.Errorf("cannot hand %s to user %d: %w", root, id.uid, err)
	}
	return nil
}
