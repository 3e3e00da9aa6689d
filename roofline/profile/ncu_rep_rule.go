package profile

// readRule reads the result of one rule: a Rule for each of its messages.
func readRule(k *Kernel, message []byte) error {
	rule := Rule{SpeedupPercent: Missing("estimates of gain are not read from .ncu-rep")}
	var bodies [][]byte
	err := eachField(message, func(f wireField) error {
		switch f.number {
		case 1:
			rule.Name = string(f.data)
		case 3:
			bodies = append(bodies, f.data)
		case 4:
			rule.Section = string(f.data)
		}
		return nil
	})
	if err != nil {
		return err
	}
	for _, body := range bodies {
		if err := eachField(body, func(f wireField) error { return readRuleItem(k, rule, f) }); err != nil {
			return err
		}
	}
	return nil
}

// readRuleItem reads an item of a rule's body; those that are no message, such
// as tables, are left out.
func readRuleItem(k *Kernel, rule Rule, item wireField) error {
	if item.number != 1 || item.kind != wireBytes {
		return nil
	}
	return eachField(item.data, func(f wireField) error {
		if f.number != 1 || f.kind != wireBytes {
			return nil
		}
		if err := readRuleMessage(&rule, f.data); err != nil {
			return err
		}
		if rule.Message != "" {
			k.Rules = append(k.Rules, rule)
		}
		return nil
	})
}

func readRuleMessage(rule *Rule, message []byte) error {
	kind := uint64(0)
	err := eachField(message, func(f wireField) error {
		switch f.number {
		case 1:
			rule.Message = string(f.data)
		case 2:
			kind = f.value
		}
		return nil
	})
	switch kind {
	case 2:
		rule.Kind = RuleWarning
	case 3:
		rule.Kind = "error"
	case 4:
		rule.Kind = RuleOptimization
	default:
		rule.Kind = RuleInformation
	}
	return err
}
