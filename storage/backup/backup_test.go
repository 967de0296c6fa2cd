package backup_test

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"switchboard/storage/backup"
	"switchboard/storage/blob/folder"
)

func open(t *testing.T, dir, passphrase string) *backup.Repository {
	t.Helper()
	store, err := folder.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = store.Close() })
	r, err := backup.Open(t.Context(), store, passphrase, true)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func save(t *testing.T, r *backup.Repository, files map[string][]byte) *backup.Snapshot {
	t.Helper()
	m, err := r.Make(t.Context(), "test")
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	m.Directory("empty", 0o700)
	for path, content := range files {
		if err := m.Add(t.Context(), path, 0o600, bytes.NewReader(content)); err != nil {
			t.Fatal(err)
		}
	}
	s, err := m.Save(t.Context(), "all")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// holds compares what a snapshot has with what it was made of.
func holds(t *testing.T, r *backup.Repository, name string, want map[string][]byte) {
	t.Helper()
	s, err := r.Snapshot(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	files := 0
	for _, f := range s.Files {
		if f.Mode.IsDir() {
			continue
		}
		files++
		var got bytes.Buffer
		if err := r.Copy(t.Context(), f, &got); err != nil || !bytes.Equal(got.Bytes(), want[f.Path]) {
			t.Errorf("%s has %d bytes, %v", f.Path, got.Len(), err)
		}
	}
	if files != len(want) {
		t.Errorf("%d files, not %d", files, len(want))
	}
}

func noise(size int) []byte {
	out := make([]byte, size)
	random := rand.New(rand.NewPCG(uint64(size), 1))
	for i := range out {
		out[i] = byte(random.Uint32())
	}
	return out
}

func TestASnapshotHoldsWhatItWasMadeOf(t *testing.T) {
	for _, passphrase := range []string{"", "correct horse"} {
		dir := t.TempDir()
		large := noise(3 << 20)
		first := map[string][]byte{"a": []byte("secret words"), "b/c": large, "b/none": {}}
		one := save(t, open(t, dir, passphrase), first)

		changed := bytes.Clone(large)
		changed[1<<20] ^= 1
		second := map[string][]byte{"a": []byte("other words"), "b/c": changed, "b/copy": large}
		r := open(t, dir, passphrase)
		two := save(t, r, second)
		if two.Added > 600<<10 || two.Size != int64(2*len(large)+len("other words")) {
			t.Errorf("after a change of one byte %d bytes are added of %d", two.Added, two.Size)
		}
		for _, r := range []*backup.Repository{r, open(t, dir, passphrase)} {
			holds(t, r, one.ID, first)
			holds(t, r, "", second)
		}
		if is := leaks(t, dir, "secret words"); is != (passphrase == "") && passphrase != "" {
			t.Error("an encrypted backup shows what it holds")
		}
	}
}

// leaks reports whether a text lies in any file as it is.
func leaks(t *testing.T, dir, text string) (is bool) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := os.ReadFile(path)
		is = is || strings.Contains(string(content), text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return is
}

func TestOnlyThePassphraseOpensABackup(t *testing.T) {
	sealed, plain := t.TempDir(), t.TempDir()
	save(t, open(t, sealed, "right"), map[string][]byte{"a": []byte("x")})
	save(t, open(t, plain, ""), map[string][]byte{"a": []byte("x")})
	for _, c := range []struct {
		dir, passphrase string
		create          bool
		want            string
	}{
		{sealed, "wrong", true, backup.ErrPassphrase.Error()},
		{sealed, "", false, backup.ErrPassphrase.Error()},
		{plain, "right", false, "not encrypted"},
		{t.TempDir(), "right", false, backup.ErrNone.Error()},
	} {
		store, err := folder.Open(c.dir)
		if err != nil {
			t.Fatal(err)
		}
		_, err = backup.Open(t.Context(), store, c.passphrase, c.create)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %v, want %q", c.passphrase, err, c.want)
		}
		if err := store.Close(); err != nil {
			t.Error(err)
		}
	}
}

func TestPruneKeepsWhatTheNewestNeed(t *testing.T) {
	dir := t.TempDir()
	r := open(t, dir, "")
	shared := noise(600 << 10)
	var last map[string][]byte
	for n := range 4 {
		last = map[string][]byte{"shared": shared, "own": []byte(fmt.Sprint("content ", n))}
		save(t, r, last)
	}
	// What a backup that was cut off leaves.
	cut, err := r.Make(t.Context(), "test")
	if err != nil {
		t.Fatal(err)
	}
	if err := cut.Add(t.Context(), "lost", 0o600, bytes.NewReader(noise(17<<20))); err != nil {
		t.Fatal(err)
	}
	if _, _, err := open(t, dir, "").Prune(t.Context(), 1); !errors.Is(err, backup.ErrInUse) {
		t.Errorf("pruned under a backup at work: %v", err)
	}
	cut.Close()
	snapshots, packs, err := open(t, dir, "").Prune(t.Context(), 1)
	if err != nil || snapshots != 3 || packs != 3 { // two snapshots' own and the lost one's; the first has what is shared
		t.Errorf("removed %d snapshots and %d packs, %v", snapshots, packs, err)
	}
	r = open(t, dir, "")
	holds(t, r, "", last)
	again := save(t, r, map[string][]byte{"own": []byte("content 1")})
	if again.Added == 0 {
		t.Error("a backup counts on a chunk that was pruned")
	}
	holds(t, open(t, dir, ""), "", map[string][]byte{"own": []byte("content 1")})
}

func TestDamageIsFound(t *testing.T) {
	for _, passphrase := range []string{"", "words"} {
		dir := t.TempDir()
		s := save(t, open(t, dir, passphrase), map[string][]byte{"a": noise(2 << 20)})
		packs, err := filepath.Glob(filepath.Join(dir, "packs", "*", "*"))
		if err != nil || len(packs) != 1 {
			t.Fatalf("packs %v, %v", packs, err)
		}
		content, err := os.ReadFile(packs[0])
		if err != nil {
			t.Fatal(err)
		}
		for _, damaged := range [][]byte{append(bytes.Clone(content[:1<<20]), noise(len(content)-1<<20)...), content[:len(content)-10], nil} {
			if err := os.WriteFile(packs[0], damaged, 0o600); err != nil {
				t.Fatal(err)
			}
			if err := open(t, dir, passphrase).Check(t.Context(), s, nil); err == nil || !strings.Contains(err.Error(), "a: the chunk") {
				t.Errorf("a pack of %d bytes of %d: %v", len(damaged), len(content), err)
			}
		}
		if err := os.WriteFile(packs[0], content, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := open(t, dir, passphrase).Check(t.Context(), s, nil); err != nil {
			t.Error(err)
		}
	}
}
