/** Faults of readers: tabs that read nothing, tabs that were away for long, and patients who say STOP. */
import { setTimeout as pause } from 'node:timers/promises'
import { behave } from '../support/phone.ts'
import { CEDAR } from './clinics.ts'
import type { Fault, Troubled } from './fault.ts'
import { bytesInKernel } from './kernel-queue.ts'
import { readSnapshot } from './snapshots.ts'
import type { ChaosWorld } from './world.ts'

/** The relay checks the unsent bytes only when it sends, so the test waits for a new event between two requests, or for `most`. */
const ASK_EVERY_MS = { least: 60, most: 400 }
/** A socket may send 600 messages a minute, which is several times this limit. */
const ASKS_MAX = 90
const GREEDY_EVERY_MS = 30
/** A hanging relay answers no metric, so the waiting ends after this time. */
const ASKING_MAX_MS = 5_000
/** Other clients must not wait for one that doesn't read. */
const OTHERS_BEHIND_MAX_MS = 2_500
/** The most bytes that a relay keeps for one client, including an answer on its way and the messages when it reads again. */
const KEPT_MAX_BYTES = 4_000_000

async function slowReaders(world: ChaosWorld): Promise<number> {
  const counts = await world.relayMetric('relay_slow_readers_total')
  return counts.reduce<number>((sum, count) => sum + (count ?? 0), 0)
}

/**
 * The first stalled client sends requests until the relay stops sending to it. From then on a second one sends requests as fast
 * as it can, and the relay must tell it to retry later. The others only don't read.
 */
async function stall({ world, screens, subscribers, random, watch, ledger, isAlone }: Troubled) {
  const chosen = random.shuffled(
    subscribers.filter(({ organizationId, isDirect }) => isDirect && organizationId === CEDAR.id),
  )
  const slow = chosen.slice(0, random.between(2, 4))
  const stalled = slow.flatMap((one) => one.stall() ?? [])
  const before = stalled.map((one) => one.bytesRead())
  const lap = watch.lap(new Set([...screens, ...subscribers.filter((one) => !slow.includes(one))]))
  const head = () => Math.max(0, ...chosen.map((one) => one.position()?.seq ?? 0))
  const known = await slowReaders(world)
  const started = performance.now()
  const isReached = async () => performance.now() - started > ASKING_MAX_MS || (await slowReaders(world)) > known
  const [patient, greedy] = stalled
  for (let asks = 0; asks < ASKS_MAX && !(await isReached()); asks += 1) {
    const [at, asked] = [head(), performance.now()]
    patient?.ask(at)
    do await pause(ASK_EVERY_MS.least)
    while (head() <= at && performance.now() - asked < ASK_EVERY_MS.most)
  }
  const asking = setInterval(() => greedy?.ask(head()), GREEDY_EVERY_MS)
  return async () => {
    clearInterval(asking)
    const othersMs = lap()
    if (isAlone)
      ledger.hold(
        'I9',
        othersMs <= OTHERS_BEHIND_MAX_MS,
        () => `others were ${othersMs} ms behind while some did not read`,
      )
    ledger.count('slow readers', Math.max(0, (await slowReaders(world)) - known))
    const inKernel = await Promise.all(stalled.map(({ port }) => bytesInKernel(port)))
    for (const one of stalled) one.read()
    await pause(500)
    const given = stalled.map((one, index) => one.bytesRead() - (before[index] ?? 0))
    ledger.count('kB that waited for clients that did not read', Math.round(Math.max(0, ...given) / 1000))
    // Subtract the kernel's buffers, which may take tens of megabytes.
    const kept = given.map((bytes, index) => bytes - (inKernel[index] ?? bytes))
    const most = Math.max(0, ...kept)
    ledger.hold('I14', most <= KEPT_MAX_BYTES, () => `${most} bytes were kept for one client that did not read`)
  }
}

const CHANGES = 1_050
const AWAY_MAX_MS = 12_000

/** Makes more changes than a relay replays; gives up after a while if the API doesn't answer. */
async function muchHappens({ staff, ledger }: Troubled): Promise<void> {
  const started = performance.now()
  const one = staff.find(({ organizationId }) => organizationId === CEDAR.id)
  const first = one && (await readSnapshot(one))
  if (!one || !first) return
  const conversationIds = first.conversations.map(({ id }) => id)
  for (
    let turn = 0, seq = first.asOf;
    seq < first.asOf + CHANGES && performance.now() - started < AWAY_MAX_MS;
    turn += 1
  ) {
    const action = { type: turn % 2 === 0 ? 'star' : 'unstar' }
    const answer = await one.ask('bulkChange', { body: { organizationId: CEDAR.id, conversationIds, action } as never })
    ledger.count('changes of the whole list')
    if (answer.kind === 'ok') seq = answer.reply.asOf
    else await pause(200)
  }
}

export const READER_FAULTS: readonly Fault[] = [
  {
    ...{ name: 'some tabs do not read what they are sent', id: 'F44', target: 'readers', mostMs: 3_000 },
    begin: stall,
  },
  {
    ...{ name: 'half of the tabs are away for a thousand changes', id: 'F29', target: 'line', mostMs: 500 },
    async begin(at) {
      const line = at.random.pick(at.world.lines.filter(({ name }) => name.startsWith('tab to relay')))
      await line.turn('refuse')
      const returns = at.subscribers.filter(() => at.random.chance(0.3)).map((one) => one.goAway())
      await muchHappens(at)
      return async () => {
        await line.turn('open')
        for (const comeBack of returns) comeBack()
      }
    },
  },
  {
    ...{ name: 'somebody changes the clinic', id: 'F36', target: 'browsers' },
    async begin({ both, random, ledger }) {
      for (let times = random.between(1, 5); times > 0; times -= 1) {
        both.changeClinic()
        ledger.count('changes of the clinic')
        await pause(random.between(0, 400))
      }
      return () => undefined
    },
  },
  {
    ...{ name: 'patients say STOP while texts wait', id: 'F42', target: 'carrier', mostMs: 3_000 },
    async begin({ world, traffic, lasts }) {
      await behave(world.sandboxUrl, { answer: 'tooMany', times: 60, retryAfterS: 1 })
      await pause(Math.min(lasts, 1_500))
      await traffic.allSayStop()
      return () => behave(world.sandboxUrl, { answer: 'normal', times: null })
    },
  },
]
