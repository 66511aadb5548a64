/**
 * SHA-256 (FIPS 180-4), written out: the browser's own is asynchronous, which costs more than hashing a short line, and
 * is not there at all on a page that came over plain HTTP. A test compares it with Node's.
 */
export const HASH_BYTES = 32;

const BLOCK_BYTES = 64;
/** One bit that ends the message, and its length in 8 bytes. */
const PADDING_BYTES_MIN = 9;

// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
const ROUND_CONSTANTS = new Int32Array([
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98,
  0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786,
  0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8,
  0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13,
  0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819,
  0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a,
  0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7,
  0xc67178f2,
]);
const START = new Int32Array([
  0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
]);

const schedule = new Int32Array(64);
const state = new Int32Array(8);
/** Grown when a message is longer; one message at a time, so nobody else sees it. */
let message = new Uint8Array(4_096);
let messageView = new DataView(message.buffer);

/** Of a first byte, where there is one, and what follows it. */
export function sha256(bytes: Uint8Array, firstByte?: number): Uint8Array<ArrayBuffer> {
  const hash = new Uint8Array(HASH_BYTES);
  sha256Into(hash, 0, bytes, firstByte);
  return hash;
}

export function sha256Into(target: Uint8Array, at: number, bytes: Uint8Array, firstByte?: number): void {
  const blocks = layOut(bytes, firstByte);
  state.set(START);
  for (let block = 0; block < blocks; block += 1) addBlock(block * BLOCK_BYTES);
  for (let index = 0; index < 8; index += 1) {
    const word = state[index] as number;
    target[at + 4 * index] = word >>> 24;
    target[at + 4 * index + 1] = word >>> 16;
    target[at + 4 * index + 2] = word >>> 8;
    target[at + 4 * index + 3] = word;
  }
}

/** Writes the padded message and tells how many blocks it takes. */
function layOut(bytes: Uint8Array, firstByte: number | undefined): number {
  const head = firstByte === undefined ? 0 : 1;
  const length = head + bytes.byteLength;
  const blocks = Math.ceil((length + PADDING_BYTES_MIN) / BLOCK_BYTES);
  const padded = blocks * BLOCK_BYTES;
  if (message.byteLength < padded) {
    message = new Uint8Array(2 * padded);
    messageView = new DataView(message.buffer);
  }
  if (firstByte !== undefined) message[0] = firstByte;
  message.set(bytes, head);
  message.fill(0, length, padded);
  message[length] = 0x80;
  messageView.setUint32(padded - 8, Math.floor(length / 0x2000_0000));
  messageView.setUint32(padded - 4, (length << 3) >>> 0);
  return blocks;
}

function addBlock(from: number): void {
  expand(from);
  let [a, b, c, d] = [state[0] as number, state[1] as number, state[2] as number, state[3] as number];
  let [e, f, g, h] = [state[4] as number, state[5] as number, state[6] as number, state[7] as number];
  for (let round = 0; round < 64; round += 1) {
    const sum1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const choice = (e & f) ^ (~e & g);
    const first = (h + sum1 + choice + (ROUND_CONSTANTS[round] as number) + (schedule[round] as number)) | 0;
    const sum0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    h = g;
    g = f;
    f = e;
    e = (d + first) | 0;
    d = c;
    c = b;
    b = a;
    a = (first + sum0 + majority) | 0;
  }
  // An Int32Array keeps 32 bits of each sum.
  state[0] = (state[0] as number) + a;
  state[1] = (state[1] as number) + b;
  state[2] = (state[2] as number) + c;
  state[3] = (state[3] as number) + d;
  state[4] = (state[4] as number) + e;
  state[5] = (state[5] as number) + f;
  state[6] = (state[6] as number) + g;
  state[7] = (state[7] as number) + h;
}

function expand(from: number): void {
  for (let index = 0; index < 16; index += 1) schedule[index] = messageView.getInt32(from + 4 * index);
  for (let index = 16; index < 64; index += 1) {
    const [near, far] = [schedule[index - 2] as number, schedule[index - 15] as number];
    const sigma1 = rotate(near, 17) ^ rotate(near, 19) ^ (near >>> 10);
    const sigma0 = rotate(far, 7) ^ rotate(far, 18) ^ (far >>> 3);
    schedule[index] = (schedule[index - 16] as number) + sigma0 + (schedule[index - 7] as number) + sigma1;
  }
}

function rotate(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}
