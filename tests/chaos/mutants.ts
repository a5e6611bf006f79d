import type { Mutant } from './mutant.ts'
import { NEWER_API, NEWER_RELAY } from './newer-build.ts'

export const NO_IDEMPOTENCY: Mutant = {
  name: 'no idempotency',
  file: 'apps/api/src/http/idempotency.rules.ts',
  changes: [['if (key === undefined) return undefined', 'if (key !== null) return undefined']],
}

/** Writes the events of a change a little later, on another connection. */
export const NO_SHARED_TRANSACTION: Mutant = {
  name: 'no shared transaction',
  file: 'apps/api/src/events/append.ts',
  changes: [
    ["import type { z } from 'zod'", "import type { z } from 'zod'\nimport pg from 'pg'"],
    [
      'for (const adding of addRows.with(tx, rows)) sendUnawaited(tx, adding)',
      `const late = rows.map((one) => ({ ...one, counts: JSON.parse(one.counts), data: JSON.parse(one.data) }))
  setTimeout(async () => {
    const client = new pg.Client({ connectionString: process.env.DATABASE_URL })
    client.on('error', () => undefined)
    await client.connect()
    await client.query('insert into events select * from jsonb_populate_recordset(null::events, $1)', [JSON.stringify(late)])
    await client.end()
  }, 150)`,
    ],
  ],
}

/** Reads the log first and joins the fan-out 400 ms later. */
export const READS_BEFORE_IT_JOINS: Mutant = {
  name: 'reads before it joins',
  file: 'apps/relay/src/sockets/subscribe.ts',
  changes: [
    [
      'const member = fanOut.join(reader, topics)',
      `const early = await log.readAfter(organizationId, { epoch, after }).catch(() => null)
    await new Promise((resolve) => setTimeout(resolve, 400))
    const member = fanOut.join(reader, topics)`,
    ],
    [
      'const read = await log.readAfter(organizationId, { epoch, after }).catch(() => null)\n    if',
      'const read = early\n    if',
    ],
  ],
}

/** Leaves the staged files of an upload. */
export const LEAVES_FILES_ABOUT: Mutant = {
  name: 'leaves files about',
  file: 'apps/api/src/files/staging.ts',
  changes: [['paths.splice(0).map((one) => rm(one, { force: true }))', 'paths.splice(0)']],
}

/** Acknowledges a file without storing its bytes. */
export const KEEPS_NO_BYTES: Mutant = {
  name: 'keeps no bytes',
  file: 'apps/api/src/modules/attachments/keep-bytes.ts',
  changes: [['await files.put(', 'if (size < 0) await files.put(']],
}

/** Reports a full disk as an internal error. */
export const NO_WORDS_FOR_FULL: Mutant = {
  name: 'no words for full',
  file: 'apps/api/src/files/storing-failure.rules.ts',
  changes: [['if (FULL.has(code)) return storageFull(error)', 'if (FULL.has(code)) return error']],
}

/** Gives each batch to the log consumer a second time. */
export const HANDLES_TWICE: Mutant = {
  name: 'handles twice',
  file: 'apps/api/src/events/log-consumer.ts',
  changes: [
    [
      'if (known.length > 0) await consumer.handle(tx, known, parts)',
      'for (const batch of [known, known]) if (batch.length > 0) await consumer.handle(tx, batch, parts)',
    ],
  ],
}

/** Writes a text of a campaign and keeps no note of its send. */
export const FORGETS_SENDS: Mutant = {
  name: 'forgets sends',
  file: 'apps/api/src/modules/campaign/sending/send-next.ts',
  changes: [
    [
      "saveSend(tx, due, send, { state: 'queued', at: now, segments,",
      "if (segments < 0) saveSend(tx, due, send, { state: 'queued', at: now, segments,",
    ],
  ],
}

export const MUTANTS: readonly Mutant[] = [
  NO_IDEMPOTENCY,
  NO_SHARED_TRANSACTION,
  READS_BEFORE_IT_JOINS,
  LEAVES_FILES_ABOUT,
  KEEPS_NO_BYTES,
  NO_WORDS_FOR_FULL,
  HANDLES_TWICE,
  FORGETS_SENDS,
  ...NEWER_API,
  ...NEWER_RELAY,
]
