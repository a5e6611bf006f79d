import type { Frame } from '@foyer/contracts/live.ts'
import { expect, test } from 'vitest'
import { EPOCH, event, run, state } from '../../test/events.ts'
import { createManualClock } from '../../test/manual-clock.ts'
import { createMemoryLog } from '../log/memory-log.ts'
import { createMetrics } from '../metrics.ts'
import { FanOut } from './fan-out.ts'
import { initialFanOutState } from './fan-out-state.ts'
import { createOrganizations } from './organizations.ts'
import type { RelaySocket } from './socket.ts'
import { createSubscriptions } from './subscribe.ts'

const ORG = 'org_cedar'

/** A log that appends an event between each read and its answer. */
async function start() {
  const clock = createManualClock()
  const metrics = createMetrics()
  const memory = createMemoryLog({ events: 2_000, bytes: 1_000_000 })
  let seq = 3
  const log: typeof memory = {
    ...memory,
    async readAfter(...reading) {
      const read = await memory.readAfter(...reading)
      seq += 1
      await memory.append(ORG, [event(seq)])
      return read
    },
  }
  const frames: Frame[] = []
  const nobody = () => ({ to: () => {}, end: () => {} })
  const frameWriter = {
    events: (frame: Frame) => ({ to: () => void frames.push(frame), end: () => {} }),
    head: nobody,
    upstream: nobody,
  }
  const limits = { windowMs: 16, maxUnsentBytes: 1_000 }
  const parts = { log, clock, metrics }
  const closed: string[] = []
  const organizations = createOrganizations({
    ...parts,
    load: (organizationId) => memory.replace(organizationId, state(run(1, 3))),
    createFanOut: (organizationId, head) =>
      new FanOut({ ...parts, ...limits, organizationId, frameWriter, isSure: () => true }, initialFanOutState(head)),
    onOpen: () => {},
    onChange: () => {},
    isNeeded: () => false,
    onClose: (organizationId) => void closed.push(organizationId),
  })
  const subscriptions = createSubscriptions({
    ...parts,
    ...limits,
    organizations,
    readerOf: ({ id }) => ({ id, userId: 'usr_lena', unsentBytes: () => 0, write: () => true }),
    random: () => 0,
    onLeave: () => {},
    onWatch: () => {},
  })
  const claims = { sub: 'usr_lena', organizations: [ORG] }
  const socket = { id: 'a', connected: true, conn: {}, data: { claims, subscription: null } } as unknown as RelaySocket
  return { clock, memory, organizations, subscriptions, socket, frames, closed, metrics }
}

test('subscribe sends events appended during the log read after the answer [OPEN-096]', async () => {
  const { clock, subscriptions, socket, frames } = await start()
  const { reply, afterwards } = await subscriptions.subscribe(socket, {
    organizationId: ORG,
    epoch: EPOCH,
    after: 3,
    topics: [],
  })
  expect(reply).toMatchObject({ ok: true, head: 3, events: [] })
  afterwards?.()
  clock.advance(16)
  expect(frames).toMatchObject([{ from: 3, to: 4, events: [{ seq: 4 }] }])
})

test('relay follows an organization for a while after its last socket and then forgets it [OPEN-096]', async () => {
  const { clock, memory, organizations, subscriptions, socket, closed, metrics } = await start()
  const { afterwards } = await subscriptions.subscribe(socket, { organizationId: ORG, topics: [] })
  afterwards?.()
  clock.advance(1_000_000)
  expect([...organizations.ids()]).toEqual([ORG])
  subscriptions.leave(socket)
  clock.advance(1)
  expect(await memory.head(ORG)).not.toBeNull()
  clock.advance(300_000)
  expect([[...organizations.ids()], closed, await memory.head(ORG)]).toEqual([[], [ORG], null])
  expect((await metrics.organizations.get()).values[0]?.value).toBe(0)
  expect(clock.waiting).toBe(0)
})
