/** One world with its staff and clients, and rounds of faults. The seed decides every random choice. */
import { setTimeout as pause } from 'node:timers/promises'
import { createRandom, type Random } from '@foyer/contracts/random.rules.ts'
import { until } from '../support/until.ts'
import { checkConsent } from './check-consent.ts'
import { checkConsumer } from './check-consumer.ts'
import { createDeathCheck } from './check-deaths.ts'
import { createFileCheck } from './check-files.ts'
import { checkSeals, watchHandover } from './check-handover.ts'
import { checkDumps, checkLeaks, checkResources, type Resources, readResources } from './check-leaks.ts'
import { checkCarrier, checkLogs, noteEpochs, underWay } from './check-log.ts'
import { createReceivedCheck } from './check-received.ts'
import { checkScreens } from './check-screens.ts'
import type { Client } from './client.ts'
import { CEDAR, CLINICS, type Clinic, IN_BOTH, LAKESIDE } from './clinics.ts'
import type { Fault } from './fault.ts'
import { injectAll } from './injecting.ts'
import { createLedger, type Ledger } from './ledger.ts'
import { openScreen, type Screen } from './screen.ts'
import { createSnapshots, readSnapshot } from './snapshots.ts'
import { createStaff, type Staff } from './staff.ts'
import { openSubscriber, type Subscriber } from './subscriber.ts'
import { createTraffic } from './traffic.ts'
import { startWatch } from './watch.ts'
import { type ChaosWorld, openWorld } from './world.ts'

interface DayOptions {
  readonly seed: number
  /** Screens run the product's live machine; subscribers are light clients without it. */
  readonly screens: number
  readonly subscribers: number
  readonly paceMs?: number
  readonly say?: (words: string) => void
}

interface RoundOptions {
  readonly faults: readonly Fault[]
  readonly beforeMs: number
  readonly lastsMs: number
  readonly afterMs: number
  /** Every client must be correct within this time after the last fault is healed. */
  readonly withinMs: number
}

interface RestOptions {
  /** The time limit for the API to remove the staged files of ended uploads. */
  readonly tidyWithinMs?: number
  /** The time limit for the texts of patients to reach the log. */
  readonly takenInWithinMs?: number
  /** At most one fault was active before. */
  readonly isAlone?: boolean
}

const DAY_MS = 86_400_000

export type Day = Awaited<ReturnType<typeof openDay>>

