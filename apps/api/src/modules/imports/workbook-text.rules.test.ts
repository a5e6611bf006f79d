import { ReadableStream } from 'node:stream/web'
import fc from 'fast-check'
import { writeXlsxStream } from 'hucre'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createFiles } from '../../reader/sheets/sheets.suite.ts'
import { workbookText } from './workbook-text.rules.ts'

let files: Awaited<ReturnType<typeof createFiles>>
beforeAll(async () => {
  files = await createFiles()
})
afterAll(() => files.remove())

/** The texts after they were written to a workbook and read from it. */
async function roundTrip(texts: readonly string[]): Promise<unknown[]> {
  const rows = [['Header'], ...texts.map((text) => [workbookText(text)])]
  const bytes = await new Response(writeXlsxStream(ReadableStream.from(rows), { name: 'S' })).arrayBuffer()
  const read = await files.read(Buffer.from(bytes))
  if (typeof read === 'string') throw new Error(read)
  return read.rows.map(({ cells: [cell] }) => cell)
}

describe('workbookText', () => {
  test.each([
    ['_x0041_', '_x005F_x0041_'],
    ['_x005F_', '_x005F_x005F_'],
    ['a_xD83D_b', 'a_x005F_xD83D_b'],
    ['_x0041_x0042_', '_x005F_x0041_x005F_x0042_'],
    ['_x0041\r', '_x005F_x0041\r'],
    ['\uFFFE', '_xFFFE_'],
    ['_X0041_', '_X0041_'],
    ['_x004_ _x00411_ __', '_x004_ _x00411_ __'],
  ])('writes %j as %j', (text, written) => {
    expect(workbookText(text)).toBe(written)
  })

  test('writes texts that the reader reads as they were, when they look like escapes', async () => {
    const pieces = fc.constantFrom('_', 'x', 'X', '0041', '005F', '000D', '\r', '\u0001', '\uFFFE', 'a')
    const texts = fc.sample(
      fc.array(pieces, { minLength: 1, maxLength: 12 }).map((parts) => `<${parts.join('')}>`),
      { seed: 1, numRuns: 2000 },
    )
    expect(await roundTrip(texts)).toEqual(texts)
  })
})
