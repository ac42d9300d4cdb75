#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""generate.py SEED COUNT: C functions item_0 ... with nested control flow of every kind, over conditions that differ
between work-items and conditions that do not; each touches only its own part of the memory, sets flags that all share
to the same value, and ends."""
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
        kinds = [self.assign] * 5 + [self.store] * 2 + [self.flag, self.call, self.fault, self.divide]
        if self.loops:
            kinds += [self.leave] * 2
        if self.depth > 1:
            kinds += [self.jump, self.leave_function]
        if self.budget > 0 and self.depth < 6:
            kinds += [self.branch] * 5 + [self.choose] * 2 + [self.count, self.count, self.repeat, self.enter]
        self.rng.choice(kinds)()

    def assign(self):
        if self.rng.randrange(4) == 0:
            self.put(f"{self.shared()} = {self.expression(True)};")
        else:
            self.put(f"{self.own()} = {self.expression()};")

    def store(self):
        where = f"data[x * 8 + (({self.value()}) & 7)]"
        self.put(f"{where} {self.rng.choice(['=', '+=', '^='])} {self.expression()};")

    def flag(self):
        self.put(f"flags[{self.rng.randrange(64)}] = 1;")

    def call(self):
        self.put(f"{self.own()} = note(x, {self.expression()});")

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
        head += "  int v0 = (int)x, v1 = in[x & 63], v2 = (int)x * 7 & 15, v3 = 3, v4 = n;\n"
        head += "  int w0 = n, w1 = in[1], w2 = 5;\n"
        tail = "  data[x * 8] += v0 + v1 * 3 + v2 * 5 + v3 * 7 + v4 * 11 + w0 + w1 * 13 + w2 * 17;\n}\n"
        body = "\n".join(line for line in self.lines) + "\n"
        return head + body + tail


def main():
    seed, count = int(sys.argv[1]), int(sys.argv[2])
    print("// Unsigned arithmetic in disguise: compiled with -fwrapv.")
    print("int note(long x, int v);")
    for number in range(count):
        print(Item(random.Random(seed * 1000 + number)).text(number))


if __name__ == "__main__":
    main()
