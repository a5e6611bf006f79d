import { createReadStream } from 'node:fs'
import { type FileKind, OLD_EXCEL, OLD_WORD } from './file-kinds.rules.ts'

const MARKS: readonly (readonly [mark: Buffer, kind: FileKind])[] = [
  [Buffer.from('WordDocument', 'utf16le'), OLD_WORD],
  [Buffer.from('Workbook', 'utf16le'), OLD_EXCEL],
]
const LONGEST = Math.max(...MARKS.map(([mark]) => mark.length))

/**
 * Word and Excel before 2007 share one container with installers and mails: which of them it is, is said by the name of
 * the stream that its directory lists.
 */
export async function oldOfficeKind(path: string): Promise<FileKind | undefined> {
  let tail = Buffer.alloc(0)
  for await (const chunk of createReadStream(path)) {
    const bytes = Buffer.concat([tail, chunk as Buffer])
    const found = MARKS.find(([mark]) => bytes.includes(mark))
    if (found) return found[1]
    tail = Buffer.from(bytes.subarray(-LONGEST))
  }
  return undefined
}
