/** A world whose relays derive events from the API's lists, as from a service without a change feed, and its clients. */
import { setTimeout as pause } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { addCounts, countNames, noCounts } from '@foyer/contracts/counts.rules.ts'
import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import { contribution } from '@foyer/contracts/inbox/counts.rules.ts'
import { createRandom, type Random } from '@foyer/contracts/random.rules.ts'
import { until } from '../support/until.ts'
import { createReceivedCheck } from './check-received.ts'
import { CEDAR, CLINICS, type Clinic, IN_BOTH } from './clinics.ts'
import { createLedger, type Ledger } from './ledger.ts'
import { readList, readThread, type States } from './plain-readings.ts'
import { openPlainSubscriber, type PlainSubscriber } from './plain-subscriber.ts'
import { createStaff, type Staff } from './staff.ts'
import { createTraffic } from './traffic.ts'
import { type ChaosWorld, openWorld } from './world.ts'

interface PlainDayOptions {
  readonly seed: number
  readonly sockets: number
  readonly pollMs: number
  readonly paceMs: number
}

/** When a socket received a frame, and of which epoch. */
interface ReceivedFrame {
  readonly at: number
  readonly organizationId: string
  readonly epoch: string
}

/** The length of a lease, and a margin for a busy machine. */
const SIDE_BY_SIDE_MS = 6_000 + 1_500
/** Shorter than a lease, so that a relay that hangs for this time keeps it. */
const HANGS_MS = 4_000
/** A log without a round for this time has no reader. */
const UNREAD_MS = 60_000
/** Under traffic a derived log emits something more often than this. */
const SPELL_MS = 2_000

export type PlainDay = Awaited<ReturnType<typeof openPlainDay>>

export async function openPlainDay(options: PlainDayOptions) {
  const ledger = createLedger()
  const world = await openWorld({
    pollMs: options.pollMs,
    bearer: async (apiUrl) => (await signIn(apiUrl, ledger, CEDAR, IN_BOTH)).token.get(),
  })
  try {
    return await begin(world, ledger, options)
  } catch (error) {
    await world.close()
    throw error
  }
}

async function begin(world: ChaosWorld, ledger: Ledger, { seed, sockets, paceMs }: PlainDayOptions) {
  const random = (name: string): Random => createRandom(`${seed} ${name}`)
  const staff: Staff[] = []
  for (const clinic of CLINICS)
    for (const name of clinic.staff) staff.push(await signIn(world.apiUrl, ledger, clinic, name))
  const received = createReceivedCheck(ledger)
  const traffic = createTraffic({ world, staff, ledger, random, paceMs })
  const frames: ReceivedFrame[] = []
  const subscribers: PlainSubscriber[] = []
  for (let index = 0; index < sockets; index += 1) {
    const clinic = index % 4 === 3 ? CLINICS[1] : CLINICS[0]
    const people = staff.filter(({ organizationId }) => organizationId === clinic.id)
    const ways = world.relayPorts.map((port) => `http://127.0.0.1:${port}`)
    const name = `socket ${index}`
    subscribers.push(
      openPlainSubscriber({
        ...{ name, staff: people[index % people.length] as Staff, received },
        // Each relay gets sockets of both clinics.
        relayUrls: index % 5 < 2 ? ways : [...ways].reverse(),
        random: random(name).next,
        onFrame: (epoch) => void frames.push({ at: performance.now(), organizationId: clinic.id, epoch }),
      }),
    )
  }
  const leaseOf = async ({ id }: Clinic) =>
    JSON.parse((await world.redisAdmin.get(`foyer:{${id}}:derives`)) ?? 'null') as LeaseState | null
  traffic.start()
  const isLive = () =>
    CLINICS.every(({ id }) => traffic.conversationsOf(id).length > 1) && subscribers.every((one) => one.isLive())
  await until(isLive, 60_000).catch(async (error) => {
    // Otherwise its calls would go on, and fail one by one, after the world is closed.
    await traffic.stop()
    throw error
  })
  const opening = random('threads')
  return {
    ...{ world, ledger, traffic, subscribers },
    /** The relay that reads the list of the first clinic: the holder of its lease goes on with its rounds while the other one hangs. */
    async reader(): Promise<0 | 1> {
      for (;;)
        for (const [index, other] of [
          [0, 1],
          [1, 0],
        ] as const) {
          const before = await leaseOf(CEDAR)
          world.relays[index].freeze()
          // One round may have ended between the read of the lease and the freeze.
          const wentOn = await until(async () => {
            const lease = await leaseOf(CEDAR)
            return before !== null && lease?.id === before.id && lease.rounds > before.rounds + 1
          }, HANGS_MS).catch(() => false)
          world.relays[index].thaw()
          if (wentOn) return other
        }
    },
    leaseOf,
    openThreads() {
      for (const one of subscribers) {
        const ids = traffic.conversationsOf(one.staff.organizationId)
        if (ids.length > 0) one.open(opening.pick(ids))
      }
    },
    /** Waits until every copy equals the service's lists. The limit counts rounds of each log's reader, not seconds, because machines differ in speed. */
    async rest(roundsMost: number): Promise<void> {
      const rounds = CLINICS.map((clinic) => countRounds(() => leaseOf(clinic)))
      let wrong = await wrongCopies(subscribers)
      while (wrong.length > 0 && !rounds.every((one) => one.isPast(roundsMost))) {
        await pause(100)
        for (const one of rounds) await one.look()
        wrong = await wrongCopies(subscribers)
      }
      for (const words of wrong) ledger.violate('I5', words)
      checkEpochs(frames, ledger)
    },
    async close() {
      await traffic.stop()
      for (const one of subscribers) one.close()
      await world.close()
    },
  }
}

