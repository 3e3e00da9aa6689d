package userkernel

import (
	"context"
	"errors"
	"io"

	"ridgeline/cuda"
)

// Request is what to run.
type Request struct {
	File               string // where the PTX is from
	PTX                []byte
	Entry              string // "" is the only one
	Grid, Block        cuda.Dim3
	Cluster            cuda.Dim3 // zero is none
	DynamicSharedBytes int64
	Arguments          []Argument
	Buffers            []*Buffer // that are no parameters themselves
	Check              cuda.Checks
	EveryBlock         bool
	Dumps              []Dump
	Expectations       []Expectation
}

// Session is a kernel with its arguments on one device.
type Session struct {
	dev     cuda.Device
	module  cuda.Module
	request Request
	launch  cuda.Launch
	buffers []*held
}

// held is a buffer in device memory.
type held struct {
	*Buffer
	at    cuda.Ptr
	place int // from 1, which seeds random content
}

// Open loads the kernel and reserves its buffers on a device; where another
// session has the same request, all buffers get the same content. The caller
// closes the device.
func Open(dev cuda.Device, r Request) (*Session, error) {
	module, err := dev.Load(cuda.Image{Name: r.File, PTX: r.PTX})
	if err != nil {
		return nil, err
	}
	f, err := findEntry(module, r)
	if err != nil {
		return nil, err
	}
	s := &Session{dev: dev, module: module, request: r, launch: cuda.Launch{
		Function: f, Grid: r.Grid, Block: r.Block, Cluster: r.Cluster, DynamicSharedBytes: r.DynamicSharedBytes,
		Check: r.Check, EveryBlock: r.EveryBlock || len(r.Dumps)+len(r.Expectations) > 0, PerInstruction: true,
	}}
	if p, ok := f.(cuda.Parameterized); ok {
		if err := matchParameters(f.Name(), p.Parameters(), r.Arguments); err != nil {
			return nil, err
		}
	}
	if err := s.reserve(); err != nil {
		return nil, err
	}
	return s, s.arguments()
}

// reserve makes the buffers, those of the arguments first.
func (s *Session) reserve() error {
	list := []*Buffer{}
	for _, a := range s.request.Arguments {
		if a.Buffer != nil {
			list = append(list, a.Buffer)
		}
	}
	for _, b := range append(list, s.request.Buffers...) {
		if s.find(b.Name) != nil {
			return wrong(b.Name, "Give each buffer a name of its own.", "there are two buffers of this name")
		}
		at, err := s.dev.Alloc(b.Bytes)
		if err != nil {
			return err
		}
		s.buffers = append(s.buffers, &held{b, at, len(s.buffers) + 1})
	}
	return nil
}

func (s *Session) find(name string) *held {
	for _, b := range s.buffers {
		if b.Name == name {
			return b
		}
	}
	return nil
}

// arguments makes those of the launch.
func (s *Session) arguments() error {
	address := func(name string) (uint64, bool) {
		b := s.find(name)
		if b == nil {
			return 0, false
		}
		return uint64(b.at), true
	}
	for _, a := range s.request.Arguments {
		switch {
		case a.Buffer != nil:
			s.launch.Args = append(s.launch.Args, cuda.ArgPtr(s.find(a.Buffer.Name).at))
		case a.Struct != nil:
			content, err := a.Struct.with(address)
			if err != nil {
				return err
			}
			s.launch.Args = append(s.launch.Args, cuda.ArgBytes(content, 0))
		default:
			s.launch.Args = append(s.launch.Args, cuda.Arg{Bytes: a.Scalar.Bytes})
		}
	}
	return nil
}

// Fill puts into every buffer what the user asked for.
func (s *Session) Fill() error {
	for _, b := range s.buffers {
		if err := s.fill(b); err != nil {
			return err
		}
	}
	return nil
}

func (s *Session) fill(b *held) error {
	if b.Fill == (Fill{}) && b.Bytes > chunkBytes {
		return s.dev.Fill(b.at, []byte{0}, b.Bytes)
	}
	source, err := b.reader(b.place)
	if err != nil {
		return err
	}
	defer source.Close() //nolint:errcheck // nothing was written
	chunk := make([]byte, min(chunkBytes, b.Bytes))
	for done := int64(0); done < b.Bytes; {
		n, err := io.ReadFull(source, chunk[:min(int64(len(chunk)), b.Bytes-done)])
		if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) {
			return wrong(b.Name, "", "%s", err)
		}
		if err := s.dev.Write(b.at+cuda.Ptr(done), chunk[:n]); err != nil {
			return err
		}
		done += int64(n)
	}
	return nil
}

// Run fills the buffers and launches the kernel once.
func (s *Session) Run(ctx context.Context) (cuda.Report, error) {
	if err := s.Fill(); err != nil {
		return cuda.Report{}, err
	}
	return s.dev.Launch(ctx, s.launch)
}

// Read gives what a buffer holds.
func (s *Session) Read(name string) ([]byte, *Buffer, error) {
	b := s.find(name)
	if b == nil {
		return nil, nil, wrong(name, "The buffers are "+s.names()+".", "there is no such buffer")
	}
	content := make([]byte, b.Bytes)
	return content, b.Buffer, s.dev.Read(content, b.at)
}
