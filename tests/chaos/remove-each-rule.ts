/**
 * Tests the checks: removes one rule of the product after another, and each time a check must find a violation. A process starts
 * with a mutant in place of one of its files; a screen gets its defect in the test's own process.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { until } from '../support/until.ts'
import { campaignIsSent } from './campaign-round.ts'
import { CEDAR } from './clinics.ts'
import type { Mutant } from './mutant.ts'
import {
  FORGETS_SENDS,
  HANDLES_TWICE,
  KEEPS_NO_BYTES,
  LEAVES_FILES_ABOUT,
  NO_IDEMPOTENCY,
  NO_SHARED_TRANSACTION,
  NO_WORDS_FOR_FULL,
  READS_BEFORE_IT_JOINS,
} from './mutants.ts'
import type { WorldProcess } from './process.ts'
import { restoreRound } from './restore.ts'
import type { Day } from './rounds.ts'
import { openScreen } from './screen.ts'

interface Removal {
  readonly without: string
  /** At least one of these must be found; if the list is empty, nothing may be found. */
  readonly expected: readonly string[]
  readonly found: readonly string[]
}

export const isNoticed = ({ expected, found }: Removal) =>
  expected.length === 0 ? found.length === 0 : expected.some((one) => found.includes(one))

/** Short, because the mutants' violations show at once. */
const REST_MS = 3_000
/** Some violations depend on timing; a slow machine hits fewer of them in a round and gets more rounds. */
const ROUNDS_MAX = 3
/** Enough lost frames that the few received ones do not repair every lost change. */
const LOST_MIN = 8

export async function removeEachRule(day: Day): Promise<Removal[]> {
  const { world, traffic, ledger } = day
  const removals: Removal[] = []
  const found = () => [...new Set(ledger.violations.map(({ invariant }) => invariant))]
  const untilFound = async (expected: readonly string[], round: () => Promise<unknown>) => {
    for (let rounds = 0; rounds < ROUNDS_MAX && !expected.every((one) => found().includes(one)); rounds += 1)
      await round()
  }
  day.takeViolations()

  await untilFound(['I5'], () => lossyScreens(day))
  const ofSeeing = ledger.violations.filter(({ words }) => words.startsWith(SEEING))
  removals.push({ without: 'the gap detection', expected: ['I5'], found: found() })
  removals.push({
    without: 'nothing but some frames',
    expected: [],
    found: ofSeeing.map(({ invariant, words }) => `${invariant} ${words}`),
  })
  day.takeViolations()

  await withMutants(
    [
      [
        [world.api],
        NO_IDEMPOTENCY,
        LEAVES_FILES_ABOUT,
        KEEPS_NO_BYTES,
        NO_WORDS_FOR_FULL,
        HANDLES_TWICE,
        FORGETS_SENDS,
      ],
      [world.relays, READS_BEFORE_IT_JOINS],
    ],
    () =>
      untilFound(['I2', 'I5', 'I16', 'I17', 'I20', 'I21', ...(world.files.disk ? ['I18'] : [])], async () => {
        traffic.start()
        await filesAreSent(day)
        await campaignIsSent(day)
        // Last, because a screen that gets further events sees the gap and reads anew.
        for (const line of world.lines) if (line.name.startsWith('tab to relay')) line.cut()
        await pause(2_200)
        await traffic.stop()
        await day.rest(REST_MS, { tidyWithinMs: REST_MS, takenInWithinMs: REST_MS })
        await day.checkConsumerNow()
      }),
  )
  // The mutants violate different invariants, so they can run together.
  removals.push({ without: 'the idempotency key', expected: ['I2'], found: found() })
  removals.push({ without: 'joining before reading', expected: ['I5'], found: found() })
  removals.push({ without: 'storing acknowledged bytes', expected: ['I16'], found: found() })
  removals.push({ without: 'removing staged files', expected: ['I17'], found: found() })
  removals.push({ without: 'handling each event once', expected: ['I20'], found: found() })
  removals.push({ without: 'the ledger of a campaign', expected: ['I21'], found: found() })
  if (world.files.disk) removals.push({ without: 'the refusal for a full disk', expected: ['I18'], found: found() })
  day.takeViolations()

  // Either of the two violations is enough.
  for (let rounds = 0; rounds < ROUNDS_MAX && !found().some((one) => ['I5', 'I7'].includes(one)); rounds += 1)
    await restoreRound(day, { isNewEpoch: false }, REST_MS)
  removals.push({ without: 'a new epoch after a restore', expected: ['I5', 'I7'], found: found() })
  day.takeViolations()

  // Last, because its gaps in the log stay.
  await untilFound(['I3'], () =>
    withMutants([[[world.api], NO_SHARED_TRANSACTION]], async () => {
      traffic.start()
      await pause(1_500)
      await world.api.kill()
      await world.api.start()
      await traffic.stop()
      await day.checkLogsNow()
    }),
  )
  removals.push({ without: 'the shared transaction', expected: ['I3'], found: found() })
  day.takeViolations()
  return removals
}

