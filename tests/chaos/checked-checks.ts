/**
 * The checks are checked: the product is robbed of one of its rules after another, and each time somebody must notice. Processes
 * are started with a mutant in place of one of their files; the screen is robbed in its own process.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { CEDAR } from './clinics.ts'
import { type Mutant, NO_IDEMPOTENCY, NO_SHARED_TRANSACTION, READS_BEFORE_IT_JOINS } from './mutants.ts'
import type { WorldProcess } from './process.ts'
import { restoreRound } from './restore.ts'
import type { Day } from './rounds.ts'
import { openScreen, type Weakness } from './screen.ts'

export interface Robbery {
  readonly without: string
  /** One of these has to be violated. */
  readonly expected: readonly string[]
  readonly found: readonly string[]
}

/** Short, since a hole that later changes cover is none at rest. */
const REST_MS = 3_000

export async function robEachRule(day: Day): Promise<Robbery[]> {
  const { world, traffic } = day
  const robberies: Robbery[] = []
  const rob = async (without: string, expected: readonly string[], round: () => Promise<unknown>) => {
    day.amnesty()
    await round()
    robberies.push({ without, expected, found: day.amnesty() })
  }

  await rob('the gap detection', ['I5'], () => lossy(day, true))
  // The very same losses, seen.
  await rob('nothing but some frames', [], () => lossy(day, false))
  await rob('the idempotency key', ['I2'], () => mutated([world.api], NO_IDEMPOTENCY, () => workFor(2_500)))
  await rob('the order of joining and reading', ['I5'], () =>
    mutated(world.relays, READS_BEFORE_IT_JOINS, async () => {
      traffic.start()
      await pause(2_000)
      for (const line of world.lines) if (line.name.startsWith('door')) line.cut()
      await pause(2_200)
      await traffic.stop()
      await day.rest(REST_MS)
    }),
  )
  await rob('a new epoch after a restore', ['I5', 'I7'], () => restoreRound(day, { isNewLife: false }, REST_MS))
  // Last, because its holes stay.
  await rob('the shared transaction', ['I1', 'I3'], () =>
    mutated([world.api], NO_SHARED_TRANSACTION, async () => {
      traffic.start()
      await pause(1_500)
      await world.api.kill()
      await world.api.start()
      await traffic.stop()
      await day.checkLogsNow()
    }),
  )
  return robberies

  async function workFor(ms: number) {
    traffic.start()
    await pause(ms)
    await traffic.stop()
    await day.checkLogsNow()
  }
}

async function mutated(processes: readonly WorldProcess[], mutant: Mutant, round: () => Promise<unknown>) {
  for (const one of processes) {
    await one.end()
    await one.start({ CHAOS_MUTANT: mutant.name })
  }
  await round()
  for (const one of processes) {
    await one.end()
    await one.start()
  }
}

/** A screen that every third frame does not reach. */
async function lossy(day: Day, isBlind: boolean) {
  const { clients, staff, hearing, random, traffic, world } = day
  const reader = staff.find(({ organizationId }) => organizationId === CEDAR.id)
  if (!reader) throw new Error('Nobody reads.')
  const mine = random(`lossy ${isBlind}`)
  let isLosing = true
  const weakness: Weakness = { loses: () => isLosing && mine.chance(0.33), isBlind }
  const [door] = world.doors
  const screen = openScreen({ name: 'a lossy screen', staff: reader, door, hearing, random: mine.next, weakness })
  clients.push(screen)
  traffic.start()
  await pause(2_500)
  isLosing = false
  await traffic.stop()
  await day.rest(isBlind ? REST_MS : 10_000)
  clients.splice(clients.indexOf(screen), 1)
  screen.close()
}
