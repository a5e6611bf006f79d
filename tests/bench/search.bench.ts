/**
 * Types names, MRNs and numbers into the search of an inbox of 100,000 conversations and a million messages, a search for
 * each pause: against the statements of the search before, in turn; and another organization's list while ten people type.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { createDatabase } from '@foyer/api/db/database.ts'
import { type ListRequest, listConversations } from '@foyer/api/modules/inbox/conversation-list.store.ts'
import { conversationStatuses } from '@foyer/contracts/inbox/conversation.ts'
import { searchWords } from '@foyer/contracts/search.rules.ts'
import { type GeneratedClinic, openGenerated } from './generated-clinic.ts'
import { searchBefore } from './search-before.ts'
import { ms, quantile, type Row, ratio } from './statistics.ts'

const TYPISTS = 10
const ASKED = 200
/** A pause in typing ends this long after the last key; the next one follows after some more keys. */
const PAUSE_MS = 200
const CHOSEN = ['open', 'unassigned'] as const

/** Each is searched by its first letters, two keys a pause. */
const TYPED = ['priya castillo', 'garcia', 'quinn okafor', 'g0000517', '5120000510', 'tara vargas', 'xq', 'ueda']
const PAUSES = TYPED.flatMap((text) =>
  Array.from({ length: Math.ceil(text.length / 2) }, (_, at) => text.slice(0, 2 * (at + 1)).trim()),
)

export async function benchSearch(): Promise<Row[]> {
  const clinic = await openGenerated({ organizations: 2, conversations: 200_000, messages: 10 })
  try {
    return [...(await beside(clinic)), await asOneTypes(clinic)]
  } finally {
    await clinic.stop()
  }
}

async function asOneTypes({ databaseUrl, organizationId }: GeneratedClinic): Promise<Row> {
  const database = createDatabase({ url: databaseUrl })
  const now = new Date()
  const request: Omit<ListRequest, 'words'> = {
    ...{ organizationId, statuses: conversationStatuses, chosen: CHOSEN, userId: '', now },
    filter: 'all',
    sort: 'newest',
    ...{ visit: null, team: null, campaign: null, after: null, offset: 0, limit: 10 },
  }
  const ours = (search: string) =>
    database.read(organizationId, (tx) => listConversations(tx, { ...request, words: searchWords(search) }), 'search')
  const before = (search: string) =>
    database.read(organizationId, (tx) => searchBefore(tx, { organizationId, statuses: CHOSEN, search, now }), 'search')
  const times = { ours: [] as number[], before: [] as number[] }
  try {
    for (let round = -1; round < 4; round++)
      for (const search of PAUSES) {
        const took = { ours: await timed(() => ours(search)), before: await timed(() => before(search)) }
        if (round < 0) continue
        times.ours.push(took.ours)
        times.before.push(took.before)
      }
  } finally {
    await database.close()
  }
  const [p95, baseline] = [quantile(times.ours, 0.95), quantile(times.before, 0.95)]
  return {
    what: `search as one types, p95 of ${times.ours.length}`,
    figure: ms(p95),
    baseline: `the search before: ${ms(baseline)}`,
    ratio: ratio(p95, baseline),
    aim: 'at most 1.3 ×',
    isMissed: p95 > 1.3 * baseline,
  }
}

async function beside(clinic: GeneratedClinic): Promise<Row[]> {
  const { member, organizationIds } = clinic
  const [busy = '', calm = ''] = organizationIds
  const list = () => member.call('conversations', { query: { organizationId: calm, status: [...CHOSEN] } })
  const idle = await medianOf(list)
  let isOver = false
  const typists = Array.from({ length: TYPISTS }, async (_, nth) => {
    for (let at = nth * 7; !isOver; at++) {
      const search = PAUSES[at % PAUSES.length] ?? ''
      const query = { organizationId: busy, status: [...CHOSEN], statusMode: 'first' as const, search }
      await Promise.all([member.call('conversations', { query }).catch(() => {}), sleep(2 * PAUSE_MS)])
    }
  })
  const took = await medianOf(list)
  isOver = true
  await Promise.all(typists)
  return [
    {
      what: `list, beside ${TYPISTS} of another organization who type`,
      figure: ms(took),
      baseline: `idle: ${ms(idle)}`,
      ratio: ratio(took, idle),
      aim: 'at most 1.5 ×',
      isMissed: took > 1.5 * idle,
    },
  ]
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

async function medianOf(ask: () => Promise<unknown>): Promise<number> {
  const samples: number[] = []
  for (let round = -20; round < ASKED; round++) {
    const took = await timed(ask)
    if (round >= 0) samples.push(took)
  }
  return quantile(samples, 0.5)
}
