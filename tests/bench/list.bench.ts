/**
 * A page of the conversation list in an organization of 10,000 conversations and in one of 1,000,000, on Postgres, through
 * the whole API; the two asked in turn. What a page costs should not depend on how many there are.
 */
import { randomUUIDv7 } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { readConfig } from '@foyer/api/config.ts'
import { startEmbedded } from '@foyer/api/db/embedded.ts'
import { migrate } from '@foyer/api/db/migrate.ts'
import { GENERATED_ACCOUNT, generate } from '@foyer/api/seed/generate.ts'
import { startApi } from '@foyer/api/start-api.ts'
import { type Member, signIn } from '../support/member.ts'
import { ms, quantile, type Row, ratio } from './statistics.ts'

const [FEW, MANY] = [10_000, 1_000_000]
const ASKED = 300

interface Clinic {
  readonly member: Member
  readonly organizationId: string
  stop(): Promise<void>
}

type Question = (clinic: Clinic) => Promise<unknown>

export async function benchList(): Promise<Row[]> {
  const small = await openClinic(FEW)
  const large = await openClinic(MANY)
  try {
    const rows: Row[] = []
    for (const [what, question] of await questions()) rows.push(await measure(what, question, small, large))
    return rows
  } finally {
    await small.stop()
    await large.stop()
  }
}

async function questions(): Promise<[string, Question][]> {
  const list = (query: object): Question => {
    return ({ member, organizationId }) =>
      member.call('conversations', { query: { organizationId, ...query } as never })
  }
  return [
    ['list, open and unassigned', list({ status: ['open', 'unassigned'] })],
    ['list, all statuses', list({ status: ['all'] })],
    ['list, unread', list({ status: ['open', 'unassigned'], filter: 'unread' })],
    ['list, page 1,000 by cursor', deepPage('newest', 99)],
    ['list, longest waits first', list({ status: ['open', 'unassigned'], sort: 'waiting' })],
    ['list, longest waits first, all statuses', list({ status: ['all'], sort: 'waiting' })],
    ['list, longest waits first, unread', list({ status: ['all'], filter: 'unread', sort: 'waiting' })],
    ['list, longest waits first, thumbs down', list({ status: ['all'], filter: 'thumbsDown', sort: 'waiting' })],
    ['list, longest waits first, page 100 by cursor', deepPage('waiting', 9)],
  ]
}

/** The walk to the page before is not counted: only the cursor that it ends with is used. */
function deepPage(sort: 'newest' | 'waiting', hundreds: number): Question {
  const cursors = new Map<Clinic, Promise<string | undefined>>()
  const walk = async ({ member, organizationId }: Clinic) => {
    let cursor: string | undefined
    for (let hundred = 0; hundred < hundreds; hundred++) {
      const query = { organizationId, status: ['all'] as ['all'], sort, limit: 100, ...(cursor ? { cursor } : {}) }
      cursor = (await member.call('conversations', { query })).cursor ?? undefined
    }
    return cursor
  }
  return async (clinic) => {
    const known = cursors.get(clinic) ?? walk(clinic)
    cursors.set(clinic, known)
    const cursor = await known
    const query = {
      organizationId: clinic.organizationId,
      status: ['all'] as ['all'],
      sort,
      ...(cursor ? { cursor } : {}),
    }
    return clinic.member.call('conversations', { query })
  }
}

async function measure(what: string, question: Question, small: Clinic, large: Clinic): Promise<Row> {
  const samples = new Map<Clinic, number[]>([
    [small, []],
    [large, []],
  ])
  for (let round = -20; round < ASKED; round++) {
    for (const [clinic, times] of samples) {
      const started = performance.now()
      await question(clinic)
      if (round >= 0) times.push(performance.now() - started)
    }
  }
  const [few, many] = [quantile(samples.get(small) ?? [], 0.5), quantile(samples.get(large) ?? [], 0.5)]
  return {
    what,
    figure: `1,000,000: ${ms(many)}`,
    baseline: `10,000: ${ms(few)}`,
    ratio: ratio(many, few),
    aim: 'under 2 ×',
  }
}

async function openClinic(conversations: number): Promise<Clinic> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'foyer-bench-'))
  const store = await startEmbedded({ dataDir })
  await migrate(store.url)
  await generate(
    store.url,
    { conversations, organizations: 1, messages: 1 },
    { clock: { now: () => new Date() }, newId: randomUUIDv7 },
  )
  const config = readConfig({ DATA_DIR: dataDir, DATABASE_URL: store.url, SEED: 'none', LOG_LEVEL: 'error', PORT: '0' })
  const api = await startApi(config)
  const url = await api.listen(0)
  const member = await signIn(url, GENERATED_ACCOUNT.email)
  const { data } = await member.call('validateLogin', { body: {} })
  return {
    member,
    organizationId: data.organizations[0]?._id ?? '',
    async stop() {
      await api.stop()
      await store.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
