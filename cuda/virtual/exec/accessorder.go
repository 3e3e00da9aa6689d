package exec

// accessOrder takes the memory order and the scope of a load or store.
func (d *decoder) accessOrder(f *memoryForm) {
	mmio := d.mods.has("mmio")
	order := d.mods.one("weak", "volatile", "relaxed", pick(f.store, "release", "acquire"))
	scope := d.mods.one("cta", "cluster", "gpu", "sys")
	scoped := order != "" && order != "weak" && order != "volatile"
	switch {
	case scoped != (scope != ""):
		d.invalid("an order such as .relaxed and a scope need each other")
	case mmio && order != "relaxed":
		d.invalid(".mmio needs .relaxed and a scope")
	}
	f.strong = order != "" && order != "weak"
	f.bypass = order == "volatile" || mmio || scope == "gpu" || scope == "sys"
	f.ordered = scoped
	f.volatile = order == "volatile"
	f.weak = order == "weak"
}

// cacheModifiers takes what steers the caches, and tells whether there is an
// operand with a cache policy.
func (d *decoder) cacheModifiers(f *memoryForm) (hinted bool) {
	operation := d.mods.one(pick(f.store, []string{"wb", "cg", "cs", "wt"}, []string{"ca", "cg", "cs", "lu", "cv"})...)
	near := d.mods.one("L1::evict_normal", "L1::evict_unchanged", "L1::evict_first", "L1::evict_last", "L1::no_allocate")
	far := d.mods.one("L2::evict_normal", "L2::evict_first", "L2::evict_last")
	hinted = d.mods.has("L2::cache_hint")
	prefetch := d.mods.one("L2::64B", "L2::128B", "L2::256B")
	device := f.space == SpaceNone || f.space == SpaceGlobal
	switch {
	case operation != "" && (f.ordered || f.volatile || near != ""), near != "" && f.volatile:
		d.invalid("these modifiers do not go together")
	case (near != "" || far != "" || hinted || prefetch != "") && !device:
		d.invalid("this modifier goes with global memory")
	case far != "" && !d.mods.holds("v8") && (!d.mods.holds("v4") || !d.mods.holds("b64", "u64", "s64", "f64")):
		d.invalid("." + far + " goes with accesses of 32 bytes")
	case f.store && prefetch != "":
		d.invalid("." + prefetch + " goes with loads")
	}
	if operation == "cg" || operation == "cv" {
		f.bypass = true
	}
	if !f.store && d.mods.has("nc") && (f.space != SpaceGlobal || operation == "cv" || operation == "lu" || f.ordered || f.volatile || f.weak) {
		d.invalid(".nc goes with .global, and with neither an order nor .cv")
	}
	return hinted
}

// ordersSpace reports an order that a space does not have.
func (d *decoder) ordersSpace(f *memoryForm) {
	orderless := f.space == SpaceConst || f.space == SpaceParam
	if orderless && (f.ordered || f.volatile) || f.space == SpaceLocal && f.ordered {
		d.invalid("an order does not go with this space")
	}
}
