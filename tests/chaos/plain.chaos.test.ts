/** Chaos for relays that derive their logs from the lists of a service (`INBOX_FEED=plain`). */
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { until } from '../support/until.ts'
import { CEDAR, CLINICS } from './clinics.ts'
import { openPlainDay, type PlainDay } from './plain-day.ts'

const DOWN_MS = 300
/** The limit of each wait. Other tests check with fake clocks how soon a relay reports its disconnection and how long its lease lasts. */
const PATIENCE_MS = 60_000
/** Every copy must be correct within this many rounds of a log's reader after the last change. */
const ROUNDS_TO_REST = 36

let day: PlainDay

beforeAll(async () => {
  day = await openPlainDay({ seed: 20261122, sockets: 12, pollMs: 250, paceMs: 200 })
}, 120_000)
afterAll(() => day?.close(), 60_000)

test('one relay at a time derives a log, and every copy equals the lists, when processes and lines fail [DESIGN-04] [OPEN-096] [OPEN-097]', {
  timeout: 300_000,
}, async () => {
  const { world, traffic, ledger, subscribers } = day
  const killed = async (kill: () => unknown, start: () => Promise<unknown>) => {
    await kill()
    await pause(DOWN_MS)
    await start()
  }
  const isOneEpoch = () =>
    subscribers.every((one) => one.isLive()) &&
    new Set(subscribers.map((one) => one.position()?.epoch)).size === CLINICS.length
  day.openThreads()
  const reader = await day.reader()
  const [first, second] = reader === 0 ? world.relays : [world.relays[1], world.relays[0]]
  const lines = world.lines.filter(({ name }) => name.startsWith(`${first.name} to `) && !name.endsWith('redis'))
  const anotherReads = async () => {
    const before = await day.leaseOf(CEDAR)
    return () => until(async () => ![undefined, before?.id].includes((await day.leaseOf(CEDAR))?.id), PATIENCE_MS)
  }

  // The deriving relay cannot read any more, so the other one takes over.
  const isTakenOver = await anotherReads()
  for (const line of lines) await line.turn('refuse')
  await killed(
    () => world.api.kill(),
    () => world.api.start(),
  )
  await killed(
    () => world.store.kill(),
    () => world.store.isBack(),
  )
  await isTakenOver()
  const own = `http://127.0.0.1:${world.relayPorts[world.relays.indexOf(first)]}`
  const liveAt = (isOwn: boolean) => subscribers.filter((one) => one.isLive() && (one.relayUrl() === own) === isOwn)
  // The cut-off relay stays live for the other relay's clinic until its list of ended sessions is too old.
  await until(() => liveAt(true).length === 0, PATIENCE_MS)
  await until(() => liveAt(false).length > 0, PATIENCE_MS)
  expect(liveAt(true).map(({ name }) => name)).toEqual([])
  for (const line of lines) await line.turn('open')
  await pause(DOWN_MS)

  // The relay that derives now hangs for longer than its lease, and then runs on.
  await until(() => subscribers.every((one) => one.isLive()), PATIENCE_MS)
  const isTakenBack = await anotherReads()
  second.freeze()
  await isTakenBack()
  second.thaw()
  // Only one of the two goes on deriving, so all copies of a clinic reach the same epoch.
  await until(isOneEpoch, PATIENCE_MS)
  await world.redisAdmin.flushall()
  for (const relay of world.relays)
    await killed(
      () => relay.kill(),
      () => relay.start(),
    )
  await killed(
    () => world.redis.kill(),
    () => world.redis.start(),
  )
  await traffic.stop()
  await day.rest(ROUNDS_TO_REST)
  expect(ledger.violations).toEqual([])
  expect(ledger.counts.get('epochs of logs')).toBeGreaterThan(4)
})
