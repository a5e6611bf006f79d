/**
 * Checks the bytes of files at rest. [OPEN-097] I16: every acknowledged file is stored and downloads as it was sent. I17: after the
 * product's own sweep, no bytes remain that no row refers to.
 */
import { utimesSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { attachment } from '@foyer/contracts/inbox/file-calls.ts'
import type { Random } from '@foyer/contracts/random.rules.ts'
import { createDatabase } from '../../apps/api/src/db/database.ts'
import { sweepFiles } from '../../apps/api/src/modules/attachments/file-sweep.ts'
import { testServices } from '../support/services.ts'
import { until } from '../support/until.ts'
import { readCarrier } from './carrier-list.ts'
import { createCarriedCheck } from './check-carried-files.ts'
import type { Ledger } from './ledger.ts'
import type { Staff } from './staff.ts'
import { essenceOf } from './uploads.ts'
import type { ChaosWorld } from './world.ts'

interface FileCheckParts {
  readonly world: Pick<ChaosWorld, 'apis' | 'apiUrl' | 'sandboxUrl' | 'store' | 'files'>
  readonly ledger: Ledger
  readonly staff: readonly Staff[]
  readonly random: Random
}

type NotedFile = Ledger['files'][number]

interface Row {
  readonly id: string
  readonly name: string
  readonly type: string
  readonly size: number
}

/** A request whose caller gave up may still be running. */
const TIDY_WITHIN_MS = 60_000
/** Older than any request that still runs at rest. */
const LEFT_S = 45
const HOUR_MS = 60 * 60 * 1000
/** How many of the files that were checked before are checked again. */
const AGAIN = 5

export function createFileCheck({ world, ledger, staff, random }: FileCheckParts) {
  const { store, files, apiUrl, sandboxUrl } = world
  const lookedAt = new Set<NotedFile>()
  const checkCarried = createCarriedCheck(world, ledger)
  const diedAt = () => Math.max(...world.apis.map((one) => one.diedAt))

  return async function checkFiles(tidyWithinMs = TIDY_WITHIN_MS): Promise<void> {
    await checkIncoming(tidyWithinMs)
    await sweep()
    await checkPlaces()
    await checkContents()
    await checkCarried()
  }

  /** Only a process that died may leave staged files. */
  async function checkIncoming(withinMs: number) {
    const started = performance.now()
    const left = () => files.incoming().filter(({ touchedAt }) => touchedAt > diedAt())
    while (left().length > 0 && performance.now() - started < withinMs) await pause(100)
    ledger.hold('I17', left().length === 0, () => `${left().length} staged files were not removed`)
  }

  /** Makes abandoned files look two hours old, and runs the product's own sweep. */
  async function sweep() {
    const before = files.incoming().filter(({ touchedAt }) => touchedAt <= diedAt())
    const longAgo = new Date(Date.now() - 2 * HOUR_MS)
    for (const { path } of before) makeOld(path, longAgo)
    const aged = await store.ask<{ id: string }>(
      `update uploads set created_at = created_at - interval '2 hours', swept_at = swept_at - interval '2 hours'
       where created_at < now() - make_interval(secs => $1) returning id`,
      [LEFT_S],
    )
    if (before.length + aged.length === 0) return
    const connections = { organizations: 1, system: 1 }
    const database = createDatabase({ url: store.url.href, connections })
    try {
      const env = { DATA_DIR: files.dataDir }
      const swept = await sweepFiles(testServices({ url: store.url.href, database }, { env }))
      ledger.count('files swept that a process left in the middle', before.length)
      ledger.count('files swept that no message took', swept)
      const kept = files.incoming().filter(({ path }) => before.some((one) => one.path === path))
      ledger.hold('I17', kept.length === 0, () => `${kept.length} files outlived the sweep`)
      const stay = await store.ask('select id from uploads where id = any($1)', [aged.map(({ id }) => id)])
      ledger.hold('I17', stay.length === 0, () => `${stay.length} unused uploads outlived the sweep`)
    } finally {
      await database.close()
    }
  }

  /** Compares the stored files with the rows that refer to them. */
  async function checkPlaces() {
    // A patient's file may be arriving: its `uploads` row is written before the bytes and deleted last, so rows are read between.
    const earlier = files.stored()
    const rows = await store.ask<{ id: string; size: number | null }>(
      'select id, size::int from attachments union all select id, null from uploads',
    )
    const later = new Map(files.stored().map((one) => [one.path, one]))
    const known = new Set(rows.map(({ id }) => id))
    const lost = earlier.filter(({ id, path }) => later.has(path) && !known.has(id) && !isUndone(id))
    ledger.hold('I17', lost.length === 0, () => `${lost.length} stored files have no row, such as ${lost[0]?.path}`)
    const whole = new Map([...later.values()].flatMap(({ id, isDraft, size }) => (isDraft ? [] : [[id, size]])))
    for (const { id, size } of rows) {
      if (size === null || isUndone(id)) continue
      ledger.hold('I16', whole.get(id) === size, () => `the file ${id} of ${size} bytes has ${whole.get(id)}`)
    }
    ledger.count('files compared with their rows', rows.length)
  }

  /** A restore takes the database back and not the files, so files from the undone time stay without a row. */
  function isUndone(id: string): boolean {
    const madeAt = Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16) - performance.timeOrigin
    return ledger.isForgotten({ startedAt: madeAt, endedAt: madeAt })
  }

  async function checkContents() {
    const sure = ledger.files.filter(({ isUnsure }) => !isUnsure)
    const fresh = sure.filter((one) => !lookedAt.has(one))
    const again = random.shuffled(sure.filter((one) => lookedAt.has(one))).slice(0, AGAIN)
    for (const noted of [...fresh, ...again]) {
      const row = await rowOf(noted)
      if (!row) await judgeAbsence(noted)
      else if (await isRight(noted, row)) {
        lookedAt.add(noted)
        ledger.count('files compared')
      }
    }
  }

  async function rowOf({ organizationId, message, place }: NotedFile): Promise<Row | undefined> {
    const [column, value] = 'id' in message ? ['id', message.id] : ['carrier_sid', message.sid]
    const [row] = await store.ask<Row>(
      `select attachments.id, attachments.name, content_type as type, attachments.size::int
       from attachments join messages on messages.organization_id = attachments.organization_id
         and messages.id = attachments.message_id
       where attachments.organization_id = $1 and messages.${column} = $2 and place = $3`,
      [organizationId, value, place],
    )
    return row
  }

  /** A file of staff must be there; a patient's file may still be waiting to be fetched, or the carrier no longer has it. */
  async function judgeAbsence(noted: NotedFile) {
    const { organizationId, message, place } = noted
    if ('id' in message) return ledger.violate('I16', `file ${place} of the message ${message.id} is not there`)
    const [waiting] = await store.ask(
      `select 1 from media_fetches join messages on messages.organization_id = media_fetches.organization_id
         and messages.id = media_fetches.message_id
       where media_fetches.organization_id = $1 and messages.carrier_sid = $2 and place = $3`,
      [organizationId, message.sid, place],
    )
    if (waiting) return ledger.count('looks for files that are still fetched')
    // It may have been stored between the two queries: it is compared at the next rest.
    if (await rowOf(noted)) return
    const media = (await readCarrier(world)).find(({ sid }) => sid === message.sid)?.media[place]
    const offered = await fetch(`${sandboxUrl}/sandbox/media/${media?.sid}`)
    await offered.arrayBuffer()
    ledger.hold(
      'I16',
      !offered.ok,
      () => `file ${place} of the text ${message.sid} was given up, and the carrier has it`,
    )
  }

  async function isRight({ organizationId, name, essence }: NotedFile, row: Row): Promise<boolean> {
    const own = staff.find((one) => one.organizationId === organizationId)
    const other = staff.find((one) => one.organizationId !== organizationId)
    if (!own || !other) throw new Error('Both clinics have staff.')
    const found = await download(own, organizationId, row.id)
    const isSame = found.status === 200 && (await essenceOf(row.type, found.bytes).catch(() => '')) === essence
    ledger.hold('I16', isSame, () => `the file ${row.id} (${row.type}) comes back as ${found.status}, or as another`)
    ledger.hold('I16', name === null || name === row.name, () => `the file ${row.id} has another name`)
    const foreign = [
      [await download(other, other.organizationId, row.id), 404],
      [await download(other, organizationId, row.id), 403],
    ] as const
    for (const [{ status }, right] of foreign)
      ledger.hold(
        'I6',
        status === right,
        () => `the other clinic asks for the file ${row.id} and is answered ${status}`,
      )
    return isSame
  }

  /** Retries until an answer, because the token may have expired; all faults are healed here. */
  async function download(one: Staff, organizationId: string, attachmentId: string) {
    const ask = async () => {
      const bearer = await one.token.get()
      const search = new URLSearchParams({ organizationId, attachmentId })
      const headers = { authorization: `Bearer ${bearer}` }
      const answer = await fetch(`${apiUrl}${attachment.path}?${search}`, { headers })
      const bytes = Buffer.from(await answer.arrayBuffer())
      if (answer.status === 401) await one.token.renew(bearer)
      return [401, 429, 503].includes(answer.status) ? undefined : { status: answer.status, bytes }
    }
    return until(ask)
  }
}

/** The file may be removed meanwhile. */
function makeOld(path: string, at: Date): void {
  try {
    utimesSync(path, at, at)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}
