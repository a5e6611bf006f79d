/** Two members build automations and chatbots at random: an open screen with the events equals a fresh one. */
import type { AnyCall } from '@foyer/contracts/call.ts'
import { type CallName, calls } from '@foyer/contracts/calls.ts'
import { conflate } from '@foyer/contracts/ordering.rules.ts'
import { createRandom, type Random } from '@foyer/contracts/random.rules.ts'
import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { startWaitsWorker } from '../../apps/api/src/modules/automations/engine/waits.ts'
import { CEDAR, type Clinics, LAKESIDE, openClinics } from '../calls/clinics.ts'
import { CallFailed } from '../support/member.ts'
import { until } from '../support/until.ts'
import { BUILDING } from './builders-actions.ts'
import { afterEvents, type BuildersScreen, readBuilders, shown } from './builders-screen.ts'
import { known } from './screen.ts'

/** The number of days; `npm run test:deep` raises it. */
const DAYS = Number(process.env.DAYS ?? 4)
const ROUNDS = 60
/** A refusal is an answer like any other: it must change nothing. */
const REFUSALS = new Set([404, 409, 422])

const building = Object.entries<AnyCall>(calls)
  .filter(([, { method, path }]) => method !== 'GET' && /^\/api\/main\/(automation|chatbot)/.test(path))
  .map(([name]) => name)

test('the random days of the builders contain every call that may change an automation or a chatbot', () => {
  const readOnly = ['tryAutomation', 'forecastAutomation', 'lintAutomation', 'checkChatbot']
  // No open list shows the files.
  const files = ['uploadChatbotFile', 'removeChatbotFile']
  expect([...Object.keys(BUILDING), ...readOnly, ...files].sort()).toEqual(building.sort())
})

test.each(Array.from({ length: DAYS }, (_, day) => `builders ${day}`))(
  'the open lists of automations and chatbots equal fresh ones through a random day (%s) [OPEN-096] [OPEN-033] [OPEN-034]',
  { timeout: 120_000 },
  async (seed) => {
    const clinics = await openClinics()
    const worker = startWaitsWorker({ ...clinics.parts, metrics: new Registry() }, { pollMs: 20 })
    try {
      await spend(clinics, createRandom(seed))
    } finally {
      await worker.stop()
      await clinics.close()
    }
  },
)

async function spend(clinics: Clinics, random: Random): Promise<void> {
  const { lena, dana } = clinics.staff
  const elsewhere = await clinics.feed(LAKESIDE.id, 0)
  const first = await readBuilders(dana)
  const done = new Set<CallName>()
  let fresh = first
  for (let round = 0; round < ROUNDS; round++) {
    const steps = random.chance(0.3) ? [lena, dana] : [random.pick([lena, dana])]
    const names = steps.map(() => random.pick(Object.keys(BUILDING) as CallName[]))
    const taken = await Promise.allSettled(
      steps.map(async (member, at) => {
        const name = names[at] as CallName
        await member.call(name, BUILDING[name]?.(fresh, random) as never)
        done.add(name)
      }),
    )
    for (const one of taken)
      if (one.status === 'rejected' && !(one.reason instanceof CallFailed && REFUSALS.has(one.reason.status)))
        throw one.reason
    await runsEnd(clinics)
    const hasChanged = taken.some(({ status }) => status === 'fulfilled')
    fresh = await compare(clinics, { before: fresh, what: `${round} ${names.join(' and ')}`, hasChanged })
  }
  const events = (await clinics.feed(CEDAR.id, first.asOf)).events.map(known)
  expect(shown(afterEvents(first, events)), 'from the first screen').toEqual(shown(fresh))
  expect(shown(afterEvents(first, conflate(events))), 'conflated').toEqual(shown(fresh))
  // A screen that joined halfway and received some events twice shows the same.
  const middle = Math.floor(events.length / 2)
  const joined = afterEvents(first, events.slice(0, middle))
  expect(shown(afterEvents(joined, events.slice(Math.floor(middle / 2)))), 'joined halfway').toEqual(shown(fresh))
  expect(shown(await readBuilders(lena)), 'on the screen of Lena').toEqual(shown(fresh))
  expect(await clinics.feed(LAKESIDE.id, 0), "another organization's log").toEqual(elsewhere)
  expect(clinics.takeFailures()).toEqual([])
  // A day in which little succeeds proves nothing.
  expect(done.size).toBeGreaterThan(Object.keys(BUILDING).length / 2)
}

/** The runs that a step made due have gone on. */
async function runsEnd({ store }: Clinics): Promise<void> {
  await until(async () => {
    const [due] = await store.query<{ runs: number }>(
      `select count(*)::int as runs from automation_runs where state = 'waiting' and due_at <= now()`,
    )
    return due?.runs === 0 ? true : undefined
  })
}

async function compare(
  clinics: Clinics,
  { before, what, hasChanged }: { before: BuildersScreen; what: string; hasChanged: boolean },
): Promise<BuildersScreen> {
  // A run that falls due between both adds an event.
  const { events, after } = await until(async () => {
    const events = (await clinics.feed(CEDAR.id, before.asOf)).events.map(known)
    const after = await readBuilders(clinics.staff.dana)
    expect(before.asOf + events.length, what).toBe(after.asOf)
    return { events, after }
  })
  if (!hasChanged) expect(events, `${what}, refused`).toEqual([])
  expect(shown(afterEvents(before, events)), what).toEqual(shown(after))
  return after
}
