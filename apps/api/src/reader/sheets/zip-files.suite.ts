/** Builds zip archives and workbooks for the tests, also such as no honest program writes. */
import { crc32, deflateRawSync } from 'node:zlib'

export interface Part {
  readonly name: string
  readonly content: string | Buffer
  /** The size that the directory says, if it lies. */
  readonly says?: number
}

export function zipOf(parts: readonly Part[]): Buffer {
  const bodies: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const { name, content, says } of parts) {
    const bytes = Buffer.from(content)
    const packed = deflateRawSync(bytes, { level: 1 })
    // Version, flags, method, time, day, checksum, sizes, lengths of name and extras.
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(8, 4)
    common.writeUInt32LE(crc32(bytes), 10)
    common.writeUInt32LE(packed.length, 14)
    common.writeUInt32LE(says ?? bytes.length, 18)
    common.writeUInt16LE(Buffer.byteLength(name), 22)
    const place = Buffer.alloc(14)
    place.writeUInt32LE(at, 10)
    const body = Buffer.concat([Buffer.from('PK\x03\x04'), common, Buffer.from(name), packed])
    directory.push(Buffer.from('PK\x01\x02\x14\x00'), common, place, Buffer.from(name))
    bodies.push(body)
    at += body.length
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 0, 'latin1')
  end.writeUInt16LE(parts.length, 8)
  end.writeUInt16LE(parts.length, 10)
  end.writeUInt32LE(listed.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...bodies, listed, end])
}

interface Sheet {
  readonly name: string
  /** The rows of the sheet, as XML. */
  readonly rows: string
  readonly state?: string
}

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>'
const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const relations = (all: readonly (readonly [type: string, target: string])[]) =>
  `${HEAD}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${all
    .map(([type, target], at) => `<Relationship Id="rId${at + 1}" Type="${OFFICE}/${type}" Target="${target}"/>`)
    .join('')}</Relationships>`

/** `prolog` stands before the root of the shared strings. */
export function partsOf(
  sheets: readonly Sheet[],
  { strings = '', prolog = '', is1904 = false }: { strings?: string; prolog?: string; is1904?: boolean } = {},
): Part[] {
  const targets = sheets.map((_, at) => ['worksheet', `worksheets/sheet${at + 1}.xml`] as const)
  return [
    { name: '[Content_Types].xml', content: `${HEAD}<Types/>` },
    { name: '_rels/.rels', content: relations([['officeDocument', 'xl/workbook.xml']]) },
    {
      name: 'xl/workbook.xml',
      content: `${HEAD}<workbook ${MAIN} xmlns:r="${OFFICE}"><workbookPr${is1904 ? ' date1904="1"' : ''}/><sheets>${sheets
        .map(({ name, state = 'visible' }, at) => `<sheet name="${name}" state="${state}" r:id="rId${at + 1}"/>`)
        .join('')}</sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: relations([...targets, ['sharedStrings', 'sharedStrings.xml'], ['styles', 'styles.xml']]),
    },
    { name: 'xl/sharedStrings.xml', content: `${HEAD}${prolog}<sst ${MAIN}>${strings}</sst>` },
    {
      name: 'xl/styles.xml',
      content: `${HEAD}<styleSheet ${MAIN}><numFmts><numFmt numFmtId="165" formatCode="[h]:mm"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="20"/><xf numFmtId="165"/></cellXfs></styleSheet>`,
    },
    ...sheets.map(({ rows }, at) => ({
      name: `xl/worksheets/sheet${at + 1}.xml`,
      content: `${HEAD}<worksheet ${MAIN}><sheetData>${rows}</sheetData></worksheet>`,
    })),
  ]
}

/** A row of texts. */
export function rowOf(number: number, texts: readonly string[]): string {
  const cells = texts.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`)
  return `<row r="${number}">${cells.join('')}</row>`
}
