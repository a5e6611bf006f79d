/** The kind of a file by its content alone; its name is never asked. [SEC-08] */
import { open } from 'node:fs/promises'
import { fileTypeFromFile } from 'file-type'
import { isMarkup, isText } from './encoding.rules.ts'
import { locked, noSheet, otherKind, saveAsXlsx } from './sentences.ts'
import { openZip, type Zip } from './zip.ts'

const BEGINNING = 64 * 1024
const ZIP = Buffer.from('PK')
/** The container of xls, of older Word files and of encrypted xlsx files. */
const CFB = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])

type Judged = { readonly kind: 'xlsx'; readonly zip: Zip } | { readonly kind: 'xls' } | { readonly kind: 'text' }

/** Throws `FileNotRead` with a sentence for everything but a spreadsheet. */
export async function judged(path: string): Promise<Judged> {
  const beginning = await beginningOf(path)
  if (beginning.subarray(0, 5).toString('latin1') === '%PDF-') throw otherKind('a PDF')
  if (beginning.subarray(0, 5).toString('latin1') === '{\\rtf') throw otherKind('a Word document')
  if (beginning.subarray(0, 2).equals(ZIP) && !isText(beginning)) return { kind: 'xlsx', zip: await workbook(path) }
  if (beginning.subarray(0, 8).equals(CFB)) return await oldWorkbook(path)
  // Text comes before signatures, because a header that begins with "BM" or "MZ" looks like a picture or a program.
  if (isText(beginning)) {
    if (isMarkup(beginning)) throw saveAsXlsx('a web page')
    return { kind: 'text' }
  }
  const name = await nameOf(path)
  throw name === undefined ? noSheet() : otherKind(name)
}

async function beginningOf(path: string): Promise<Buffer> {
  const file = await open(path)
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(BEGINNING), 0, BEGINNING, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

async function workbook(path: string): Promise<Zip> {
  const zip = await openZip(path)
  const other = otherArchive(zip.names)
  if (!other) return zip
  zip.close()
  throw other
}

function otherArchive(names: ReadonlySet<string>): Error | undefined {
  const has = (beginning: string) => [...names].some((name) => name.toLowerCase().startsWith(beginning))
  if (has('xl/vbaproject')) return saveAsXlsx('an .xlsm file')
  if (has('xl/workbook.bin')) return saveAsXlsx('an .xlsb file')
  if (has('content.xml')) return saveAsXlsx('an OpenDocument file')
  if (has('index/') && has('metadata/')) return saveAsXlsx('a Numbers file')
  if (has('word/')) return otherKind('a Word document')
  if (has('ppt/')) return otherKind('a presentation')
  return has('[content_types].xml') ? undefined : otherKind('an archive')
}

const named = (name: string) => Buffer.from(name, 'utf16le')

/** The container's directory names its streams. */
async function oldWorkbook(path: string): Promise<{ kind: 'xls' }> {
  const file = await open(path)
  try {
    const bytes = await file.readFile()
    if (bytes.includes(named('EncryptedPackage'))) throw locked()
    if (bytes.includes(named('WordDocument'))) throw otherKind('a Word document')
    if (bytes.includes(named('PowerPoint Document'))) throw otherKind('a presentation')
    if (bytes.includes(named('Workbook')) || bytes.includes(named('Book'))) return { kind: 'xls' }
  } finally {
    await file.close()
  }
  throw noSheet()
}

const NAMES: readonly (readonly [type: RegExp, name: string])[] = [
  [/^image\//, 'a picture'],
  [/^audio\//, 'a recording'],
  [/^video\//, 'a film'],
  [/elf|msdownload|mach|executable|wasm/, 'a program'],
  [/zip|tar|rar|7z|compress/, 'an archive'],
]

async function nameOf(path: string): Promise<string | undefined> {
  const { mime } = (await fileTypeFromFile(path)) ?? { mime: '' }
  return NAMES.find(([type]) => type.test(mime))?.[1]
}
