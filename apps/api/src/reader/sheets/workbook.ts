/** The parts of an xlsx file that say what its sheets are. */
import { isDateFormat } from 'hucre'
import { damaged } from './sentences.ts'
import { attribute, readWhole } from './xml.ts'
import type { Zip } from './zip.ts'

export interface Sheet {
  readonly name: string
  readonly isHidden: boolean
  /** The sheet's part of the archive. */
  readonly part: string
}

export interface Styles {
  isDate(style: number): boolean
  /** A format of hours or minutes that have passed, which is no time of day. */
  isElapsed(style: number): boolean
}

export interface Workbook {
  readonly is1904: boolean
  readonly sheets: readonly Sheet[]
  readonly styles: Styles
  readonly sharedStrings: string | undefined
}

interface Relation {
  readonly id: string
  readonly type: string
  readonly part: string
}

const ELAPSED = /\[(?:h+|m+|s+)\]/i
const ELAPSED_ID = '46'

export async function readWorkbook(zip: Zip): Promise<Workbook> {
  const [main] = (await relations(zip, '')).filter(({ type }) => type === 'officeDocument')
  if (!main) throw damaged()
  const related = await relations(zip, main.part)
  const parts = new Map(related.filter(({ type }) => type === 'worksheet').map(({ id, part }) => [id, part]))
  const one = (type: string) => related.find((relation) => relation.type === type && zip.names.has(relation.part))?.part

  const sheets: Sheet[] = []
  let is1904 = false
  await readWhole(zip.unpack(main.part), {
    open(name, attributes) {
      // An extension of Excel has an element of the same name, which does not say it.
      if (name === 'workbookPr' && attributes.date1904) is1904 = ['1', 'true'].includes(attributes.date1904)
      // A chart may be a sheet too; it has no rows.
      const part = name === 'sheet' ? parts.get(attribute(attributes, 'id') ?? '') : undefined
      if (part && zip.names.has(part))
        sheets.push({ name: attributes.name ?? '', isHidden: /hidden/i.test(attributes.state ?? ''), part })
    },
  })
  const styles = one('styles')
  return {
    is1904,
    sheets,
    styles: await readStyles(styles === undefined ? undefined : zip.unpack(styles)),
    sharedStrings: one('sharedStrings'),
  }
}

/** The relations of a part, or of the archive. Those that point out of the archive are left out. */
async function relations(zip: Zip, part: string): Promise<Relation[]> {
  const folder = part.slice(0, part.lastIndexOf('/') + 1)
  const file = `${folder}_rels/${part.slice(folder.length)}.rels`
  const all: Relation[] = []
  if (!zip.names.has(file)) return all
  await readWhole(zip.unpack(file), {
    open(name, { Id = '', Type = '', Target = '', TargetMode }) {
      if (name !== 'Relationship' || TargetMode === 'External') return
      all.push({ id: Id, type: Type.slice(Type.lastIndexOf('/') + 1), part: resolved(folder, Target) })
    },
  })
  return all
}

function resolved(folder: string, target: string): string {
  const steps: string[] = []
  for (const step of (target.startsWith('/') ? target : `${folder}${target}`).split('/')) {
    if (step === '..') steps.pop()
    else if (step !== '' && step !== '.') steps.push(step)
  }
  return steps.join('/')
}

async function readStyles(part: AsyncIterable<Buffer> | undefined): Promise<Styles> {
  const codes = new Map<string, string>()
  const formats: string[] = []
  let isOfCells = false
  if (part) {
    await readWhole(part, {
      open(name, { numFmtId = '0', formatCode = '' }) {
        if (name === 'numFmt') codes.set(numFmtId, formatCode)
        if (name === 'cellXfs') isOfCells = true
        if (name === 'xf' && isOfCells) formats.push(numFmtId)
      },
      close(name) {
        if (name === 'cellXfs') isOfCells = false
      },
    })
  }
  const dates = formats.map((id) => isDateFormat(codes.get(id) ?? id))
  const elapsed = formats.map((id) => id === ELAPSED_ID || ELAPSED.test(codes.get(id) ?? ''))
  return { isDate: (style) => dates[style] === true, isElapsed: (style) => elapsed[style] === true }
}
