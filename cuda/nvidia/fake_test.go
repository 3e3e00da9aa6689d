//go:build cuda && linux

package nvidia_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"ridgeline/cuda"
	"ridgeline/cuda/nvidia"
	"ridgeline/cuda/nvidia/abi"
	"ridgeline/cuda/nvidia/doubles"
)

// inside names the part of a test that runs in a process of its own: a process
// opens one driver.
const inside = "RIDGELINE_TEST_INSIDE"

// inFake runs the rest of a test in a process of its own, whose driver is a fake
// of testdata/libcuda.c, in this environment. It gives true in that process and
// false in this one, when the other has ended well.
func inFake(t *testing.T, library func() (string, error), environment ...string) bool {
	t.Helper()
	if os.Getenv(inside) == t.Name() {
		return true
	}
	fake, err := library()
	require.NoError(t, err)
	cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^"+strings.ReplaceAll(t.Name(), "/", "$/^")+"$", "-test.v")
	cmd.Env = append(os.Environ(), inside+"="+t.Name(), "RIDGELINE_LIBCUDA="+fake, "RIDGELINE_LIBNVML=/nonexistent")
	cmd.Env = append(cmd.Env, environment...)
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", out)
	require.Contains(t, string(out), "--- PASS: "+t.Name())
	return false
}

// The fake as it is and as an old driver would be, built once each.
var (
	newFake = sync.OnceValues(func() (string, error) { return buildFake() })
	oldFake = sync.OnceValues(func() (string, error) { return buildFake("-DOLD") })
	folder  = sync.OnceValues(func() (string, error) { return os.MkdirTemp("", "fake-cuda") })
)

func TestMain(m *testing.M) {
	code := m.Run()
	if dir, err := folder(); err == nil {
		_ = os.RemoveAll(dir)
	}
	os.Exit(code)
}

func buildFake(flags ...string) (string, error) {
	dir, err := folder()
	if err != nil {
		return "", err
	}
	library := filepath.Join(dir, "libcuda"+strings.Join(flags, "")+".so.1")
	args := append([]string{"-O2", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-I", "abi/include", "-o", library}, flags...)
	return library, doubles.Compile(append(args, "testdata/libcuda.c")...)
}

// openFake opens the fake's first device.
func openFake(t testing.TB) cuda.Device {
	t.Helper()
	driver, err := nvidia.Open()
	require.NoError(t, err)
	dev, err := driver.Open(0)
	require.NoError(t, err)
	return dev
}

// fakeState is what the fake tells of itself.
type fakeState struct {
	OpenHandles, Launches, GraphLaunches, Strays, ArgumentBytes, ArgumentSum, Cluster, SharedBytes int
}

func askFake(t testing.TB) (s fakeState) {
	t.Helper()
	require.NoError(t, json.Unmarshal(abi.Ask("fake"), &s))
	return s
}

// fakePTX has a kernel with an argument of every kind that matters here. The
// fake does not read it.
const fakePTX = `
.version 8.5
.target sm_90
.address_size 64
.visible .entry few(.param .u64 a, .param .u32 b) { ret; }
.visible .entry none() { ret; }
.visible .entry map(.param .align 64 .b8 m[128], .param .u64 a) { ret; }
.visible .entry big(.param .align 8 .b8 b[4096]) { ret; }
`

func fakeFunction(t testing.TB, dev cuda.Device, name string) cuda.Function {
	t.Helper()
	m, err := dev.Load(cuda.Image{Name: "fake.ptx", PTX: []byte(fakePTX)})
	require.NoError(t, err)
	f, err := m.Function(name)
	require.NoError(t, err)
	return f
}
