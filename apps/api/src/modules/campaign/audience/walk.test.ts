import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Database } from '../../../db/database.ts'
import type { PatientFacts } from './plan.rules.ts'
import { countAudience, type Walked } from './walk.ts'

const facts: PatientFacts = {
  ...{
    patientId: 'p1',
    firstName: 'Ann',
    lastName: 'Lee',
    birthdate: null,
    timezone: null,
    deceased: true,
    address: null,
  },
  ...{ smsStatus: 'subscribed', isUnsubscribed: false, askedToStop: false, isUnreachable: false, isDone: false },
  ...{
    hasMarketingConsent: false,
    ownsConversation: false,
    doctor: null,
    visitAt: null,
    location: null,
    sharing: null,
  },
}
const walked: Walked = {
  campaign: {
    ...{ type: 'SMS', purpose: 'care', fallbacks: {}, trackLinks: true, clock: 'patient', scheduledAt: null },
    ...{ timezone: 'UTC', steps: [{ subject: null, content: 'Hello' }] },
  },
  policy: {
    clinic: { name: 'Cedar Ridge', timezone: 'UTC', phoneNumber: null },
    ...{
      quietHours: { from: '21:00', to: '08:00' },
      bookingLink: null,
      shortLinkUrl: 'https://s.test',
      smsCountries: [],
    },
  },
  source: { organizationId: 'o1', fits: sql`true`, ids: null },
  ...{ campaignId: null, now: new Date('2026-11-19T15:00:00Z'), lane: 'search' },
}

/** A store with so many patients, who come in chunks of 1,000. */
function storeOf(many: number) {
  let left = many
  const reads: number[] = []
  const read = async () => {
    const size = Math.min(1000, left)
    left -= size
    reads.push(size)
    return { patients: Array.from({ length: size }, () => facts), end: left === 0 ? null : 'p' }
  }
  return { database: { read } as unknown as Database, reads }
}

test('countAudience refuses more than 100,000 patients, with the number', async () => {
  const most = await countAudience(storeOf(100_000), walked)
  expect([most.matching, most.willGet, most.skipped.get('deceased')]).toEqual([100_000, 0, 100_000])
  await expect(countAudience(storeOf(100_001), walked)).rejects.toMatchObject({
    ...{ reason: 'too_many', status: 422 },
    message: 'More than 100,000 patients match. A campaign has 100,000 recipients at most.',
  })
})

test('countAudience gives other work its turn within a chunk', async () => {
  let turns = 0
  let isOver = false
  const other = () => {
    turns += 1
    if (!isOver) setImmediate(other)
  }
  setImmediate(other)
  await countAudience(storeOf(1000), walked)
  isOver = true
  expect(turns).toBeGreaterThanOrEqual(39)
})

test('countAudience reads no further chunk when nobody waits for it', async () => {
  const store = storeOf(5000)
  await expect(countAudience(store, { ...walked, isGivenUp: () => true })).rejects.toMatchObject({
    reason: 'unavailable',
  })
  expect(store.reads).toEqual([1000])
})
