package exec

// A block is a cluster of its own, as it is on a GPU where the launch asks for
// none. Kernels that need larger clusters are refused (module.go).

// clusterBuilder decodes what finds its way in a cluster.
func clusterBuilder(opcode string) func(*decoder) {
	switch opcode {
	case "mapa":
		return buildMapAddress
	case "getctarank":
		return buildBlockRank
	}
	return nil
}

// buildMapAddress decodes mapa{.shared::cluster}.type d, a, rank: the address a
// in the shared memory of another block of the cluster.
func buildMapAddress(d *decoder) {
	d.mods.has("shared::cluster")
	t := d.typeAmong("u32", "u64")
	if !d.args(3) {
		return
	}
	in := d.begin(execMapAddress)
	in.pure = false
	in.d, in.a, in.b = d.dst(0, t), d.src(1, t), d.src(2, bits32)
	d.emit(in, aluCost(1))
}

func execMapAddress(w *Warp, in *inst) {
	for m := w.mask; m != 0; m &= m - 1 {
		lane := firstLane(m) & 31
		if rank := w.r32[in.b][lane]; rank != 0 {
			w.err = w.failed(in, lane, "there is no block "+itoa(int(rank))+" in the cluster, which has one block")
			return
		}
		w.setValue(in.dClass, in.d, lane, w.value(in.aClass, in.a, lane))
	}
}

// buildBlockRank decodes getctarank{.shared::cluster}.type d, a: the block of the
// cluster to whose shared memory the address belongs.
func buildBlockRank(d *decoder) {
	d.mods.has("shared::cluster")
	t := d.typeAmong("u32", "u64")
	d.unary(func(uint64) uint64 { return 0 }, aluCost(1), bits32, t)
}

// clusterBarrier is the number of the barrier of the cluster, behind those of
// the block.
const clusterBarrier = barrierCount

// buildClusterBarrier decodes barrier.cluster.{arrive,wait}{.sem}{.aligned}.
func buildClusterBarrier(d *decoder) {
	step := d.mods.one("arrive", "wait")
	d.mods.one(pick(step == "arrive", []string{"release", "relaxed"}, []string{"acquire"})...)
	d.mods.has("aligned")
	if step == "" {
		d.invalid("needs .arrive or .wait")
		return
	}
	if !d.args(0) {
		return
	}
	in := d.begin(execNothing)
	in.control, in.x = controlBarrier, &extra{barrier: &barrierForm{wait: step == "wait", cluster: true}}
	d.emit(in, branchCost())
}

// clusterStep arrives at the cluster's barrier, or waits for it. A lane waits
// until all that live have arrived since it did.
func (w *Warp) clusterStep(in *inst, m uint32, next int32) (waits bool) {
	r := &w.block.barriers[clusterBarrier]
	if !in.x.barrier.wait {
		w.core.barriers++
		r.arrived[w.id] |= m
		r.waiting++
		w.block.complete(clusterBarrier)
		return false
	}
	if r.arrived[w.id]&m == 0 {
		return false
	}
	w.waiting = append(w.waiting, waiter{group{next, w.prog.rankOf(w.current, next), m}, clusterBarrier, in})
	return true
}
