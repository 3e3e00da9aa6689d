package classify

import (
	"ridgeline/roofline"
	"ridgeline/roofline/profile"
)

// Intensity is the operations of the path that needs the most time, per byte of
// one level, beside the ridge of the two ceilings at the clock of the kernel.
type Intensity struct {
	Path  string  `json:"path"`
	Level string  `json:"level"`
	Value float64 `json:"value"` // in Unit
	Unit  string  `json:"unit"`  // "FLOP/byte" or "OP/byte"
	// Ridge is null where one of the ceilings is missing.
	Ridge *roofline.Quantity `json:"ridge"`
}

// intensities lists the levels from DRAM on; it is empty without math.
func intensities(k *profile.Kernel, u *uses) []Intensity {
	found := []Intensity{}
	path := u.bestPath()
	if path == nil {
		return found
	}
	for _, name := range []string{profile.LevelDRAM, profile.LevelL2, profile.LevelL1, profile.LevelShared} {
		bytes := bytesAt(k, name)
		if bytes <= 0 {
			continue
		}
		i := Intensity{Path: path.Name, Level: name, Value: path.Amount.Or(0) / bytes, Unit: path.Unit + "/byte"}
		if use := u.find(name); use != nil && use.Roof != nil {
			i.Ridge = quotient(*path.Roof, *use.Roof, i.Unit)
		}
		found = append(found, i)
	}
	return found
}

// quotient is the ridge of two ceilings, with the widest interval they allow.
func quotient(path, level roofline.Quantity, unit string) *roofline.Quantity {
	return &roofline.Quantity{Median: path.Median / level.Median, Low: path.Low / level.High, High: path.High / level.Low, Unit: unit}
}

func bytesAt(k *profile.Kernel, level string) float64 {
	for _, t := range k.Traffic {
		if t.Level == level {
			return t.Bytes.Or(0)
		}
	}
	return 0
}
