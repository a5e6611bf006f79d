/**
 * The checks are checked: the product is robbed of one of its rules after another, and each time somebody must notice. Processes
 * are started with a mutant in place of one of their files; a screen is robbed in our own process.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { until } from '../support/until.ts'
import { CEDAR } from './clinics.ts'
import { type Mutant, NO_IDEMPOTENCY, NO_SHARED_TRANSACTION, READS_BEFORE_IT_JOINS } from './mutants.ts'
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

/** Short, since what is not found at once is looked for in vain. */
const REST_MS = 3_000

export async function robEachRule(day: Day): Promise<Robbery[]> {
  const { world, traffic, ledger } = day
  const robberies: Robbery[] = []
  const found = () => [...new Set(ledger.violations.map(({ invariant }) => invariant))]
  day.amnesty()

  await lossyScreens(day)
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
      [[world.api], NO_IDEMPOTENCY],
      [world.relays, READS_BEFORE_IT_JOINS],
    ],
    async () => {
      traffic.start()
      await pause(2_000)
      for (const line of world.lines) if (line.name.startsWith('door')) line.cut()
      await pause(2_200)
      await traffic.stop()
      await day.rest(REST_MS)
    },
  )
  // The one doubles what is in the log, the other loses what is not in a copy.
  robberies.push({ without: 'the idempotency key', expected: ['I2'], found: found() })
  robberies.push({ without: 'the order of joining and reading', expected: ['I5'], found: found() })
  day.amnesty()

  await restoreRound(day, { isNewLife: false }, REST_MS)
  robberies.push({ without: 'a new epoch after a restore', expected: ['I5', 'I7'], found: found() })
  day.amnesty()

  // Last, because its holes stay.
  await withMutants([[[world.api], NO_SHARED_TRANSACTION]], async () => {
    traffic.start()
    await pause(1_500)
    await world.api.kill()
    await world.api.start()
    await traffic.stop()
    await day.checkLogsNow()
  })
  robberies.push({ without: 'the shared transaction', expected: ['I3'], found: found() })
  day.amnesty()
  return robberies
}

/** Killed and started with the mutant; afterwards killed and started as they are. */
async function withMutants(
  mutants: readonly (readonly [processes: readonly WorldProcess[], mutant: Mutant])[],
  round: () => Promise<unknown>,
) {
  const restart = (env: (mutant: Mutant) => Record<string, string>) =>
    Promise.all(
      mutants.flatMap(([processes, mutant]) =>
        processes.map(async (one) => {
          await one.kill()
          await one.start(env(mutant))
        }),
      ),
    )
  await restart(({ name }) => ({ CHAOS_MUTANT: name }))
  await round()
  await restart(() => ({}))
}

const SEEING = 'the seeing screen'

/**
 * Two screens that most frames do not reach: one sees that something is missing, the other is robbed of it. With few frames lost
 * the next state of the same conversations could make good what was missed.
 */
async function lossyScreens(day: Day) {
  const { clients, staff, hearing, random, traffic, world } = day
  const reader = staff.find(({ organizationId }) => organizationId === CEDAR.id)
  if (!reader) throw new Error('Nobody reads.')
  let isLosing = false
  const lossy = [SEEING, 'the blind screen'].map((name) => {
    const mine = random(name)
    const weakness = { loses: () => isLosing && mine.chance(0.6), isBlind: name !== SEEING }
    return openScreen({ name, staff: reader, door: world.doors[0], hearing, random: mine.next, weakness })
  })
  clients.push(...lossy)
  traffic.start()
  await until(() => lossy.every((screen) => screen.isLive()))
  isLosing = true
  await pause(3_000)
  isLosing = false
  await pause(500)
  await traffic.stop()
  await day.rest(10_000)
  for (const screen of lossy) {
    clients.splice(clients.indexOf(screen), 1)
    screen.close()
  }
}
