/** Relays that derive their logs from the lists of a service (`INBOX_FEED=plain`), broken as whole processes. */
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { until } from '../support/until.ts'
import { CEDAR, CLINICS } from './clinics.ts'
import { openPlainDay, type PlainDay } from './plain-day.ts'

const DOWN_MS = 300
/** [OPEN-097] The 9 s in which nobody could read, and the second in which that is noticed. */
const DARK_MS = 10_600
/** A lease ends, the next relay reads. */
const TAKEN_OVER_MS = 9_000

let day: PlainDay

beforeAll(async () => {
  day = await openPlainDay({ seed: 20261122, sockets: 12, pollMs: 250, paceMs: 200 })
}, 60_000)
afterAll(() => day?.close(), 30_000)

test('[DESIGN-04] [OPEN-096] [OPEN-097] whatever breaks where logs are derived, one relay derives at a time, and every copy is what the service lists', {
  timeout: 90_000,
}, async () => {
  const { world, traffic, ledger, subscribers } = day
  const killed = async (kill: () => unknown, start: () => Promise<unknown>) => {
    await kill()
    await pause(DOWN_MS)
    await start()
  }
  const isOneLife = () =>
    subscribers.every((one) => one.isLive()) &&
    new Set(subscribers.map((one) => one.position()?.epoch)).size === CLINICS.length
  day.openThreads()
  const reader = await day.reader()
  const [first, second] = reader === 0 ? world.relays : [world.relays[1], world.relays[0]]
  const lines = world.lines.filter(({ name }) => name.startsWith(`${first.name} to `) && !name.endsWith('redis'))
  const anotherReads = async () => {
    const before = await day.leaseOf(CEDAR)
    return () => until(async () => ![undefined, before?.id].includes((await day.leaseOf(CEDAR))?.id), TAKEN_OVER_MS * 2)
  }

  // Who derives can't read any more: it says so, and the other one takes over.
  const cutAt = performance.now()
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
  await pause(DARK_MS - (performance.now() - cutAt))
  const own = `http://127.0.0.1:${world.relayPorts[world.relays.indexOf(first)]}`
  expect(subscribers.filter((one) => one.isLive() && one.door() === own).map(({ name }) => name)).toEqual([])
  expect(subscribers.some((one) => one.isLive())).toBe(true)
  for (const line of lines) await line.turn('open')
  await pause(DOWN_MS)

  // Who derives by now hangs for longer than its lease, and goes on as if nothing had been.
  await until(() => subscribers.every((one) => one.isLive()))
  const isTakenBack = await anotherReads()
  second.freeze()
  await isTakenBack()
  second.thaw()
  // Of the two that think so, one derives: everybody is at one life of a clinic's log.
  await until(isOneLife)
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
  await day.rest(TAKEN_OVER_MS)
  expect(ledger.violations).toEqual([])
  expect(ledger.counts.get('lives of logs')).toBeGreaterThan(4)
})
