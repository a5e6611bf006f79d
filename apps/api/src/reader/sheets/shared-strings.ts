/**
 * The texts that a workbook's cells point to. They lie in one buffer: as objects the texts of 100,000 rows would need
 * several times the memory of the process.
 */
import { CELL_MAX } from '@foyer/contracts/imports/limits.rules.ts'
import { readWhole, unescaped } from './xml.ts'

export interface SharedStrings {
  text(index: number): string | undefined
}

const FIRST_SIZE = 1024 * 1024
/** A longer text is cut here; its cell has the issue `too_long`. */
const KEPT = CELL_MAX + 1

export async function readSharedStrings(part: AsyncIterable<Buffer> | undefined): Promise<SharedStrings> {
  const strings = createStrings()
  if (!part) return strings
  let text = ''
  let isText = false
  let isReading = false
  await readWhole(part, {
    open(name) {
      if (name === 'si') text = ''
      // The reading aid of Japanese text repeats it in another script.
      if (name === 'rPh') isReading = true
      if (name === 't') isText = !isReading
    },
    text(piece) {
      if (isText && text.length < KEPT) text += piece
    },
    close(name) {
      if (name === 't') isText = false
      if (name === 'rPh') isReading = false
      if (name === 'si') strings.add(unescaped(text).slice(0, KEPT))
    },
  })
  return strings
}

function createStrings() {
  let bytes = Buffer.alloc(FIRST_SIZE)
  let ends = new Uint32Array(FIRST_SIZE / 8)
  let count = 0
  return {
    add(text: string): void {
      const begin = count === 0 ? 0 : (ends[count - 1] ?? 0)
      const length = Buffer.byteLength(text)
      if (begin + length > bytes.length) bytes = Buffer.concat([bytes], Math.max(bytes.length * 2, begin + length))
      if (count === ends.length) {
        const longer = new Uint32Array(ends.length * 2)
        longer.set(ends)
        ends = longer
      }
      bytes.write(text, begin)
      ends[count++] = begin + length
    },
    text(index: number): string | undefined {
      if (!Number.isInteger(index) || index < 0 || index >= count) return undefined
      return bytes.toString('utf8', index === 0 ? 0 : ends[index - 1], ends[index])
    },
  }
}
