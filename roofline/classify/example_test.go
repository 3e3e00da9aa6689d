package classify_test

import (
	"fmt"
	"strings"

	"ridgeline/results"
	"ridgeline/roofline/classify"
	"ridgeline/roofline/profile"
)

// A project's own test can hold a kernel to a share of its roof: read the
// ceilings of the GPU and a profile of the kernel, and fail below the share. Here
// the profile is a line of declared work; an .ncu-rep is opened by profile.Open.
func Example() {
	doc, err := results.Read("../../results/testdata/h100-sxm.json")
	if err != nil {
		fmt.Println(err)
		return
	}
	const declared = "name,time_s,bytes,level,device\ncopy,0.001,2.9e9,dram,virtual h100-sxm\n"
	file, err := profile.Read(strings.NewReader(declared), profile.Options{Name: "copy.csv"})
	if err != nil {
		fmt.Println(err)
		return
	}
	result := classify.Classify(&file.Kernels[0], classify.NewCeilings(doc, "h100-sxm.json"))
	const wanted = 0.85
	share, known := result.ShareOf("dram")
	if !known || share.Median < wanted {
		fmt.Printf("copy is below %.0f %% of the dram roof: %s\n", 100*wanted, result.Verdict.Reason)
		return
	}
	fmt.Println(result.Verdict.Label(), "at", result.Verdict.Reason)
	// Output: BOUND(dram) at 90.6 % of the dram roof
}
