package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Every command in the README's sh blocks is executed, in order, in a folder of
// its own, with the program that the README's own go build makes. Only make is
// not: `make test` is what runs this test, and `make run` takes too long. Of
// those the recipe must be there, and the ridgeline commands in it must parse.
func TestReadmeCommands(t *testing.T) {
	root, err := filepath.Abs(moduleRoot)
	require.NoError(t, err)
	folder := t.TempDir()
	for _, data := range []string{filepath.Join("results", "data"), filepath.Join("docs", "examples")} {
		require.NoError(t, os.CopyFS(filepath.Join(folder, data), os.DirFS(filepath.Join(root, data))))
	}
	for _, command := range readmeCommands(t) {
		args := strings.Fields(command)
		if args[0] == "make" {
			checkRecipe(t, args[1])
			continue
		}
		cmd := exec.CommandContext(t.Context(), args[0], args[1:]...)
		cmd.Dir = folder
		if args[0] == "go" {
			cmd.Dir = root
			for i, arg := range cmd.Args {
				cmd.Args[i] = strings.Replace(arg, "bin/", filepath.Join(folder, "bin")+"/", 1)
			}
		}
		output, err := cmd.CombinedOutput()
		assert.NoError(t, err, "%s\n%s", command, output)
	}
}

// readmeCommands gives the lines of the sh blocks without their comments.
func readmeCommands(t *testing.T) []string {
	t.Helper()
	var commands []string
	inside := false
	for line := range strings.Lines(readFile(t, "README.md")) {
		command, _, _ := strings.Cut(line, "#")
		switch command = strings.TrimSpace(command); {
		case strings.HasPrefix(line, "```"):
			inside = strings.TrimSpace(line) == "```sh"
		case inside && command != "":
			commands = append(commands, command)
		}
	}
	require.Contains(t, commands, "make run")
	require.Contains(t, commands, "make test")
	return commands
}

func checkRecipe(t *testing.T, target string) {
	t.Helper()
	_, after, found := strings.Cut("\n"+readFile(t, "Makefile"), "\n"+target+":")
	require.True(t, found, "the Makefile has no target %s", target)
	_, after, _ = strings.Cut(after, "\n")
	for line := range strings.Lines(after) {
		recipe, isRecipe := strings.CutPrefix(line, "\t")
		if !isRecipe {
			break
		}
		args := strings.Fields(strings.TrimPrefix(recipe, "@"))
		if args[0] == "bin/ridgeline" {
			parser, err := kong.New(&grammar{}, kong.NoDefaultHelp())
			require.NoError(t, err)
			_, err = parser.Parse(args[1:])
			assert.NoError(t, err, "make %s: %s", target, recipe)
		}
	}
}

func readFile(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(moduleRoot, name))
	require.NoError(t, err)
	return string(text)
}
