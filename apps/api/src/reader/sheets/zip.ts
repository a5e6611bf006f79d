/** The directory of a zip archive, read and judged before a byte is unpacked. */
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { FileNotRead } from '../program.ts'
import { damaged, locked } from './sentences.ts'

const ENTRIES_MAX = 200
const UNPACKED_MAX = 100 * 1024 * 1024
const RATIO_MAX = 100
/** An archive of a few empty parts may shrink further than its ratio says. */
const SMALL = 1024 * 1024

export interface Zip {
  readonly names: ReadonlySet<string>
  /** The unpacked bytes; fails where they are more or fewer than the directory says. */
  unpack(name: string): AsyncIterable<Buffer>
  close(): void
}

export async function openZip(path: string): Promise<Zip> {
  const zip = await opened(path)
  const entries = await entriesOf(zip)
  return {
    names: new Set(entries.keys()),
    async *unpack(name) {
      const entry = entries.get(name)
      if (!entry) throw damaged()
      yield* await zip.openReadStreamPromise(entry)
    },
    close: () => zip.close(),
  }
}

async function opened(path: string): Promise<ZipFile> {
  try {
    return await openPromise(path, { lazyEntries: true, autoClose: false })
  } catch (error) {
    throw isOfSystem(error) ? error : damaged()
  }
}

async function entriesOf(zip: ZipFile): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>()
  const seen = new Set<string>()
  let unpacked = 0
  try {
    if (zip.entryCount > ENTRIES_MAX) throw damaged()
    for await (const entry of zip.eachEntry()) {
      const { fileName, uncompressedSize } = entry
      // Names of parts differ by more than case, so that two readers never see different parts under one name.
      const name = fileName.toLowerCase()
      unpacked += uncompressedSize
      if (seen.has(name) || entries.size >= ENTRIES_MAX || unpacked > UNPACKED_MAX) throw damaged()
      if (entry.isEncrypted()) throw locked()
      seen.add(name)
      entries.set(fileName, entry)
    }
    if (unpacked > SMALL && unpacked > RATIO_MAX * zip.fileSize) throw damaged()
  } catch (error) {
    zip.close()
    throw error instanceof FileNotRead || isOfSystem(error) ? error : damaged()
  }
  return entries
}

/** The disk failed, and the file may be well. */
function isOfSystem(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error
}
