const bytesOf = (hex) => new Uint8Array(hex.match(/../g).map((pair) => Number.parseInt(pair, 16)))
const hexOf = (buffer) => [...new Uint8Array(buffer)].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/** Looks for the number whose key begins as the API asks. The browser derives the keys beside the page, which stays awake. */
export async function solve({ nonce, salt, cost, keyLength, keyPrefix }) {
  const start = bytesOf(nonce)
  const password = new Uint8Array(start.length + 4)
  password.set(start)
  const how = { name: 'PBKDF2', salt: bytesOf(salt), iterations: cost, hash: 'SHA-256' }
  for (let counter = 0; ; counter++) {
    new DataView(password.buffer).setUint32(start.length, counter)
    const key = await crypto.subtle.importKey('raw', password, 'PBKDF2', false, ['deriveBits'])
    const derivedKey = hexOf(await crypto.subtle.deriveBits(how, key, keyLength * 8))
    if (derivedKey.startsWith(keyPrefix)) return { counter, derivedKey }
  }
}