interface LeaseState {
  readonly id: string
  readonly rounds: number
}

/** Counts the successful rounds of all lease holders from now on. A log that no relay reads is past any number. */
function countRounds(leaseOf: () => Promise<LeaseState | null>) {
  let held: LeaseState | null = null
  let count = 0
  let grewAt = performance.now()
  return {
    async look() {
      const lease = await leaseOf()
      const grew = lease !== null && lease.id === held?.id ? lease.rounds - held.rounds : 0
      if (grew > 0) grewAt = performance.now()
      count += grew
      held = lease
    },
    isPast: (most: number) => count > most || performance.now() - grewAt > UNREAD_MS,
  }
}

/** Two relays that derive one log emit two epochs at the same time. A relay that derives again after another may continue its own epoch. */
function checkEpochs(frames: readonly ReceivedFrame[], ledger: Ledger): void {
  const spells: { readonly organizationId: string; readonly epoch: string; readonly from: number; to: number }[] = []
  for (const { at, organizationId, epoch } of frames) {
    const spell = spells.findLast((one) => one.epoch === epoch)
    if (spell && at - spell.to <= SPELL_MS) spell.to = at
    else spells.push({ organizationId, epoch, from: at, to: at })
  }
  for (const [index, { organizationId, epoch, to }] of spells.entries())
    for (const next of spells.slice(index + 1)) {
      if (next.organizationId !== organizationId || next.epoch === epoch) continue
      const both = Math.round(Math.min(to, next.to) - next.from)
      ledger.hold(
        'I7',
        both <= SIDE_BY_SIDE_MS,
        () => `two epochs of a log were emitted at the same time for ${both} ms`,
      )
    }
  ledger.count('epochs of logs', new Set(frames.map(({ epoch }) => epoch)).size)
}

async function wrongCopies(subscribers: readonly PlainSubscriber[]): Promise<string[]> {
  const wrong: string[] = []
  const lists = new Map<string, States | null>()
  const threads = new Map<string, States | null>()
  for (const one of subscribers) {
    const { organizationId } = one.staff
    if (!lists.has(organizationId)) lists.set(organizationId, await readList(one.staff))
    const list = lists.get(organizationId)
    const thread = one.thread()
    if (thread && !threads.has(thread.conversationId))
      threads.set(thread.conversationId, await readThread(one.staff, thread.conversationId))
    const words = judge(one, list ?? null, thread && (threads.get(thread.conversationId) ?? null))
    if (words) wrong.push(`${one.name} at ${one.position()?.epoch.slice(0, 6)} ${one.position()?.seq}: ${words}`)
  }
  return wrong
}

function judge(one: PlainSubscriber, list: States | null, messages: States | null): string | null {
  if (!list) return 'the list could not be read'
  if (!one.isLive()) return 'is not live'
  const copy = one.conversations()
  const odd = differing(copy, list)
  if (odd) return `conversations ${odd}`
  const counts = one.counts()
  const there = [...list.values()]
    .map((fields) => contribution(fields as unknown as Conversation))
    .reduce(addCounts, noCounts)
  const bad = countNames.find((name) => counts?.[name] !== there[name])
  if (bad) return `counts ${counts?.[bad]} ${bad}, there are ${there[bad]}`
  const thread = one.thread()
  if (!thread) return null
  if (!messages) return 'its thread could not be read'
  // The thread may also keep messages older than the page.
  const missing = [...messages].filter(([id, fields]) => !isDeepStrictEqual(thread.messages.get(id), fields))
  return missing.length > 0 ? `messages ${missing.length} of ${messages.size} differ` : null
}

function differing(copy: States, there: States): string | null {
  if (copy.size !== there.size) return `${copy.size} of ${there.size}`
  for (const [id, fields] of there) {
    const held = copy.get(id)
    if (isDeepStrictEqual(held, fields)) continue
    const names = Object.keys(fields).filter((name) => !isDeepStrictEqual(held?.[name], fields[name]))
    return `${id} differs in ${held ? names.join(', ') : 'everything'}`
  }
  return null
}

function signIn(url: string, ledger: Ledger, { id }: Clinic, name: string): Promise<Staff> {
  // This user works in both clinics and may read both.
  const foreignMark = name === IN_BOTH ? 'nobody’s' : (CLINICS.find((other) => other.id !== id)?.mark ?? '')
  return createStaff({ url, organizationId: id, foreignMark }, name, ledger)
}
