/** The XML of a workbook: texts as inline strings, numbers as numbers, no formula anywhere. */
import { asTextCell } from '../../imports/rules/formulas.rules.ts'
import { workbookText } from '../../imports/workbook-text.rules.ts'

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
/** A cell of a workbook holds no more. */
const CELL_MAX = 32_767

export const SHEET_START = `${HEAD}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData>`
export const SHEET_END = '</sheetData></worksheet>'

export function headerXml(cells: readonly string[]): string {
  return rowXml(cells)
}

export function rowsXml(rows: readonly (readonly (string | number)[])[]): string {
  return rows.map(rowXml).join('')
}

function rowXml(cells: readonly (string | number)[]): string {
  return `<row>${cells.map(cellXml).join('')}</row>`
}

function cellXml(value: string | number): string {
  if (typeof value === 'number') return `<c><v>${value}</v></c>`
  const text = workbookText(asTextCell(value)).slice(0, CELL_MAX)
  return text === '' ? '<c/>' : `<c t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: XML holds none of these
const REFUSED = /[\u0000-\u0008\u000B\u000C\u000E-\u001F]/g

function escaped(text: string): string {
  return text
    .replace(REFUSED, (sign) => `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`)
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;')
    .replace(/\r/g, '&#13;')
}

/** The files of a workbook beside its sheets, by their names. */
export function workbookParts(names: readonly string[]): readonly (readonly [string, string])[] {
  const numbered = names.map((name, at) => ({ name, number: at + 1 }))
  const overrides = numbered.map(
    ({ number }) => `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="${TYPES}.worksheet+xml"/>`,
  )
  const sheets = numbered.map(
    ({ name, number }) => `<sheet name="${escaped(name)}" sheetId="${number}" r:id="rId${number}"/>`,
  )
  const links = numbered.map(
    ({ number }) =>
      `<Relationship Id="rId${number}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${number}.xml"/>`,
  )
  return [
    [
      '[Content_Types].xml',
      `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/>${overrides.join('')}</Types>`,
    ],
    [
      '_rels/.rels',
      `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ],
    [
      'xl/workbook.xml',
      `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${sheets.join('')}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${links.join('')}</Relationships>`,
    ],
  ]
}
