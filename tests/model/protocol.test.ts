/**
 * Explores the live protocol: every order of steps, up to a few changes and faults. docs/decisions/018 says how deep, and what it
 * leaves out. `MODEL=deep` explores the scenarios that take minutes, `MODEL_STATES` limits the number of states.
 */
import { expect, test } from 'vitest'
import { liveMachine } from '../../apps/web/src/live/live.machine.ts'
import { explore, startOf } from './explore.ts'
import { mutants } from './mutants.ts'
import { deepScenarios, scenarios } from './scenarios.ts'
import { createWorld, type Mutant, type Scenario } from './world.ts'

const honest = { live: liveMachine, passes: () => true }
const isDeep = process.env.MODEL === 'deep'
const STATES = Number(process.env.MODEL_STATES ?? (isDeep ? 3_000_000 : 150_000))

async function tried(scenario: Scenario, mutant: Mutant = {}) {
  const start = await startOf(createWorld(scenario, honest), scenario)
  const world = createWorld(scenario, honest, mutant)
  return explore(world, world.adopt(start), { depth: 300, states: STATES })
}

test.each(Object.entries(isDeep ? deepScenarios : scenarios))(
  'live protocol never looks live while it is behind when %s [OPEN-097]',
  async (_, scenario) => {
    const { fault, isWhole } = await tried(scenario)
    expect(fault).toBeNull()
    expect(isWhole).toBe(true)
  },
  isDeep ? 3_600_000 : 60_000,
)

test.each(Object.entries(mutants))(
  'explorer finds a broken claim when %s [OPEN-097]',
  async (_, { scenario, mutant, says }) => {
    const { fault } = await tried(scenario, mutant)
    expect(fault?.says).toMatch(says)
    expect(fault?.path.length).toBeGreaterThan(0)
  },
)
