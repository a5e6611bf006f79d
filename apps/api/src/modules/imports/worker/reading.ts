/** Reads a file into rows, in a process of its own, and matches its columns. A half-read file is read from its beginning. */
import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { noCounts, noPlan } from '@foyer/contracts/imports/import-counts.rules.ts'
import { missingColumns } from '@foyer/contracts/imports/kinds.rules.ts'
import { ROWS_A_DAY_MAX } from '@foyer/contracts/imports/limits.rules.ts'
import { dayIn } from '@foyer/contracts/time/wall-clock.rules.ts'
import { openStaging, type Staging } from '../../../files/staging.ts'
import { Refusal } from '../../../http/refusal.ts'
import { textOf } from '../../../reader/sheets/cells.ts'
import { readSheet } from '../../../reader/sheets/sheet.ts'
import type { AboutSheet, SheetRow } from '../../../reader/sheets/sheet-wire.ts'
import { rest } from '../../../workers/rest.ts'
import { firstColumns } from '../columns-of-file.rules.ts'
import { changeImport } from '../import-change.ts'
import { type KeptImport, readLoad } from '../imports.store.ts'
import { dayBefore, tooManyToday } from '../limits.rules.ts'
import { findMappings } from '../mappings.store.ts'
import { choicesBefore, choicesOf, failedChoice } from '../read-as.rules.ts'
import { addRows, deleteRows, type ReadRow, rowsAfter } from '../rows.store.ts'
import { isBlankRow } from '../rules/cells.rules.ts'
import type { FoundColumn } from '../rules/columns.rules.ts'
import { rearm } from '../rules/formulas.rules.ts'
import { failed, unmatched } from './ends.ts'
import { countRows, LEASE_S, renew, type Step, writeHeld } from './worked-on.ts'

const ROWS_AT_ONCE = 5000
/** The rows whose cells say what a column is. */
const LOOKED_AT = 500
/** The refusals that the file itself causes. Any other is tried again. */
const OF_FILE = new Set<Refusal['reason']>([
  'unreadable_file',
  'too_many_rows',
  'not_valid',
  'rate_limited',
  'not_found',
])
/** The refusals that another sheet, header or encoding may cause. */
const OF_CHOICE = new Set<Refusal['reason']>(['unreadable_file', 'too_many_rows', 'not_valid'])

const isReading = ({ state }: KeptImport) => state === 'reading'

export async function readFile(step: Step, found: KeptImport): Promise<void> {
  const staging = openStaging(step.parts)
  try {
    await deleteHalfRead(step)
    await readInto(step, found, staging)
  } catch (error) {
    if (!(error instanceof Refusal) || !OF_FILE.has(error.reason)) throw error
    await fail(step, error)
  } finally {
    await staging.clear()
  }
}

async function deleteHalfRead(step: Step): Promise<void> {
  for (let deleted = ROWS_AT_ONCE; deleted === ROWS_AT_ONCE; )
    deleted = await writeHeld(step, isReading, async (tx, kept) => {
      const count = await deleteRows(tx, step.due, ROWS_AT_ONCE)
      await changeImport(tx, kept, { rowsRead: 0 }, { at: step.parts.clock.now(), leaseS: LEASE_S, isRepeated: true })
      return count
    })
}

async function fetched(
  { parts }: Step,
  { fileId }: KeptImport,
  staging: Staging,
  signal: AbortSignal,
): Promise<string> {
  if (fileId === null) throw new Refusal('not_found', 'Not found.')
  const path = await staging.newPath()
  const bytes = await parts.files.get(fileId)
  await pipeline(bytes, createWriteStream(path, { flags: 'wx', mode: 0o600 }), { signal })
  return path
}

