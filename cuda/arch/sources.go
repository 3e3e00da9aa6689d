package arch

// The documents that the tables quote.
const (
	guideTable   = "CUDA C Programming Guide, table of arithmetic throughput (columns 3.0 to 8.6)"
	guide126     = "CUDA C Programming Guide 12.6, table 4 (columns 8.0 to 9.0)"
	guide51      = "CUDA Programming Guide 5.1, appendix Compute Capabilities"
	bestPractice = "CUDA Best Practices Guide 13.4, section 12.1.1"
	xlaTable     = "openxla/xla stream_executor/cuda/cuda_core_info_table, which cites whitepapers and the Best Practices Guide 13"
	b300Notes    = "measured: ademeure/QuickRunCUDA branch f2fp-deep-dive@3a9f5f2, notes on B300"
	accelSim     = "measured: table from Accel-Sim micro-benchmarks on an RTX 3090 (the guide prints twice this rate)"
	clpeakA100   = "measured: krrishnarraj/clpeak@18c668f, A100 19.35 TOPS of multiply-adds"
	gh200OpenCL  = "measured: mredenti/PowerCapping OpenCL_benchmark.md, GH200 32.97 TOPS of multiply-adds"
	b200OpenCL   = "measured: ProjectPhysX/OpenCL-Benchmark@4694a5b, B200 36.5 TOPS of multiply-adds"
	occupancyH   = "cuda_occupancy.h of CUDA Toolkit 12.4"
	gv100        = "device properties of a Quadro GV100 in NVIDIA/nvbench@66212f1 python/scripts/test_cmp.json"
	olderGuides  = "older editions of the CUDA Programming Guide"
	gpuBenches   = "measured: RRZE-HPC/gpu-benches@1038c5d"
	mt4g         = "measured: caps-tum/mt4g@4cc5566 sample_results"
	forumL1      = "NVIDIA staff, developer forum thread 77228: L1 gives 128 B a cycle and SM"
	everyNews    = "measured: 128 on RTX PRO 6000 Blackwell, chipsandcheese.com as summarised at every.news (second hand)"
	forumLSU     = "NVIDIA staff, developer forum thread 312884: line 128 B, sector 32 B"
)

func of(n float64, source string) Value { return Value{Number: n, Source: source} }

func kib(n float64, source string) Value { return of(n*1024, source) }

func missing(why string) Value { return Value{Missing: why} }

const (
	noRate    = "no source found for this rate on this compute capability"
	noUnit    = "cuda_occupancy.h of CUDA Toolkit 12.4 does not know this compute capability"
	noReserve = "no memory is reserved per block before compute capability 8.0"
)
