package main

import (
	"strings"
	"testing"
	"testing/fstest"
)

func TestLanguageCountsFaultsPerFolder(t *testing.T) {
	long := strings.Repeat("word ", 36)
	for text, want := range map[string]faults{
		"// The user reloads their own rights.\n":               {},
		"// He hears of it; whoever it is, his tab is told.\n":  {pronouns: 3, coined: 1},
		"func TestANewOwner() {}\n":                             {},
		"var toldLater = telling()\n":                           {coined: 2},
		"const kind = \"fleeting\"\n":                           {},
		"// The sheet has a door; place a call on the shelf.\n": {},
		"// " + long + ".\n":                                    {},
	} {
		tree := fstest.MapFS{"hub/link/deep/a.go": {Data: []byte(text)}}
		found, err := measureLanguage(tree)
		if err != nil {
			t.Fatal(err)
		}
		if found["hub/link"] != want {
			t.Errorf("%q: got %+v, want %+v", text, found["hub/link"], want)
		}
	}
	tree := fstest.MapFS{"docs/a.md": {Data: []byte("# Title\n\n" + long + ". Short.\n\n| " + long[:150] + " | " + long[:150] + " |\n\n```\n" + long + "\n```\n")}}
	found, err := measureLanguage(tree)
	if err != nil {
		t.Fatal(err)
	}
	if want := (faults{long: 1}); found["docs"] != want {
		t.Errorf("got %+v, want %+v", found["docs"], want)
	}
}

func TestLanguageAllowancesOnlyFall(t *testing.T) {
	found := map[string]faults{"hub": {coined: 3}, "rest": {pronouns: 1}}
	allowed := map[string]faults{"hub": {coined: 5, long: 1}, "rest": {}}
	problems, lower := checkLanguage(found, allowed)
	if len(problems) != 1 || problems[0].file != "rest" || !lower {
		t.Errorf("got %v, lower %v", problems, lower)
	}
	tree := fstest.MapFS{languageFile: {Data: lowered(found, allowed)}}
	again, err := readAllowances(tree)
	if err != nil {
		t.Fatal(err)
	}
	if len(again) != 1 || again["hub"] != (faults{coined: 3}) {
		t.Errorf("lowered to %v", again)
	}
	tree[languageFile] = &fstest.MapFile{Data: []byte("hub three\n")}
	if _, err := readAllowances(tree); err == nil {
		t.Error("a line without numbers was accepted")
	}
}
