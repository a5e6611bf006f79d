/** Texts with a delimiter: csv, tsv, and the same under other names. */
import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { detectDelimiter } from 'hucre'
import { encodingOf } from './encoding.rules.ts'
import { type RawRow, resultsOf } from './results.ts'
import { damaged, openQuote } from './sentences.ts'
import { delimiters, type SheetChoice, type SheetResult } from './sheet-wire.ts'

const LOOKED_AT = 64 * 1024
/** 200 cells of 10,000 characters; a longer line has no line breaks at all, or a quotation mark that is not closed. */
const LONGEST_LINE = 2_000_000
/** The line by which a spreadsheet program is told the delimiter; it shows no row for it. */
const SEPARATOR_LINE = /^sep=([,;|\t])(?:\r\n|\n|\r)/i

type Delimiter = (typeof delimiters)[number]

export async function* textResults(path: string, choice: SheetChoice): AsyncGenerator<SheetResult> {
  const bytes = await readFile(path)
  const encoding = choice.encoding ?? encodingOf(bytes)
  const whole = new TextDecoder(encoding).decode(bytes)
  const told = SEPARATOR_LINE.exec(whole)
  const text = told ? whole.slice(told[0].length) : whole
  const delimiter = choice.delimiter ?? (told?.[1] as Delimiter | undefined) ?? found(text.slice(0, LOOKED_AT))
  const format = delimiter === '\t' ? 'tsv' : 'csv'
  yield* resultsOf({ format, encoding, delimiter, sheets: [], sheet: null }, rowsOf(text, delimiter), choice)
}

function found(beginning: string): Delimiter {
  const detected = detectDelimiter(beginning)
  return delimiters.find((one) => one === detected) ?? ','
}

/** Counts rows as a spreadsheet program does: an empty line is a row, a line break within quotes is none. */
async function* rowsOf(text: string, delimiter: Delimiter): AsyncGenerator<RawRow> {
  const parser = Readable.from(pieces(text)).pipe(
    parse({
      delimiter,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      relax_quotes: true,
      max_record_size: LONGEST_LINE,
    }),
  )
  let row = 0
  try {
    for await (const cells of parser as AsyncIterable<string[]>) yield { row: ++row, cells }
  } catch (error) {
    if (error instanceof CsvError && error.code === 'CSV_QUOTE_NOT_CLOSED') throw openQuote(Number(error.records) + 1)
    throw error instanceof CsvError ? damaged() : error
  }
}

/** Pieces of bytes, because a piece of a string may end within a character. */
function* pieces(text: string): Generator<Buffer> {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += LOOKED_AT) yield bytes.subarray(at, at + LOOKED_AT)
}
