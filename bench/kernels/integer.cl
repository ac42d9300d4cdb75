// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arithmetic of integers: hashes, ciphers, quantised products, cells.

//: hash
kernel void hash(uint rounds, global const uint *in, global uint *out)
{
    size_t id = get_global_id(0);
    uint a = in[id], b = 0x9e3779b9u;
    for (uint i = 0; i < rounds; i++) {
        a ^= rotate(b, 7u) + i;
        b += a * 0x85ebca6bu;
        a = rotate(a, 13u) ^ (b >> 5);
    }
    out[id] = a + b;
}

//: aes
// Ten rounds of AES with one table of 256 words, whose turns stand for the other three. Words are big-endian.
kernel void aes(constant uint *table, constant uint *box, constant uint *keys, global const uint4 *in,
                global uint4 *out)
{
    size_t id = get_global_id(0);
    uint4 s = in[id] ^ (uint4)(keys[0], keys[1], keys[2], keys[3]);
    for (uint r = 1; r < 10; r++) {
        uint4 a = s >> 24, b = (s.yzwx >> 16) & 255, c = (s.zwxy >> 8) & 255, d = s.wxyz & 255;
        s.x = table[a.x] ^ rotate(table[b.x], 24u) ^ rotate(table[c.x], 16u) ^ rotate(table[d.x], 8u);
        s.y = table[a.y] ^ rotate(table[b.y], 24u) ^ rotate(table[c.y], 16u) ^ rotate(table[d.y], 8u);
        s.z = table[a.z] ^ rotate(table[b.z], 24u) ^ rotate(table[c.z], 16u) ^ rotate(table[d.z], 8u);
        s.w = table[a.w] ^ rotate(table[b.w], 24u) ^ rotate(table[c.w], 16u) ^ rotate(table[d.w], 8u);
        s ^= (uint4)(keys[4 * r], keys[4 * r + 1], keys[4 * r + 2], keys[4 * r + 3]);
    }
    uint4 a = s >> 24, b = (s.yzwx >> 16) & 255, c = (s.zwxy >> 8) & 255, d = s.wxyz & 255, t;
    t.x = box[a.x] << 24 | box[b.x] << 16 | box[c.x] << 8 | box[d.x];
    t.y = box[a.y] << 24 | box[b.y] << 16 | box[c.y] << 8 | box[d.y];
    t.z = box[a.z] << 24 | box[b.z] << 16 | box[c.z] << 8 | box[d.z];
    t.w = box[a.w] << 24 | box[b.w] << 16 | box[c.w] << 8 | box[d.w];
    out[id] = t ^ (uint4)(keys[40], keys[41], keys[42], keys[43]);
}

//: sha256
constant uint k[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98,
    0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786,
    0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8,
    0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13,
    0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819,
    0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a,
    0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7,
    0xc67178f2};

#define RIGHT(x, n) rotate((uint)(x), (uint)(32 - (n)))

// One block of 64 bytes for each work-item; the words of a message lie 16 apart.
kernel void sha256(global const uint *message, global uint *digest)
{
    size_t id = get_global_id(0);
    uint w[16], h[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    uint a = h[0], b = h[1], c = h[2], d = h[3], e = h[4], f = h[5], g = h[6], last = h[7];
    for (uint i = 0; i < 16; i++)
        w[i] = message[id * 16 + i];
    for (uint i = 0; i < 64; i++) {
        if (i >= 16) {
            uint x = w[(i + 1) % 16], y = w[(i + 14) % 16];
            w[i % 16] += (RIGHT(x, 7) ^ RIGHT(x, 18) ^ x >> 3) + w[(i + 9) % 16] +
                         (RIGHT(y, 17) ^ RIGHT(y, 19) ^ y >> 10);
        }
        uint t1 = last + (RIGHT(e, 6) ^ RIGHT(e, 11) ^ RIGHT(e, 25)) + bitselect(g, f, e) + k[i] + w[i % 16];
        uint t2 = (RIGHT(a, 2) ^ RIGHT(a, 13) ^ RIGHT(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
        last = g;
        g = f;
        f = e;
        e = d + t1;
        d = c;
        c = b;
        b = a;
        a = t1 + t2;
    }
    uint state[8] = {a, b, c, d, e, f, g, last};
    for (uint i = 0; i < 8; i++)
        digest[id * 8 + i] = h[i] + state[i];
}

//: quantised
// A product of two matrices of signed bytes, the second one transposed, with one factor for each row and column.
kernel void quantised(uint n, uint depth, global const char4 *a, global const char4 *b, global const float *scale,
                      global float *c)
{
    size_t x = get_global_id(0), y = get_global_id(1);
    int4 sum = 0;
    for (uint i = 0; i < depth / 4; i++)
        sum += convert_int4(a[y * (depth / 4) + i]) * convert_int4(b[x * (depth / 4) + i]);
    c[y * n + x] = (float)(sum.x + sum.y + sum.z + sum.w) * scale[y] * scale[x];
}

//: life
// A step of Conway's cells, one byte each, on a torus.
kernel void life(int width, int height, global const uchar *in, global uchar *out)
{
    int x = get_global_id(0), y = get_global_id(1);
    int west = (x + width - 1) % width, east = (x + 1) % width;
    int north = (y + height - 1) % height * width, south = (y + 1) % height * width, here = y * width;
    int alive = in[north + west] + in[north + x] + in[north + east] + in[here + west] + in[here + east] +
                in[south + west] + in[south + x] + in[south + east];
    out[here + x] = alive == 3 || (alive == 2 && in[here + x]);
}
