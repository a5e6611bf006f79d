import { reviewChanged } from '@foyer/contracts/listings/events.ts'
import { reviewExample } from '@foyer/contracts/listings/reviews.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { appendEvents, causing, newEvent } from '../../../events/append.ts'
import { openRuled, type Ruled } from './engine.suite.ts'

let clinic: Ruled

beforeAll(async () => {
  clinic = await openRuled()
})
afterAll(() => clinic.close())
beforeEach(() => clinic.clear())

const notify = { sequence: 1, kind: 'notifyStaff', to: 'supervisors', text: 'A review has few stars' }

async function arrive(reviewId: string, stars: number, hasText = true): Promise<void> {
  const { parts } = clinic
  const subject = { kind: 'review', id: `l1/${reviewId}` } as const
  const cause = { kind: 'reviewArrived', subject, data: { stars, hasText } } as const
  const change = { record: async () => causing(newEvent(reviewChanged, reviewExample), [cause]) }
  const log = { organizationId: 'o1', at: parts.clock.now() }
  await parts.database.write('o1', (tx) => appendEvents(tx, log, [change]))
}

test('a rule for few stars starts for such a review, once, and tells staff', async () => {
  const { _id } = await clinic.add({
    trigger: { kind: 'reviewArrived', stars: [1, 2] },
    conditions: [{ field: 'review.hasText', operator: 'is', value: true }],
    actions: [notify],
  })
  await arrive('r1', 3)
  await arrive('r2', 2)
  await arrive('r3', 1, false)
  expect(await clinic.judge()).toBe('caught up')
  expect(await clinic.judge()).toBe('caught up')
  const { body } = await clinic.call('automationRuns', 'lena', { automationId: _id })
  expect(body.data).toMatchObject([
    {
      ...{ state: 'done', subject: { kind: 'review', id: 'l1/r2' }, conversationId: null, patientName: null },
      steps: [{ kind: 'notifyStaff', outcome: 'done' }],
    },
  ])
  const told = await clinic.store.query(`select user_id from staff_notices where text = 'A review has few stars'`)
  expect(told.length).toBeGreaterThan(0)
})

test('the same review starts a rule that never repeats once', async () => {
  await clinic.add({ trigger: { kind: 'reviewArrived', stars: [1], repeat: 'never' }, actions: [notify] })
  await arrive('r4', 1)
  await arrive('r4', 1)
  await clinic.judge()
  expect(await clinic.runs()).toMatchObject([{ state: 'done' }])
})
