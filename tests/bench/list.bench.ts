/**
 * Measures a page of the conversation list in organizations of 10,000 and of 1,000,000 conversations, on Postgres,
 * through the whole API, in turn. The cost of a page should not depend on the number of conversations.
 */
import { compareSizes, deepPage, openGenerated, type Question } from './generated-clinic.ts'
import type { Row } from './statistics.ts'

const ASKED = 300

export async function benchList(): Promise<Row[]> {
  const few = { name: '10,000', clinic: await openGenerated({ organizations: 1, conversations: 10_000, messages: 1 }) }
  const many = {
    name: '1,000,000',
    clinic: await openGenerated({ organizations: 1, conversations: 1_000_000, messages: 1 }),
  }
  try {
    const rows: Row[] = []
    for (const [what, question] of QUESTIONS) rows.push(await compareSizes(what, question, { few, many, asked: ASKED }))
    return rows
  } finally {
    await few.clinic.stop()
    await many.clinic.stop()
  }
}

function list(query: object): Question {
  return ({ member, organizationId }) => member.call('conversations', { query: { organizationId, ...query } as never })
}

const QUESTIONS: readonly [string, Question][] = [
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
