/**
 * The checks are checked: the product is robbed of one of its rules after another, and each time somebody must notice. Processes
 * are started with a mutant in place of one of their files; a screen is robbed in our own process.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { until } from '../support/until.ts'
import { CEDAR } from './clinics.ts'
import type { Mutant } from './mutant.ts'
import {
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

interface Robbery {
  readonly without: string
  /** One of these has to be violated; none: nothing may be. */
  readonly expected: readonly string[]
  readonly found: readonly string[]
}

export const isNoticed = ({ expected, found }: Robbery) =>
  expected.length === 0 ? found.length === 0 : expected.some((one) => found.includes(one))

/** Short, since what is not found at once is looked for in vain. */
const REST_MS = 3_000
/** Some show only where a moment is met; a slow machine meets fewer of them in the same time, and is given it again. */
const ROUNDS_MAX = 3
/** So many frames are lost that something in them is made good by none of the few that still come. */
const LOST_MIN = 8

export async function robEachRule(day: Day): Promise<Robbery[]> {
  const { world, traffic, ledger } = day
  const robberies: Robbery[] = []
  const found = () => [...new Set(ledger.violations.map(({ invariant }) => invariant))]
  const untilFound = async (expected: readonly string[], round: () => Promise<unknown>) => {
    for (let rounds = 0; rounds < ROUNDS_MAX && !expected.every((one) => found().includes(one)); rounds += 1)
      await round()
  }
  day.amnesty()

  await untilFound(['I5'], () => lossyScreens(day))
  const ofSeeing = ledger.violations.filter(({ words }) => words.startsWith(SEEING))
  robberies.push({ without: 'the gap detection', expected: ['I5'], found: found() })
  robberies.push({
    without: 'nothing but some frames',
    expected: [],
    found: ofSeeing.map(({ invariant, words }) => `${invariant} ${words}`),
  })
  day.amnesty()

  await withMutants(
    [
      [[world.api], NO_IDEMPOTENCY, LEAVES_FILES_ABOUT, KEEPS_NO_BYTES, NO_WORDS_FOR_FULL],
      [world.relays, READS_BEFORE_IT_JOINS],
    ],
    () =>
      untilFound(['I2', 'I5', 'I16', 'I17', ...(world.files.disk ? ['I18'] : [])], async () => {
        traffic.start()
        await filesAreSent(day)
        for (const line of world.lines) if (line.name.startsWith('door')) line.cut()
        await pause(2_200)
        await traffic.stop()
        await day.rest(REST_MS, { tidyWithinMs: REST_MS })
      }),
  )
  // Each loses something else: one doubles what is in the log, one misses in the copies, and so on.
  robberies.push({ without: 'the idempotency key', expected: ['I2'], found: found() })
  robberies.push({ without: 'the order of joining and reading', expected: ['I5'], found: found() })
  robberies.push({ without: 'the bytes of what is acknowledged', expected: ['I16'], found: found() })
  robberies.push({ without: 'taking away what was looked at', expected: ['I17'], found: found() })
  if (world.files.disk) robberies.push({ without: 'words for no room', expected: ['I18'], found: found() })
  day.amnesty()

  await restoreRound(day, { isNewLife: false }, REST_MS)
  robberies.push({ without: 'a new epoch after a restore', expected: ['I5', 'I7'], found: found() })
  day.amnesty()

  // Last, because its holes stay.
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
  robberies.push({ without: 'the shared transaction', expected: ['I3'], found: found() })
  day.amnesty()
  return robberies
}

/** Killed and started with the mutant; afterwards killed and started as they are. */
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

/** Two seconds or more of it: some find no room, and some are acknowledged. */
async function filesAreSent({ world, ledger }: Day) {
  const { disk } = world.files
  await pause(1_000)
  disk?.fill()
  // What is not noticed shows in what was found.
  if (disk) await until(() => ledger.violations.some(({ invariant }) => invariant === 'I18')).catch(() => undefined)
  disk?.free()
  const kept = ledger.files.length
  await Promise.all([until(() => ledger.files.length > kept), pause(1_000)])
}

const SEEING = 'the seeing screen'

/**
 * Two screens that most frames do not reach: one sees that something is missing, the other is robbed of it. With few frames lost,
 * or many that come after them, the next state of the same conversations could make good what was missed.
 */
async function lossyScreens(day: Day) {
  const { clients, staff, hearing, random, traffic, world } = day
  const reader = staff.find(({ organizationId }) => organizationId === CEDAR.id)
  if (!reader) throw new Error('Nobody reads.')
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
    return openScreen({ name, staff: reader, door: world.doors[0], hearing, random: mine.next, weakness })
  })
  clients.push(...lossy)
  traffic.start()
  await until(() => lossy.every((screen) => screen.isLive()))
  isLosing = true
  await Promise.all([pause(3_000), until(() => lossy.every(({ name }) => (lost.get(name) ?? 0) >= LOST_MIN), 20_000)])
  await traffic.stop()
  isLosing = false
  // A last change, which both hear: what they lost before it nobody makes good, and who sees nothing of that is at the head.
  const [conversationId = ''] = traffic.conversationsOf(CEDAR.id)
  const body = { organizationId: CEDAR.id, conversationId, action: 'star' } as const
  await until(async () => (await reader.ask('toggleStar', { body })).kind === 'ok')
  await day.rest(10_000)
  for (const screen of lossy) {
    clients.splice(clients.indexOf(screen), 1)
    screen.close()
  }
}
