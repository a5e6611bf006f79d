/**
 * Compares the inboxes of organizations with 1,000 and with 100,000 conversations, ten messages each: the list, its
 * searches, the message search, a thread. It also measures whether one organization's heavy searches slow down
 * another's list.
 */
import { compareSizes, deepPage, type GeneratedClinic, openGenerated, type Question } from './generated-clinic.ts'
import { ms, quantile, type Row, ratio } from './statistics.ts'

const ASKED = 100
const SLOWEST_SEARCH_MS = 300

export async function benchScale(): Promise<Row[]> {
  const few = { name: '1,000', clinic: await openGenerated({ organizations: 1, conversations: 1_000, messages: 10 }) }
  const many = {
    name: '100,000',
    clinic: await openGenerated({ organizations: 2, conversations: 200_000, messages: 10 }),
  }
  try {
    const rows: Row[] = []
    for (const [what, question] of SAME) rows.push(await compareSizes(what, question, { few, many, asked: ASKED }))
    for (const [what, question] of COMMON) rows.push(await slowest(what, question, many.clinic))
    rows.push(...(await besideHeavySearch(many.clinic)))
    return rows
  } finally {
    await few.clinic.stop()
    await many.clinic.stop()
  }
}

function list(query: object): Question {
  return ({ member, organizationId }) => member.call('conversations', { query: { organizationId, ...query } as never })
}

function inMessages(search: string): Question {
  return ({ member, organizationId }) => member.call('searchMessages', { query: { organizationId, search } })
}

/** The thread of the newest conversation; finding that conversation is not measured. */
function thread(): Question {
  const newest = new Map<GeneratedClinic, Promise<string>>()
  const find = async ({ member, organizationId }: GeneratedClinic) =>
    (await member.call('conversations', { query: { organizationId, status: ['all'] } })).data[0]?.id ?? ''
  return async (clinic) => {
    const known = newest.get(clinic) ?? find(clinic)
    newest.set(clinic, known)
    const query = { organizationId: clinic.organizationId, conversationId: await known }
    return clinic.member.call('messages', { query })
  }
}

/** Questions that should take the same time in both sizes: searches here match under 1,000 rows in each. */
const SAME: readonly [string, Question][] = [
  ['list, open and unassigned', list({ status: ['open', 'unassigned'] })],
  ['list, page 1,000 (of ten) by cursor', deepPage('newest', 9)],
  ['search by phone', list({ status: ['all'], search: '5120000500' })],
  ['search by MRN', list({ status: ['all'], search: 'G0000500' })],
  ['search by name and number, all statuses', list({ status: ['all'], search: '512000051' })],
  ['messages of a conversation', thread()],
  ['search of messages, a rare word', inMessages('rx4711')],
  ['search of messages, two rare words', inMessages('rx4711 question')],
]

/** Searches that match thousands of rows. */
const COMMON: readonly [string, Question][] = [
  ['search by a first name (5,000 rows)', list({ status: ['all'], search: 'priya' })],
  ['search by three letters (most rows)', list({ status: ['all'], search: '512' })],
  ['search by two letters', list({ status: ['all'], search: 'an' })],
  ['search of messages, in half of them', inMessages('happy')],
  ['search of messages, one in eighty', inMessages('form17')],
  ['search of messages, by two letters', inMessages('rx')],
  ['search of messages, two common words', inMessages('happy form17')],
]

async function slowest(what: string, question: Question, clinic: GeneratedClinic): Promise<Row> {
  const samples: number[] = []
  for (let round = -3; round < ASKED / 5; round++) {
    const started = performance.now()
    await question(clinic)
    if (round >= 0) samples.push(performance.now() - started)
  }
  return { what, figure: `slowest ${ms(Math.max(...samples))}`, aim: `under ${SLOWEST_SEARCH_MS} ms` }
}

/**
 * Measures one organization's list while the other's staff make eight requests at a time: for their list, and for the
 * most expensive search. All share the machine; a heavy search must slow the list no more than list requests do.
 */
async function besideHeavySearch(clinic: GeneratedClinic): Promise<Row[]> {
  const [busy = '', calm = ''] = clinic.organizationIds
  const lists = list({ status: ['open', 'unassigned'] })
  const calmList = () => lists({ ...clinic, organizationId: calm })
  const beside = (question: Question) => whileAsked(() => question({ ...clinic, organizationId: busy }), calmList)
  const alone = await medianOf(calmList)
  const besideLists = await beside(lists)
  const besideSearches = await beside(list({ status: ['all'], search: '512' }))
  const besideWords = await beside(inMessages('happy'))
  const row = (what: string, took: number): Row => ({
    what: `list, beside another organization's ${what}`,
    figure: ms(took),
    baseline: `beside its lists: ${ms(besideLists)}`,
    ratio: ratio(took, besideLists),
    aim: 'about 1',
  })
  return [
    { what: "list, beside another organization's lists", figure: ms(besideLists), baseline: `alone: ${ms(alone)}` },
    row('searches by three letters', besideSearches),
    row('searches of messages', besideWords),
  ]
}

async function whileAsked(busy: () => Promise<unknown>, ask: () => Promise<unknown>): Promise<number> {
  let isOver = false
  const others = Array.from({ length: 8 }, async () => {
    while (!isOver) await busy().catch(() => {})
  })
  const median = await medianOf(ask)
  isOver = true
  await Promise.all(others)
  return median
}

async function medianOf(ask: () => Promise<unknown>): Promise<number> {
  const samples: number[] = []
  for (let round = -10; round < ASKED; round++) {
    const started = performance.now()
    await ask()
    if (round >= 0) samples.push(performance.now() - started)
  }
  return quantile(samples, 0.5)
}