/** Restarts the processes with their mutants for one round, and without them after it. */
async function withMutants(
  mutants: readonly (readonly [processes: readonly WorldProcess[], ...mutants: readonly Mutant[]])[],
  round: () => Promise<unknown>,
) {
  const restart = (env: (names: string) => Record<string, string>) =>
    Promise.all(
      mutants.flatMap(([processes, ...own]) =>
        processes.map(async (one) => {
          await one.kill()
          await one.start(env(own.map(({ name }) => name).join(', ')))
        }),
      ),
    )
  await restart((names) => ({ CHAOS_MUTANTS: names }))
  await round()
  await restart(() => ({}))
}

/** Fills the disk for a time, so that some files are refused, and then waits until others are acknowledged. */
async function filesAreSent({ world, ledger }: Day) {
  const { disk } = world.files
  await pause(1_000)
  disk?.fill()
  // A timeout is not an error here: the caller sees that I18 is missing.
  if (disk) await until(() => ledger.violations.some(({ invariant }) => invariant === 'I18')).catch(() => undefined)
  disk?.free()
  const kept = ledger.files.length
  await Promise.all([until(() => ledger.files.length > kept), pause(1_000)])
}

const SEEING = 'the seeing screen'

/**
 * Two screens that lose most frames: one detects gaps, the other doesn't. If few frames were lost or many came after them, the next
 * state of the same conversations could repair the copy.
 */
async function lossyScreens(day: Day) {
  const { clients, staff, received, random, traffic, world } = day
  const reader = staff.find(({ organizationId }) => organizationId === CEDAR.id)
  if (!reader) throw new Error('The clinic has no staff.')
  let isLosing = false
  const lost = new Map<string, number>()
  const lossy = [SEEING, 'the blind screen'].map((name) => {
    const mine = random(name)
    const loses = () => {
      const isLost = isLosing && mine.chance(0.6)
      if (isLost) lost.set(name, (lost.get(name) ?? 0) + 1)
      return isLost
    }
    const weakness = { loses, isBlind: name !== SEEING }
    return openScreen({ name, staff: reader, relayUrl: world.relayUrls[0], received, random: mine.next, weakness })
  })
  clients.push(...lossy)
  traffic.start()
  await until(() => lossy.every((screen) => screen.isLive()))
  isLosing = true
  await Promise.all([pause(3_000), until(() => lossy.every(({ name }) => (lost.get(name) ?? 0) >= LOST_MIN), 20_000)])
  await traffic.stop()
  isLosing = false
  // Both receive one last change: it repairs nothing that they lost, and the blind screen believes that it is at the head.
  const [conversationId = ''] = traffic.conversationsOf(CEDAR.id)
  const body = { organizationId: CEDAR.id, conversationId, action: 'star' } as const
  await until(async () => (await reader.ask('toggleStar', { body })).kind === 'ok')
  await day.rest(10_000)
  for (const screen of lossy) {
    clients.splice(clients.indexOf(screen), 1)
    screen.close()
  }
}
