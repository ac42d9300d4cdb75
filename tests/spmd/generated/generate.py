#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""generate.py SEED COUNT: C functions item_0 ... with nested control flow of every kind, over conditions that differ
between work-items and conditions that do not; each touches only its own part of the memory, sets flags that all share
to the same value, counts in counters that all share, and ends. Seeds below 100, of which some have found bugs, do
without what Tangled adds."""
import random
import sys


class Item:
    """A function under construction. Variables: v0... of the work-item, w0... uniform as long as control flow is."""

    def __init__(self, rng):
        self.rng = rng
        self.lines = []
        self.depth = 0
        self.loops = 0  # loops around the statement
        self.names = 0
        self.budget = rng.choice([6, 12, 25, 40])
        self.labels = []  # of the ends of blocks around the statement
        self.used = set()
        self.counters = []  # of the loops around the statement

    def put(self, text):
        self.lines.append("  " * (self.depth + 1) + text)

    def name(self, prefix):
        self.names += 1
        return f"{prefix}{self.names}"

    def own(self):
        return f"v{self.rng.randrange(5)}"

    def shared(self):
        return f"w{self.rng.randrange(3)}"

    def value(self, uniform=False):
        pick = self.rng.randrange(8)
        if self.counters and pick == 0:
            return self.rng.choice(self.counters)
        if pick < 3:
            return str(self.rng.randrange(-4, 20))
        if uniform or pick == 3:
            return self.rng.choice([self.shared(), "n"])
        if pick == 4:
            return "(int)x"
        return self.own()

    def expression(self, uniform=False):
        a, b = self.value(uniform), self.value(uniform)
        pick = self.rng.randrange(9)
        if pick < 6:
            return f"({a} {'+-*^|&'[pick]} {b})"
        if pick == 6:
            return f"in[({a}) & 63]"
        if pick == 7:
            return f"(({b}) != 0 ? ({a} & 1023) / (({b}) | 1) : {a})" if self.rng.randrange(2) else f"(({a}) >> 1)"
        return a

    def condition(self, uniform=None):
        if uniform is None:
            uniform = self.rng.randrange(3) == 0
        left = self.expression(uniform)
        kind = self.rng.randrange(4)
        if kind == 0:
            return f"(({left}) & {self.rng.choice([1, 2, 3, 4])}) == 0"
        if kind == 1:
            return f"({left}) < ({self.expression(uniform)})"
        if kind == 2 and not uniform:
            return f"x {self.rng.choice(['<', '>', '==', '!='])} {self.rng.randrange(64)}"
        return f"({left}) > {self.rng.randrange(-2, 30)}"

    def block(self, count):
        self.depth += 1
        label = self.name("end")
        self.labels.append(label)
        for _ in range(count):
            self.statement()
        self.labels.pop()
        self.depth -= 1
        if label in self.used:
            self.put(f"{label}:;")

    def nested(self):
        self.block(self.rng.randrange(1, 4))

    def statement(self):
        self.budget -= 1
        self.rng.choice(self.kinds())()

    def kinds(self):
        kinds = [self.assign] * 5 + [self.store] * 2 + [self.flag, self.call, self.fault, self.divide]
        if self.loops:
            kinds += [self.leave] * 2
        if self.depth > 1:
            kinds += [self.jump, self.leave_function]
        if self.budget > 0 and self.depth < 6:
            kinds += [self.branch] * 5 + [self.choose] * 2 + [self.count, self.count, self.repeat, self.enter]
        return kinds

    def assign(self):
        if self.rng.randrange(4) == 0:
            self.put(f"{self.shared()} = {self.expression(True)};")
        else:
            self.put(f"{self.own()} = {self.expression()};")

    def store(self):
        where = f"data[me * 8 + (({self.value()}) & 7)]"
        self.put(f"{where} {self.rng.choice(['=', '+=', '^='])} {self.expression()};")

    def flag(self):
        self.put(f"flags[{self.rng.randrange(64)}] = 1;")

    def call(self):
        self.put(f"{self.own()} = note(me, {self.expression()});")

    def fault(self):
        self.put(f"if (x > 1000 + {self.value(True)}) {self.own()} += *null + {self.rng.randrange(9)};")

    def divide(self):
        self.put(f"if ({self.value()} > 2) {self.own()} = in[{self.rng.randrange(64)}] / (1 + ({self.value()} & 3));")

    def branch(self):
        self.put(f"if ({self.condition()}) {{")
        self.nested()
        if self.rng.randrange(2):
            self.put("} else {")
            self.nested()
        self.put("}")

    def choose(self):
        uniform = self.rng.randrange(2) == 0
        self.put(f"switch (({self.expression(uniform)}) & 7) {{")
        for case in self.rng.sample(range(8), self.rng.randrange(1, 5)):
            self.put(f"case {case}:" if self.rng.randrange(4) else f"case {case}: case {case + 8}:")
            self.nested()
            if self.rng.randrange(3):
                self.put("break;")
        if self.rng.randrange(2):
            self.put("default:")
            self.nested()
        self.put("}")

    def body(self, counter):
        self.loops += 1
        self.counters.append(counter)
        self.nested()
        self.counters.pop()
        self.loops -= 1

    def count(self):
        i = self.name("i")
        bound = self.expression(self.rng.randrange(2) == 0)
        extra = f" && {self.condition()}" if self.rng.randrange(4) == 0 else ""
        self.put(f"for (int {i} = 0; {i} < (({bound}) & 3){extra}; ++{i}) {{")
        self.body(i)
        self.put("}")

    def repeat(self):
        i = self.name("i")
        self.put(f"int {i} = 0;")
        self.put("do {")
        self.body(i)
        self.put(f"}} while (++{i} < 3 && {self.condition()});")

    def enter(self):
        """A loop with a second way in."""
        if self.rng.randrange(3):
            return self.branch()
        i, label = self.name("i"), self.name("into")
        self.put(f"int {i} = 0;")
        self.put(f"if ({self.condition()}) goto {label};")
        self.put(f"while (++{i} < 4) {{")
        self.body(i)
        self.put(f"{label}:")
        self.put(f"{self.own()} += {self.value()};")
        self.put("}")
        return None

    def leave(self):
        self.put(f"if ({self.condition()}) {self.rng.choice(['break', 'break', 'continue'])};")

    def jump(self):
        label = self.rng.choice(self.labels)
        self.used.add(label)
        self.put(f"if ({self.condition()}) goto {label};")

    def leave_function(self):
        if self.rng.randrange(2):
            self.put(f"if ({self.condition()}) return;")

    def text(self, number):
        self.block(5)
        head = f"void item_{number}(long x, long y, long z, const int *in, int *data, int *flags, const int *null, int n) {{\n"
        head += "  const long me = y * 96 + x;\n"
        head += "  int v0 = (int)x, v1 = in[x & 63], v2 = (int)x * 7 & 15, v3 = 3, v4 = n;\n"
        head += "  int w0 = n, w1 = in[1], w2 = 5;\n" + self.more()
        tail = "  data[me * 8] += v0 + v1 * 3 + v2 * 5 + v3 * 7 + v4 * 11 + w0 + w1 * 13 + w2 * 17;\n}\n"
        body = "\n".join(line for line in self.lines) + "\n"
        return head + body + tail

    def more(self):
        """Variables of a class made from this one."""
        return ""


class Tangled(Item):
    """With ids in y, private arrays, counters, divisions that only conditions protect, and control flow by labels."""

    def value(self, uniform=False):
        pick = self.rng.randrange(12)
        if pick == 0 and not uniform:
            return "(int)y"
        if pick == 1 and not uniform:
            return f"own[({super().value()}) & 3]"
        return super().value(uniform)

    def condition(self, uniform=None):
        pick = self.rng.randrange(12)
        if pick == 0:
            return f"y {self.rng.choice(['<', '==', '!='])} {self.rng.randrange(6)}"
        if pick < 4:
            return f"(({super().condition(uniform)}) {self.rng.choice(['&&', '||'])} ({super().condition(uniform)}))"
        return super().condition(uniform)

    def kinds(self):
        kinds = super().kinds() + [self.array, self.tally, self.protect]
        if self.budget > 0 and self.depth < 6:
            kinds += [self.tangle] * 2 + [self.dispatch, self.both, self.both, self.scratch, self.forever]
        return kinds

    def few(self):
        self.block(self.rng.randrange(1, 3))

    def array(self):
        self.put(f"own[({self.value()}) & 3] = {self.expression()};")

    def tally(self):
        self.put(f"__atomic_fetch_add(&flags[64 + {self.rng.randrange(32)}], {self.value()}, __ATOMIC_RELAXED);")

    def fault(self):
        self.put(f"if (x > 1000 + ({self.value(True)} & 63)) {self.own()} += *null + {self.rng.randrange(9)};")

    def protect(self):
        """A division that traps where its condition does not hold."""
        uniform = self.rng.randrange(2) == 0
        by = self.shared() if uniform else self.own()
        self.put(f"if ({by} != 0) {self.own()} = ({self.value()} & 1023) {self.rng.choice('/%')} {by};")

    def scratch(self):
        """A private array with a life of its own."""
        name = self.name("t")
        self.put(f"{{ int {name}[3];")
        for i in range(3):
            self.put(f"{name}[{i}] = {self.expression()};")
        self.few()
        self.put(f"{self.own()} = {name}[({self.value()}) & 1] + {name}[2];")
        self.put("}")

    def tangle(self):
        """Stretches with jumps from any to any; back as long as there is fuel."""
        fuel = self.name("fuel")
        labels = [self.name("at") for _ in range(self.rng.randrange(3, 6))]
        self.put(f"int {fuel} = {self.rng.randrange(1, 5)};")
        if self.rng.randrange(2):
            self.put(f"if ({self.condition()}) goto {self.rng.choice(labels)};")
        for number, label in enumerate(labels):
            self.put(f"{label}:;")
            self.few()
            for _ in range(self.rng.randrange(1, 3)):
                to = self.rng.randrange(len(labels))
                self.put(f"if ({f'{fuel}-- > 0 && ' if to <= number else ''}({self.condition()})) goto {labels[to]};")

    def dispatch(self):
        """A loop over the states of a machine."""
        state, fuel, out = self.name("state"), self.name("fuel"), self.name("out")
        uniform = self.rng.randrange(3) == 0
        self.put(f"int {state} = {self.expression(uniform)}, {fuel} = {self.rng.randrange(2, 6)};")
        self.put(f"while ({fuel}-- > 0) {{")
        self.put(f"switch ({state} & 3) {{")
        self.loops += 1
        names = ["case 0:", "case 1:", "case 2:", "default:"][self.rng.randrange(2) :]
        self.rng.shuffle(names)
        for name in names:
            self.put(name)
            self.few()
            self.put(f"{state} = {self.expression(uniform)};")
            self.put(self.rng.choice(["break;", "continue;", "", f"if ({self.condition()}) goto {out};"]))
        self.loops -= 1
        self.put("}")
        self.few()
        self.put("}")
        self.put(f"{out}:;")

    def both(self):
        """Two loops of uniform bounds, that lanes leave together, or go on with the outer one."""
        i, j, out, on = self.name("i"), self.name("j"), self.name("out"), self.name("on")
        self.loops += 1
        self.put(f"for (int {i} = 0; {i} < {self.rng.choice(['2', '3', 'n % 4'])}; ++{i}) {{")
        self.few()
        self.put(f"for (int {j} = 0; {j} < {self.rng.choice(['2', '3', 'w2 % 4', f'{i} + 1'])}; ++{j}) {{")
        self.counters += [i, j]
        for way in self.rng.sample([f"goto {out}", f"goto {on}", "break", "continue", "return"], self.rng.randrange(1, 4)):
            self.few()
            self.put(f"if ({self.condition()}) {way};")
        self.few()
        self.put("}")
        self.counters.pop()
        self.few()
        self.counters.pop()
        self.put(f"{on}:;")
        self.put("}")
        self.put(f"{out}:;")
        self.loops -= 1

    def forever(self):
        """A loop that only its body leaves."""
        fuel = self.name("fuel")
        self.put(f"int {fuel} = {self.rng.randrange(1, 5)};")
        self.put("for (;;) {")
        self.loops += 1
        self.put(f"if (--{fuel} < 0) {self.rng.choice(['break', 'return'])};")
        self.few()
        self.put(f"if ({self.condition()}) break;")
        self.few()
        self.loops -= 1
        self.put("}")

    def more(self):
        return "  int own[4]; own[0] = (int)y; own[1] = v1; own[2] = 2; own[3] = n;\n"


def main():
    seed, count = int(sys.argv[1]), int(sys.argv[2])
    print("// Unsigned arithmetic in disguise: compiled with -fwrapv.")
    print("int note(long x, int v);")
    for number in range(count):
        print((Item if seed < 100 else Tangled)(random.Random(seed * 1000 + number)).text(number))


if __name__ == "__main__":
    main()
