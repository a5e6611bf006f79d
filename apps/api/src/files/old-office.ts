import { createReadStream } from 'node:fs'
import { type FileKind, OLD_EXCEL, OLD_WORD } from './file-kinds.rules.ts'

const MARKS: readonly (readonly [mark: Buffer, kind: FileKind])[] = [
  [Buffer.from('WordDocument', 'utf16le'), OLD_WORD],
  [Buffer.from('Workbook', 'utf16le'), OLD_EXCEL],
]
const LONGEST = Math.max(...MARKS.map(([mark]) => mark.length))

/**
 * Detects Word and Excel files from before 2007. They share a container with installers and e-mails; the stream name
 * in its directory tells them apart.
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
