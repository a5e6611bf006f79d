/**
 * The short chaos run: sixty sockets, drawn faults, a kill of each of the five processes, and a test of the checks. `npm run chaos`
 * is the long run.
 */

import { createRandom } from '@foyer/contracts/random.rules.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { answerRound } from './answer-round.ts'
import { campaignRound } from './campaign-round.ts'
import { drawFaults } from './drawing.ts'
import { killEach } from './kill-each.ts'
import { isNoticed, removeEachRule } from './remove-each-rule.ts'
import { restoreRound } from './restore.ts'
import { type Day, openDay } from './rounds.ts'
import { signOutRound } from './sign-out.ts'

const SEED = 20261122
/** The long run holds the product to its times; here another program may keep one of the processors busy. */
const PATIENCE_MS = 90_000
let day: Day

beforeAll(async () => {
  day = await openDay({ seed: SEED, screens: 10, subscribers: 50, paceMs: 160 })
}, 180_000)
afterAll(() => day?.abandon(), 30_000)

// Runs first: no worker has died yet, so no text waits for a lease to run out.
test('every reply reaches the carrier once when a session ends and a backup is restored [OPEN-097]', {
  timeout: 180_000,
}, async () => {
  await signOutRound(day, { isCutOff: false })
  await restoreRound(day, { isNewEpoch: true }, PATIENCE_MS)
  await day.untilAllIsSent()
  expect(day.ledger.violations).toEqual([])
})

test.each([11, 23, 58])(
  'screens show what was acknowledged when faults happen under traffic (seed %i) [OPEN-096] [OPEN-097]',
  { timeout: 180_000 },
  async (seed) => {
    const random = createRandom(`${SEED} ${seed}`)
    const faults = drawFaults(random)
    const times = { beforeMs: 300, lastsMs: random.between(500, 1_500), afterMs: 200, withinMs: PATIENCE_MS }
    await day.round(`seed ${seed}`, { faults, ...times })
    expect(day.ledger.violations, faults.map(({ name }) => name).join(' + ')).toEqual([])
  },
)

test('a campaign sends one text to each recipient, or has a reason, when the API and the carrier fail', {
  timeout: 300_000,
}, async () => {
  await campaignRound(day, PATIENCE_MS)
  expect(day.ledger.violations).toEqual([])
})

test('an automation and a chatbot answer each text once when the API is killed among them', {
  timeout: 300_000,
}, async () => {
  await answerRound(day, PATIENCE_MS)
  expect(day.ledger.violations).toEqual([])
})

test('every copy equals a fresh snapshot when the five processes are killed in turn [OPEN-097]', {
  timeout: 180_000,
}, async () => {
  await killEach(day, PATIENCE_MS)
  expect(day.ledger.violations).toEqual([])
})

test('checks find a violation when any one rule is removed [OPEN-096] [OPEN-097]', { timeout: 300_000 }, async () => {
  const removals = await removeEachRule(day)
  expect(removals.filter((one) => !isNoticed(one))).toEqual([])
})

test('relays hold no socket and the audit seals are valid when all clients have closed [OPEN-097]', {
  timeout: 180_000,
}, async () => {
  expect(await day.close()).toEqual([])
  for (const what of ['seals of the audit', 'events in the notes of the log consumer'])
    expect(day.ledger.counts.get(what), what).toBeGreaterThan(0)
})
