/**
 * The library reads the cells of an xls file and passes over three things: whether the file is encrypted, which of its
 * sheets are hidden, and which are charts. All are records at the beginning of the workbook's stream.
 */

interface Globals {
  readonly isLocked: boolean
  readonly hidden: ReadonlySet<string>
  /** Sheets without rows: charts and macros. */
  readonly others: ReadonlySet<string>
}

/** The first record of the stream: version 8, the workbook itself. */
const BEGIN = Buffer.from([0x09, 0x08, 0x10, 0x00, 0x00, 0x06, 0x05, 0x00])
const FILE_PASS = 0x2f
const BOUND_SHEET = 0x85
const END = 0x0a
/** A stream begins at a multiple of the smallest sector. */
const SECTOR = 64
const HEADER = 4

export function xlsGlobals(bytes: Buffer): Globals {
  const [hidden, others] = [new Set<string>(), new Set<string>()]
  for (const { id, data } of records(bytes)) {
    if (id === FILE_PASS) return { isLocked: true, hidden, others }
    if (id !== BOUND_SHEET || data.length < 8) continue
    const [visibility = 0, type = 0] = data.subarray(4)
    const name = nameOf(data.subarray(6))
    if ((visibility & 0b11) !== 0) hidden.add(name)
    if (type !== 0) others.add(name)
  }
  return { isLocked: false, hidden, others }
}

/** The records as far as the stream lies in one piece, which the beginning of a saved file does. */
function* records(bytes: Buffer): Generator<{ id: number; data: Buffer }> {
  let at = bytes.indexOf(BEGIN)
  while (at >= 0 && at % SECTOR !== 0) at = bytes.indexOf(BEGIN, at + 1)
  while (at >= 0 && at + HEADER <= bytes.length) {
    const id = bytes.readUInt16LE(at)
    const length = bytes.readUInt16LE(at + 2)
    if (id === END) return
    yield { id, data: bytes.subarray(at + HEADER, at + HEADER + length) }
    at += HEADER + length
  }
}

function nameOf(name: Buffer): string {
  const [length = 0, flags = 0] = name
  const isWide = (flags & 1) === 1
  const text = name.subarray(2, 2 + length * (isWide ? 2 : 1))
  return text.toString(isWide ? 'utf16le' : 'latin1')
}
