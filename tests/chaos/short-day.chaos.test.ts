/** The short day: sixty sockets, three seeds, each of the five processes killed, and the checks checked. `npm run chaos` is the long one. */

import { createRandom } from '@foyer/contracts/random.rules.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isNoticed, robEachRule } from './checked-checks.ts'
import { drawFaults } from './drawing.ts'
import { killEach } from './kill-each.ts'
import { restoreRound } from './restore.ts'
import { type Day, openDay } from './rounds.ts'
import { signOutRound } from './sign-out.ts'

const SEED = 20261122
let day: Day

beforeAll(async () => {
  day = await openDay({ seed: SEED, screens: 10, subscribers: 50, paceMs: 160 })
}, 60_000)
afterAll(() => day?.abandon(), 30_000)

// First: nobody has died yet with a text in its hands, for which the others would wait.
test('[OPEN-097] a session ends, a backup is put back, and every reply reaches the carrier once', {
  timeout: 60_000,
}, async () => {
  await signOutRound(day, { isCutOff: false })
  await restoreRound(day, { isNewLife: true })
  await day.untilAllIsSent()
  expect(day.ledger.violations).toEqual([])
})

test.each([11, 23, 58])(
  '[OPEN-096] [OPEN-097] whatever breaks under traffic, what is shown is what was acknowledged (seed %i)',
  { timeout: 60_000 },
  async (seed) => {
    const random = createRandom(`${SEED} ${seed}`)
    const faults = drawFaults(random)
    const times = { beforeMs: 300, lastsMs: random.between(500, 1_500), afterMs: 200, withinMs: 20_000 }
    await day.round(`seed ${seed}`, { faults, ...times })
    expect(day.ledger.violations, faults.map(({ name }) => name).join(' + ')).toEqual([])
  },
)

test('[OPEN-097] the five processes are killed in turn: within 5 s of the last one every copy equals a fresh one', {
  timeout: 60_000,
}, async () => {
  await killEach(day)
  expect(day.ledger.violations).toEqual([])
})

test('[OPEN-096] [OPEN-097] without any one of the rules the checks turn red', { timeout: 90_000 }, async () => {
  const robberies = await robEachRule(day)
  expect(robberies.filter((one) => !isNoticed(one))).toEqual([])
})

test('[OPEN-097] when everybody has gone no relay holds a socket, and the seals of the audit are whole', {
  timeout: 60_000,
}, async () => {
  expect(await day.close()).toEqual([])
  expect(day.ledger.counts.get('seals of the audit')).toBeGreaterThan(0)
})
