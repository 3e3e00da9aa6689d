# Compiles suite.cu with NVRTC through its C interface, for generate.sh.
import ctypes, glob, os, sys

library, include, out = sys.argv[1:4]
rtc = ctypes.CDLL(library)
source = open("suite.cu").read().encode()
options = [b"--gpu-architecture=compute_80", b"-I.", b"-I" + include.encode()]
program = ctypes.c_void_p()
assert rtc.nvrtcCreateProgram(ctypes.byref(program), source, b"suite.cu", 0, None, None) == 0
status = rtc.nvrtcCompileProgram(program, len(options), (ctypes.c_char_p * len(options))(*options))
size = ctypes.c_size_t()
rtc.nvrtcGetProgramLogSize(program, ctypes.byref(size))
log = ctypes.create_string_buffer(size.value)
rtc.nvrtcGetProgramLog(program, log)
assert status == 0, log.value.decode()
rtc.nvrtcGetPTXSize(program, ctypes.byref(size))
text = ctypes.create_string_buffer(size.value)
rtc.nvrtcGetPTX(program, text)
open(out, "w").write(text.value.decode())
