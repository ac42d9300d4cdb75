// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Indirect accesses, branches that depend on data, private arrays.

//: spmv
kernel void spmv(global const uint *rows, global const uint *columns, global const float *values, global const float *x,
                 global float *y)
{
    size_t row = get_global_id(0);
    float sum = 0;
    for (uint i = rows[row]; i < rows[row + 1]; i++)
        sum += values[i] * x[columns[i]];
    y[row] = sum;
}

//: bitonic
kernel void bitonic(uint stage, uint distance, global uint *data)
{
    uint id = get_global_id(0);
    uint left = (id / distance) * 2 * distance + id % distance, right = left + distance;
    bool up = ((id >> stage) & 1) == 0;
    uint a = data[left], b = data[right];
    if ((a > b) == up) {
        data[left] = b;
        data[right] = a;
    }
}

//: bubble
kernel void bubble(global const uint *in, global uint *out)
{
    size_t id = get_global_id(0);
    uint a[16];
    for (uint i = 0; i < 16; i++)
        a[i] = in[id * 16 + i];
    for (uint i = 0; i < 15; i++)
        for (uint j = 0; j < 15 - i; j++)
            if (a[j] > a[j + 1]) {
                uint t = a[j];
                a[j] = a[j + 1];
                a[j + 1] = t;
            }
    for (uint i = 0; i < 16; i++)
        out[id * 16 + i] = a[i];
}

//: bubble_any
// The first n of at most 16, until nothing changes.
kernel void bubble_any(uint n, global const uint *in, global uint *out)
{
    size_t id = get_global_id(0);
    uint a[16];
    for (uint i = 0; i < n; i++)
        a[i] = in[id * n + i];
    bool changed = true;
    while (changed) {
        changed = false;
        for (uint i = 1; i < n; i++)
            if (a[i - 1] > a[i]) {
                uint t = a[i];
                a[i] = a[i - 1];
                a[i - 1] = t;
                changed = true;
            }
    }
    for (uint i = 0; i < n; i++)
        out[id * n + i] = a[i];
}

//: binary_search
// Where each key belongs in the sorted values: the number of values below it.
kernel void binary_search(uint count, global const uint *sorted, global const uint *keys, global uint *found)
{
    size_t id = get_global_id(0);
    uint key = keys[id], low = 0, high = count;
    while (low < high) {
        uint middle = low + (high - low) / 2;
        if (sorted[middle] < key)
            low = middle + 1;
        else
            high = middle;
    }
    found[id] = low;
}

//: string_search
// How often the pattern stands in the text, and where last.
kernel void string_search(uint length, uint pattern_length, global const char *text, constant char *pattern,
                          global int *result)
{
    size_t id = get_global_id(0);
    if (id + pattern_length > length)
        return;
    for (uint i = 0; i < pattern_length; i++)
        if (text[id + i] != pattern[i])
            return;
    atomic_inc(&result[0]);
    atomic_max(&result[1], (int)id);
}

//: edit_distance
#define LENGTH 32
// Insertions, deletions and exchanges between one word and each of many, all of 32 letters.
kernel void edit_distance(constant uchar *word, global const uchar *words, global uint *distance)
{
    size_t id = get_global_id(0);
    uint row[LENGTH + 1];
    for (uint i = 0; i <= LENGTH; i++)
        row[i] = i;
    for (uint j = 0; j < LENGTH; j++) {
        uchar letter = words[id * LENGTH + j];
        uint diagonal = row[0];
        row[0] = j + 1;
        for (uint i = 0; i < LENGTH; i++) {
            uint cost = min(min(row[i], row[i + 1]) + 1, diagonal + (word[i] != letter));
            diagonal = row[i + 1];
            row[i + 1] = cost;
        }
    }
    distance[id] = row[LENGTH];
}

//: floyd_warshall
// One of the steps of Floyd and Warshall: shortest ways by way of one node.
kernel void floyd_warshall(uint nodes, uint k, global uint *distance)
{
    size_t x = get_global_id(0), y = get_global_id(1);
    uint way = distance[y * nodes + k] + distance[k * nodes + x];
    if (way < distance[y * nodes + x])
        distance[y * nodes + x] = way;
}

//: living
// Cells of which one in 20 lives: those go on by some rounds of a generator.
kernel void living(global const uint *age, global uint *state)
{
    size_t id = get_global_id(0);
    if (age[id] >= 50)
        return;
    uint x = state[id];
    for (int i = 0; i < 16; i++) {
        x ^= x << 13;
        x ^= x >> 17;
        x ^= x << 5;
    }
    state[id] = x;
}

//: registers
// A machine with eight registers, which begin with constants, and 64 instructions, the same for all work-items.
kernel void registers(global const uchar *program, global uint *number)
{
    size_t id = get_global_id(0);
    uint r[8] = {1, 2, 3, 5, 7, 11, 13, 17}, x = number[id];
    for (int k = 0; k < 64; k++) {
        uchar i = program[k];
        r[i & 7] = r[(i >> 3) & 7] * 3 + (i & 64 ? x : r[i & 7]);
    }
    uint sum = 0;
    for (int k = 0; k < 8; k++)
        sum ^= r[k];
    number[id] = sum;
}

//: survivors
// Records that are kept, each at a place that was counted before.
typedef struct { uint key, age; } record_t;
kernel void survivors(global const record_t *in, global const uint *place, global record_t *out)
{
    size_t id = get_global_id(0);
    record_t r = in[id];
    r.age++;
    if (r.key < 600)
        out[place[id]] = r;
}

//: waits
// How many hours until a warmer one, in days that lie one behind the other.
kernel void waits(global const uint *warmth, global uint *hours, int day)
{
    size_t id = get_global_id(0);
    long hour = id % day;
    int of = (int)(id / day);
    uint now = warmth[id], count = 0;
    for (long d = 1; hour + d < day; d++) {
        if (warmth[of * day + hour + d] > now) {
            count = (uint)d;
            break;
        }
    }
    hours[id] = count;
}

//: decks
// A deck of 16 cards, taken up four at once and shuffled by what lies on top.
kernel void decks(global const uint *deck, global uint *number)
{
    size_t id = get_global_id(0);
    uint d[16], x = number[id];
    for (int k = 0; k < 4; k++)
        vstore4(vload4(k, deck) + x, k, d);
    for (int k = 0; k < 32; k++) {
        uint top = d[x & 15];
        d[x & 15] = d[(top >> 4) & 15];
        d[(top >> 4) & 15] = x;
        x = x * 5 + top;
    }
    number[id] = x;
}