async function readInto(step: Step, found: KeptImport, staging: Staging): Promise<void> {
  const { parts, held } = step
  const lost = new AbortController()
  const signal = AbortSignal.any([held.stopping, lost.signal])
  const about = await renewing(step, lost, async () => {
    const path = await fetched(step, found, staging, signal)
    let count = 0
    const { about, rows } = await readSheet(parts.reader, path, choicesOf(found.readAs), signal)
    for await (const batch of rows) {
      await keepBatch(step, batch.flatMap(readRow))
      count += batch.length
    }
    await countRows(parts, count)
    return about
  })
  await writeHeld(step, isReading, (tx, kept) => endReading(tx, step, kept, about))
}

/** The bytes may come slowly, and the reader may wait for its turn or look through a whole workbook, for longer than the lease lasts. */
async function renewing<T>(step: Step, lost: AbortController, work: () => Promise<T>): Promise<T> {
  const working = work()
  const over = new AbortController()
  const ended = working.then(
    () => true,
    () => true,
  )
  void ended.then(() => over.abort())
  try {
    while (!(await Promise.race([ended, rest(step.renewEveryMs, over.signal).then(() => false)]))) await renew(step)
  } catch (error) {
    lost.abort(error)
    await ended
    throw error
  }
  return working
}

/** A cell that left with an apostrophe before a formula's sign comes back without it. */
function readRow({ row, cells, issues = [] }: SheetRow): ReadRow[] {
  const texts = cells.map((cell) => rearm(textOf(cell)))
  return isBlankRow(texts) ? [] : [{ row, cells: texts, faults: issues }]
}

async function keepBatch(step: Step, rows: readonly ReadRow[]): Promise<void> {
  await writeHeld(step, isReading, async (tx, kept) => {
    addRows(tx, step.due, rows)
    const at = step.parts.clock.now()
    await changeImport(tx, kept, { rowsRead: kept.rowsRead + rows.length }, { at, leaseS: LEASE_S, isRepeated: true })
  })
}

async function endReading(tx: Parameters<typeof addRows>[0], step: Step, kept: KeptImport, about: AboutSheet) {
  const at = step.parts.clock.now()
  const { organizationId, kind, country, zone, isDirect } = kept
  const [first, remembered, load] = await Promise.all([
    rowsAfter(tx, step.due, 0, LOOKED_AT),
    findMappings(tx, organizationId, kind, about.header),
    readLoad(tx, organizationId, dayBefore(at)),
  ])
  if (first.length === 0) throw new Refusal('unreadable_file', 'There are no rows in it.')
  // This file is among the rows of the day.
  if (load.rows > ROWS_A_DAY_MAX) throw tooManyToday()
  const matching = { kind, remembered, country, today: dayIn(at, zone) }
  const columns = firstColumns(columnsOf(about.header, first), matching, { isDirect })
  const missing = missingColumns(kind, kept.matchBy, columns)
  const { sheets, sheet, headerRow, encoding, delimiter } = about
  const read = { readAs: choicesOf(kept.readAs), sheets, sheet, headerRow, encoding, delimiter, columns }
  const unchecked = { checkedThrough: null, counts: noCounts, plan: noPlan }
  const next = isDirect && missing.length > 0 ? unmatched(kind, missing, at) : { state: 'checking' as const }
  await changeImport(tx, kept, { ...read, ...unchecked, ...next }, { at, leaseS: LEASE_S })
}

function columnsOf(header: readonly string[], rows: readonly ReadRow[]): FoundColumn[] {
  return header.map((name, index) => ({ index, header: name, cells: rows.map(({ cells }) => cells[index] ?? '') }))
}

/** A file that can't be read as a person chose is read as before, and the sentence tells why. */
async function fail(step: Step, { reason, message }: Refusal): Promise<void> {
  const isGone = reason === 'not_found'
  const problem = isGone ? 'The file is no longer there. Upload it again.' : message
  await writeHeld(step, isReading, (tx, kept) => {
    const at = step.parts.clock.now()
    const readAs = OF_CHOICE.has(reason) ? choicesBefore(kept.readAs) : null
    const changes = readAs
      ? { readAs, problem: failedChoice(kept, problem) }
      : failed(problem, isGone ? 'unreadable_file' : reason, at)
    return changeImport(tx, kept, changes, { at, isTold: true, leaseS: LEASE_S })
  })
}
