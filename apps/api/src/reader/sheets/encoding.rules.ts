/**
 * The encoding of a text, by its bytes: a byte order mark, else UTF-16 by its NULs, else UTF-8 if it is valid, else
 * Windows-1252. The NULs come before UTF-8, because Latin text in UTF-16 without a mark is valid UTF-8.
 */
import type { encodings } from './sheet-wire.ts'

type Encoding = (typeof encodings)[number]

const MARKS: readonly (readonly [encoding: Encoding, mark: readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
]
/** In UTF-16 every second byte of Latin text is NUL, and in no other encoding is any. */
const MOST = 0.4
const FEW = 0.05

/** With `isPart` the bytes are the beginning of a file and may end within a character. */
export function encodingOf(bytes: Uint8Array, { isPart = false } = {}): Encoding {
  const marked = MARKS.find(([, mark]) => mark.every((byte, at) => bytes[at] === byte))
  if (marked) return marked[0]
  return wideEncoding(bytes) ?? (isUtf8(bytes, isPart) ? 'utf-8' : 'windows-1252')
}

function wideEncoding(bytes: Uint8Array): Encoding | undefined {
  const nuls = [0, 0]
  for (let at = 0; at < bytes.length; at++) if (bytes[at] === 0) nuls[at % 2] = (nuls[at % 2] ?? 0) + 1
  const [even = 0, odd = 0] = nuls.map((count) => count / (bytes.length / 2 || 1))
  if (odd > MOST && even < FEW) return 'utf-16le'
  if (even > MOST && odd < FEW) return 'utf-16be'
  return undefined
}

function isUtf8(bytes: Uint8Array, isPart: boolean): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: isPart })
    return true
  } catch {
    return false
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to find
const CONTROL = /[\u0001-\u0008\u000E-\u001F\u007F]/g
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to find
const NUL = /\u0000/g

/** Whether the beginning of a file is text. A damaged text may have a few control characters; a program has many. */
export function isText(bytes: Uint8Array): boolean {
  const text = new TextDecoder(encodingOf(bytes, { isPart: true })).decode(bytes, { stream: true })
  const controls = text.match(CONTROL)?.length ?? 0
  const nuls = text.match(NUL)?.length ?? 0
  return controls <= Math.max(1, text.length * 0.01) && controls + nuls <= text.length * 0.1
}

const MARKUP = /^[\s\uFEFF]*<(!doctype|!--|\?xml|html|head|body|meta|style|table|div|svg)[\s>/!-]?/i

/** Practice systems save web pages under the name of a spreadsheet. */
export function isMarkup(bytes: Uint8Array): boolean {
  return MARKUP.test(new TextDecoder(encodingOf(bytes, { isPart: true })).decode(bytes.subarray(0, 1024)))
}
