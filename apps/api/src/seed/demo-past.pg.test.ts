import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../../../../tests/support/postgres.ts'
import { readBoard } from '../modules/dashboards/read-board.ts'
import { seams } from '../modules.ts'
import { addDemoPast } from './demo-past.ts'
import { seedDemo } from './seed.ts'

/** A Thursday morning in Texas. */
const NOW = new Date('2026-11-19T15:16:00Z')
const clock = { now: () => NOW }
const RANGE = { startDate: '2026-10-20', endDate: '2026-11-19' }

let store: FreshDatabase
let listBefore: unknown
const list = () =>
  store.query(`select id, last_message_at, status, unread_count, waiting_since from conversations order by id`)
beforeAll(async () => {
  store = await freshDatabase()
  await seedDemo({ database: store.database, clock, newId: () => crypto.randomUUID() })
  listBefore = await list()
  await addDemoPast({ database: store.database, clock })
})
afterAll(() => store.close())

const board = <B extends Parameters<typeof readBoard>[2]>(name: B) =>
  store.database.read('org_cedar', (tx) =>
    readBoard(tx, seams.figures, name, { organizationId: 'org_cedar', zone: 'America/Chicago', range: RANGE }),
  )

test('the demo has something to compare in each board, in both ranges', async () => {
  const communication = await board('patient-communication')
  expect(communication.received).toBeGreaterThan(500)
  expect(communication.previous.received).toBeGreaterThan(500)
  expect(communication.firstReply.typicalMinutes).toBeGreaterThan(0)
  const requests = await board('self-service-requests')
  expect(requests.self).toBeGreaterThan(50)
  expect(requests.previous.total).toBeGreaterThan(50)
  const reminders = await board('reminders')
  expect(reminders.confirmed).toBeGreaterThan(50)
  expect(reminders.confirmed).toBeLessThan(reminders.sent)
  const visits = await board('score-card')
  expect(visits.kept).toBeGreaterThan(100)
  expect(visits.previous.noShow).toBeGreaterThan(5)
  expect(visits.rescheduled).toBeGreaterThan(0)
})

test('the past changes no conversation of the demo', async () => {
  expect(await list()).toEqual(listBefore)
})
