/**
 * [DESIGN-04] Restarts relays under traffic with the other event source, webhook or poll; no screen can tell the
 * difference.
 */
import { randomUUID } from 'node:crypto'
import { Registry } from 'prom-client'
import { expect, onTestFinished, test } from 'vitest'
import { startDispatcher } from '../../apps/api/src/events/dispatcher.ts'
import { CEDAR, type Clinics, openClinics } from '../calls/clinics.ts'
import { readSnapshot } from '../replay/screen.ts'
import { freePort } from '../support/free-port.ts'
import { until } from '../support/until.ts'
import { LiveScreen } from './live-screen.ts'
import { type RunningRelay, startRelay } from './relays.ts'

const organizationId = CEDAR.id
const PHONES = ['+15125550142', '+15125550143', '+15125550144', '+15125550190'] as const
const WEBHOOK = { INBOX_SOURCE: 'webhook' }
const POLL = { INBOX_SOURCE: 'poll' }
/** The number of changes between two restarts. */
const STEPS = 12

test('relays switch between webhook and poll one by one without lost or duplicated events [DESIGN-04] [OPEN-097]', {
  timeout: 240_000,
}, async () => {
  const clinics = await openClinics()
  onTestFinished(() => clinics.close())
  for (const phone of PHONES) await clinics.text(phone, 'Good morning')
  const watched = (await clinics.store.query<{ id: string }>('select id from conversations')).map(({ id }) => id)
  const read = () => readSnapshot(clinics, clinics.staff.lena, { organizationId, watched })

  const ports = [await freePort(), await freePort()] as const
  const urls = ports.map((port) => `http://127.0.0.1:${port}`)
  const config = { ...clinics.parts.config, relayUrls: urls }
  const dispatcher = startDispatcher({ ...clinics.parts, config, metrics: new Registry() })
  onTestFinished(() => dispatcher.stop())
  const relays: RunningRelay[] = []
  onTestFinished(() => Promise.all(relays.map((relay) => relay.stop())).then(() => undefined))
  const start = async (which: 0 | 1, env: Record<string, string>) => {
    relays[which] = await startRelay(clinics, ports[which], env)
  }
  await start(0, WEBHOOK)
  await start(1, WEBHOOK)

  const snapshot = await read()
  const origin = clinics.parts.config.publicUrl
  const member = clinics.staff.lena
  let tries = 0
  // Two screens stay with their relay, and two connect to either.
  const places = [() => urls[0], () => urls[1], () => urls[++tries % 2], () => urls[++tries % 2]]
  const screens = places.map(
    (url) => new LiveScreen({ url: () => url() ?? '', origin, member, organizationId, watched, snapshot }),
  )
  onTestFinished(() => {
    for (const screen of screens) screen.close()
  })
  await Promise.all(screens.map((screen) => screen.open()))

  const traffic = startTraffic(clinics, watched)
  const switches = [
    [0, POLL],
    [1, POLL],
    [0, WEBHOOK],
    [1, WEBHOOK],
    [1, POLL],
  ] as const
  for (const [which, env] of switches) {
    await traffic.steps(STEPS)
    await relays[which]?.stop()
    await traffic.steps(2)
    await start(which, env)
  }
  await traffic.steps(STEPS)
  await traffic.stop()

  const after = await read()
  await until(() => screens.every(({ seq }) => seq === after.asOf) || undefined)
  for (const screen of screens) {
    expect(screen.faults).toEqual([])
    expect(screen.counts).toEqual(after.counts)
    expect(screen.copy).toEqual(after.copy)
  }
  // Every restart disconnected its screens; the first two reconnected as often as their relay was restarted.
  expect(screens.slice(0, 2).map(({ connections }) => connections)).toEqual([3, 4])
  expect(clinics.takeFailures()).toEqual([])
})

/** Makes one change after another, without end: texts, notes, stars, statuses. */
function startTraffic(clinics: Clinics, conversationIds: readonly string[]) {
  const { lena, dana } = clinics.staff
  let done = 0
  let isStopped = false
  let failure: unknown = null

  async function step(index: number): Promise<void> {
    const conversationId = conversationIds[index % conversationIds.length] ?? ''
    const named = { organizationId, conversationId }
    if (index % 5 === 0) await clinics.text(PHONES[index % PHONES.length] ?? '', `Text ${index}`)
    if (index % 5 === 1) {
      const body = { ...named, message: `Note ${index}`, private: true }
      await dana.call('sendMessage', { body, key: randomUUID() })
    }
    if (index % 5 === 2) await dana.call('toggleStar', { body: { ...named, action: index % 2 ? 'star' : 'unstar' } })
    if (index % 5 === 3)
      await dana.call('closeConversation', { body: { ...named, status: index % 2 ? 'pending' : 'open' } })
    if (index % 5 === 4) await lena.call('updateLastSeen', { body: named })
  }

  async function run(): Promise<void> {
    for (let index = 0; !isStopped; index += 1) {
      await step(index)
      done += 1
    }
  }
  const running = run().catch((error: unknown) => {
    failure = error
  })

  return {
    /** Resolves after this many more changes were accepted. */
    async steps(many: number): Promise<void> {
      const enough = done + many
      await until(() => failure !== null || done >= enough || undefined)
      if (failure) throw failure
    },
    async stop(): Promise<void> {
      isStopped = true
      await running
      if (failure) throw failure
    },
  }
}
