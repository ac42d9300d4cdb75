# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The page of bench-kernels: times, ratios, shares of the machine's limits, means over classes, and builds.

A result is what one line of bench-kernels says, with its class: {"case", "class", "value" (ms), "compile" (ms), "ready"
(ms), "flops", "integers", "bytes", "footprint"}, or {"case", "class", "missing": why}. results is {platform: {case:
result}}; the first platform is the one compared.
"""

import math

FLOOR = 0.8  # no kernel is to fall below this ratio to the better of the others


def geometric_mean(values):
    return math.exp(sum(map(math.log, values)) / len(values)) if values else None


def number(value):
    if value is None:
        return ""
    return f"{value:.0f}" if value >= 100 else f"{value:.3g}"


def row(cells):
    return "| " + " | ".join(cells) + " |"


def cases_in_order(results):
    """[(class, case)] in the order in which the platforms ran them."""
    found = {}
    for platform in results.values():
        for case, result in platform.items():
            found.setdefault(case, result["class"])
    classes = list(dict.fromkeys(found.values()))
    return sorted(((kind, case) for case, kind in found.items()), key=lambda pair: classes.index(pair[0]))


def ratio(results, case, other):
    """How many times the first platform's time another one takes, or None where either has none."""
    mine = next(iter(results.values())).get(case, {}).get("value")
    theirs = results[other].get(case, {}).get("value")
    return theirs / mine if mine and theirs else None


def limit(limits, name, footprint=0):
    """The machine's limit of this name for a working set of so many bytes, or None. Between two sizes that were measured
    it lies on the line over the logarithm of the size: caches fill by and by."""
    found = sorted((item for item in limits if item["limit"] == name), key=lambda item: item["bytes"])
    below = [item for item in found if item["bytes"] <= footprint]
    above = [item for item in found if item["bytes"] > footprint]
    if not below or not above:
        return (below[-1:] + above[:1] + [{"value": None}])[0]["value"]
    low, high = below[-1], above[0]
    part = math.log(footprint / low["bytes"]) / math.log(high["bytes"] / low["bytes"])
    return low["value"] + part * (high["value"] - low["value"])


def rate_and_share(result, limits):
    """(rate with its unit, share of the limit that binds) of a result, empty where they are not known."""
    if "value" not in result:
        return "", ""
    seconds = result["value"] * 1e-3
    costs = (("flops", "fp32 FMA", "GFLOP/s"), ("integers", "int32", "GOP/s"), ("bytes", "memory", "GB/s"))
    bound = []
    for key, name, unit in costs:
        rate = result.get(key, 0) / seconds * 1e-9
        peak = limit(limits, name, result.get("footprint", 0) if name == "memory" else 0)
        if rate and peak:
            bound.append((rate / peak, rate, unit))
    if not bound:
        return "", ""
    share, rate, unit = max(bound)
    return f"{number(rate)} {unit}", f"{share:.0%}"


def times(results, limits):
    names = list(results)
    first, others = names[0], names[1:]
    head = ["class", "kernel", *[f"{name}, ms" for name in names], *[f"{name} / {first}" for name in others],
            f"{first}'s rate", "of limit", *[f"build {name}, ms" for name in names]]
    lines = [row(head), "|---|---" + "|---:" * (len(head) - 2) + "|"]
    for kind, case in cases_in_order(results):
        found = [results[name].get(case, {"missing": "did not run"}) for name in names]
        cells = [kind, case, *[number(item["value"]) if "value" in item else item["missing"] for item in found]]
        for other in others:
            factor = ratio(results, case, other)
            cells.append(f"{factor:.2f}" if factor else "")
        cells += rate_and_share(found[0], limits)
        cells += [number(item.get("compile")) for item in found]
        lines.append(row(cells))
    return lines


def class_means(results):
    """{class: {other platform: (geometric mean of the ratios or None, their number)}}"""
    others = list(results)[1:]
    means = {}
    for kind, case in cases_in_order(results):
        for other in others:
            factor = ratio(results, case, other)
            means.setdefault(kind, {name: [] for name in others})[other] += [factor] if factor else []
    return {kind: {other: (geometric_mean(values), len(values)) for other, values in found.items()}
            for kind, found in means.items()}


def means(results):
    first, *others = results
    found = class_means(results)
    if not others or not found:
        return []
    lines = [row(["class", *[f"{other} / {first}" for other in others]]), "|---" + "|---:" * len(others) + "|"]
    for kind, by_other in found.items():
        lines.append(row([kind, *[f"{mean:.2f} ({count})" if mean else "" for mean, count in by_other.values()]]))
    over = ["**geometric mean of the classes**"]
    for other in others:
        mean = geometric_mean([by_other[other][0] for by_other in found.values() if by_other[other][0]])
        over.append(f"**{mean:.2f}**" if mean else "")
    return lines + [row(over)]


def builds(results):
    """Sums over the kernels that all platforms have built; "ready" also counts what waited for the first launch."""
    built = [case for _, case in cases_in_order(results)
             if all("compile" in found.get(case, {}) for found in results.values())]
    if not built:
        return []
    lines = [row(["platform", f"builds of {len(built)}, ms", "until ready, ms", "longest", "ms"]),
             "|---|---:|---:|---|---:|"]
    for name, found in results.items():
        longest = max(built, key=lambda case: found[case]["compile"])
        build, ready = (sum(found[case][key] for case in built) for key in ("compile", "ready"))
        lines.append(row([name, number(build), number(ready), longest, number(found[longest]["compile"])]))
    return lines


def behind(results):
    """Lines for the kernels in which the first platform is behind the better of the others, the worst first."""
    first, *others = results
    found = []
    for kind, case in cases_in_order(results):
        factors = [(factor, other) for other in others if (factor := ratio(results, case, other))]
        if "value" not in results[first].get(case, {}):
            found.append((0, f"{case} ({kind}): {results[first].get(case, {}).get('missing', 'did not run')}"))
        elif factors and min(factors)[0] < 1:
            factor, other = min(factors)
            mark = ", below the floor" if factor < FLOOR else ""
            found.append((factor, f"{case} ({kind}): {factor:.2f} of {other}{mark}"))
    return [line for _, line in sorted(found)]


def page(results, limits, about):
    """The Markdown lines. limits: what bench-limits said; about: {platform: what it says of itself}."""
    lines = []
    for name, says in about.items():
        lines.append(f"- {name}: {says['platform']}, {says['version']}, driver {says['driver']}, {says['device']}")
    for item in limits:
        where = f", {item['bytes'] >> 20} MiB" if item["bytes"] else ""
        lines.append(f"- limit: {item['limit']}{where}: {number(item['value'])} {item['unit']}")
    lines += ["", "Rates and shares are those of the limit that binds: operations or bytes that the work cannot do "
              "without, by time, over what C does on this machine.", ""]
    lines += times(results, limits) + [""]
    for title, part in (("Means", means(results)), ("Builds", builds(results))):
        if part:
            lines += [f"### {title}", ""] + part + [""]
    if len(results) > 1:
        slow = behind(results)
        lines += ["### Behind the better of the others", ""] + ([f"- {line}" for line in slow] or ["None."]) + [""]
    return lines