export async function openDay(options: DayOptions) {
  const { seed, screens: screenCount, subscribers: subscriberCount, say = () => undefined } = options
  const ledger = createLedger()
  const random = (name: string): Random => createRandom(`${seed} ${name}`)
  const world = await openWorld()
  const clients: Client[] = []
  try {
    return await begin()
  } catch (error) {
    for (const client of clients) client.close()
    await world.close()
    throw error
  }

  async function begin() {
    const staff = await signInEverybody(world, ledger)
    const inCedar = await signIn(world, ledger, CEDAR, IN_BOTH)
    const inLakeside = await signIn(world, ledger, LAKESIDE, IN_BOTH)
    const received = createReceivedCheck(ledger)
    const snapshots = createSnapshots()
    const traffic = createTraffic({
      ...{ world, staff, ledger, random },
      paceMs: options.paceMs ?? 220,
    })
    const checkFiles = createFileCheck({ world, staff, ledger, random: random('files') })
    const checkDeaths = createDeathCheck(world.processes, ledger)
    const before = await readResources(world)
    const watch = startWatch(world.store, () => clients, ledger)
    const ours = (organizationId: string) => staff.filter((one) => one.organizationId === organizationId)

    /** Every fifth client belongs to the other clinic. */
    const clinicOf = (index: number) => (index % 5 === 4 ? LAKESIDE : CEDAR)
    const screens: Screen[] = []
    for (let index = 0; index < screenCount; index += 1) {
      const people = ours(clinicOf(index).id)
      const screen = openScreen({
        name: `screen ${index}`,
        staff: people[index % people.length] as Staff,
        relayUrl: world.relayUrls[index % 2 === 0 ? 0 : 1],
        received,
        // F26: only every third machine's clock is correct.
        clockMs: ((index % 3) - 1) * DAY_MS,
        random: random(`screen ${index}`).next,
      })
      screens.push(screen)
      clients.push(screen)
    }
    const both = openScreen({
      ...{
        name: 'the screen of two clinics',
        staff: inCedar,
        elsewhere: inLakeside,
        relayUrl: world.relayUrls[0],
        received,
      },
      random: random('the screen of two clinics').next,
    })
    screens.push(both)
    clients.push(both)
    const subscribers: Subscriber[] = []
    for (let index = 0; index < subscriberCount; index += 1) {
      const people = ours(clinicOf(index).id)
      // Half of them connect through the proxies as browsers do, the others directly to a relay.
      const isDirect = index % 4 < 2
      const ways = isDirect ? world.relayPorts.map((port) => `http://127.0.0.1:${port}`) : world.relayUrls
      subscribers.push(
        openSubscriber({
          name: `subscriber ${index}`,
          staff: people[index % people.length] as Staff,
          relayUrls: index % 2 === 0 ? ways : [...ways].reverse(),
          ...{ isDirect, received, snapshots },
          random: random(`subscriber ${index}`).next,
        }),
      )
    }
    clients.push(...subscribers)
    const everybody = { world, screens, both, subscribers, staff, traffic, ledger, watch }
    await noteEpochs(world.store, ledger)
    traffic.start()
    await until(
      () => CLINICS.every(({ id }) => traffic.conversationsOf(id).length > 1) && clients.every((one) => one.isLive()),
      60_000,
    )
    say(`${clients.length} clients are live`)
    const opening = random('threads')
    const openThreads = () => {
      for (const screen of screens) {
        const ids = traffic.conversationsOf(screen.organizationId)
        if (ids.length > 0) screen.open(opening.pick(ids))
      }
    }

    async function rest(withinMs: number, { isAlone = true, ...limits }: RestOptions = {}): Promise<number> {
      checkDeaths({ isAlone })
      const took = await checkScreens({ store: world.store, ledger, staff, clients }, withinMs)
      await checkLogsAtRest(limits)
      return took
    }

    /** Texts may reach the log or the carrier a little later than the screens are correct. */
    async function checkLogsAtRest({ tidyWithinMs, takenInWithinMs = 90_000 }: RestOptions) {
      await until(async () => (await underWay(world.store, ledger)).in === 0, takenInWithinMs).catch(() =>
        ledger.violate('I1', `texts of patients are still under way after ${takenInWithinMs} ms of rest`),
      )
      await checkLogs(world, ledger, received)
      await checkFiles(tidyWithinMs)
      await checkConsent(world, ledger)
      await checkLeaks(world, ledger)
    }

    return {
      ...{ world, ledger, traffic, clients, screens, staff, received, random, watch, rest, openThreads },
      checkLogsNow: () => checkLogs(world, ledger, received),
      checkConsumerNow: () => checkConsumer(world.store, ledger),

      /** Returns the violations found so far and clears them, with everything that later checks would compare with the damaged store. */
      takeViolations(): string[] {
        checkDeaths({ isAlone: true })
        ledger.forget(0, performance.now())
        received.events.clear()
        return [...new Set(ledger.violations.splice(0).map(({ invariant }) => invariant))]
      },

      /** Injects the faults together under traffic, then waits for rest and runs the checks. Returns the time to recover. */
      async round(name: string, { faults, beforeMs, lastsMs, afterMs, withinMs }: RoundOptions): Promise<number> {
        const judgeHandover = watchHandover(world, ledger)
        traffic.start()
        openThreads()
        await pause(beforeMs)
        // Each fault has its own generator, so that its choices do not depend on the timing of another fault.
        await injectAll(faults, lastsMs, (fault) => ({ ...everybody, random: random(`${name} ${fault.name}`) }))
        await pause(afterMs)
        const stopping = performance.now()
        await traffic.stop()
        const waited = performance.now() - stopping
        const took = await rest(withinMs, { isAlone: faults.length === 1 })
        await checkConsumer(world.store, ledger)
        judgeHandover(faults)
        ledger.count('rounds')
        return Math.round(took + waited + afterMs)
      },

      /** A worker that died keeps its lease on a text for 45 s; then another worker looks up the outcome. */
      async untilAllIsSent() {
        await until(async () => (await underWay(world.store, ledger)).out === 0, 120_000)
        await checkCarrier(world, ledger)
        await checkConsent(world, ledger)
        await checkConsumer(world.store, ledger)
      },

      async close(): Promise<readonly Ledger['violations'][number][]> {
        try {
          await traffic.stop()
          watch.stop()
          for (const client of clients) client.close()
          await checkResources(world, ledger, before satisfies Resources)
          checkDeaths({ isAlone: true })
          checkDumps(ledger)
          await checkSeals(world, ledger)
        } finally {
          await world.close()
        }
        return ledger.violations
      },

      /** Ends everything without checks, after an interruption. */
      async abandon() {
        watch.stop()
        for (const client of clients) client.close()
        await world.close()
      },
    }
  }
}

async function signInEverybody(world: ChaosWorld, ledger: Ledger): Promise<Staff[]> {
  const staff: Staff[] = []
  for (const clinic of CLINICS) for (const name of clinic.staff) staff.push(await signIn(world, ledger, clinic, name))
  for (const one of staff) if (!(await readSnapshot(one))) throw new Error(`${one.name} can't read.`)
  return staff
}

function signIn({ apiUrl }: ChaosWorld, ledger: Ledger, { id }: Clinic, name: string): Promise<Staff> {
  const foreignMark = CLINICS.find((other) => other.id !== id)?.mark ?? ''
  return createStaff({ url: apiUrl, organizationId: id, foreignMark }, name, ledger)
}
