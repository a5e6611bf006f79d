/** An API over a store of generated conversations, and a comparison of two of them in turn. */
import { randomUUIDv7 } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { readConfig } from '@foyer/api/config/config.ts'
import { startEmbedded } from '@foyer/api/db/embedded.ts'
import { migrate } from '@foyer/api/db/migrate.ts'
import { type Amounts, GENERATED_ACCOUNT, generate } from '@foyer/api/seed/generate.ts'
import { startApi } from '@foyer/api/start/start-api.ts'
import type { Sort } from '@foyer/contracts/inbox/status.rules.ts'
import { type Member, signIn } from '../support/member.ts'
import { ms, quantile, type Row, ratio } from './statistics.ts'

export interface GeneratedClinic {
  readonly member: Member
  readonly url: string
  readonly parts: Awaited<ReturnType<typeof startApi>>['parts']
  readonly databaseUrl: string
  readonly organizationIds: readonly string[]
  /** The first organization. */
  readonly organizationId: string
  stop(): Promise<void>
}

export type Question = (clinic: GeneratedClinic) => Promise<unknown>

export async function openGenerated(amounts: Amounts): Promise<GeneratedClinic> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'foyer-bench-'))
  const store = await startEmbedded({ dataDir })
  await migrate(store.url)
  await generate(store.url, amounts, { clock: { now: () => new Date() }, newId: randomUUIDv7 })
  const config = readConfig({
    ...{ DATA_DIR: dataDir, DATABASE_URL: store.url, SEED: 'none', LOG_LEVEL: 'error', PORT: '0' },
    ACCESS_TOKEN_TTL_SECONDS: '3600',
  })
  const api = await startApi(config)
  const url = await api.listen(0)
  const member = await signIn(url, GENERATED_ACCOUNT.email)
  const { data } = await member.call('validateLogin', { body: {} })
  const organizationIds = data.organizations.map(({ _id }) => _id)
  return {
    ...{ member, url, parts: api.parts },
    databaseUrl: store.url,
    organizationIds,
    organizationId: organizationIds[0] ?? '',
    async stop() {
      await api.stop()
      await store.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

interface Sizes {
  readonly few: { readonly name: string; readonly clinic: GeneratedClinic }
  readonly many: { readonly name: string; readonly clinic: GeneratedClinic }
  readonly asked: number
  /** The ratio above which the aim is missed. */
  readonly most?: number
}

/** Asks both the same question in turn; the first answers are a warm-up. */
export async function compareSizes(what: string, question: Question, { few, many, asked, most }: Sizes): Promise<Row> {
  const times = new Map<GeneratedClinic, number[]>([
    [few.clinic, []],
    [many.clinic, []],
  ])
  for (let round = -20; round < asked; round++) {
    for (const [clinic, samples] of times) {
      const started = performance.now()
      await question(clinic)
      if (round >= 0) samples.push(performance.now() - started)
    }
  }
  const median = (clinic: GeneratedClinic) => quantile(times.get(clinic) ?? [], 0.5)
  return {
    what,
    figure: `${many.name}: ${ms(median(many.clinic))}`,
    baseline: `${few.name}: ${ms(median(few.clinic))}`,
    ratio: ratio(median(many.clinic), median(few.clinic)),
    aim: most === undefined ? 'under 2 ×' : `at most ${most} ×`,
    isMissed: most !== undefined && median(many.clinic) > most * median(few.clinic),
  }
}

/** Returns the page after a walk by cursor; the walk itself is not measured. */
export function deepPage(sort: Sort, hundreds: number): Question {
  const cursors = new Map<GeneratedClinic, Promise<string | undefined>>()
  const walk = async ({ member, organizationId }: GeneratedClinic) => {
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
    const query = { organizationId: clinic.organizationId, status: ['all'] as ['all'], sort }
    return clinic.member.call('conversations', { query: { ...query, ...(cursor ? { cursor } : {}) } })
  }
}
