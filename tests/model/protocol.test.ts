/**
 * The live protocol, explored: every order of what can happen, up to a few changes and faults. How deep, and what is
 * left out: docs/decisions/018. `MODEL=deep` explores what takes minutes, `MODEL_STATES` bounds it.
 */
import { expect, test } from 'vitest'
import { liveMachine } from '../../apps/web/src/live/live.machine.ts'
import { begun, explore } from './explore.ts'
import { mutants } from './mutants.ts'
import { deepScenarios, scenarios } from './scenarios.ts'
import { createWorld, type Mutant, type Scenario } from './world.ts'

const honest = { live: liveMachine, hears: () => true }
const isDeep = process.env.MODEL === 'deep'
const STATES = Number(process.env.MODEL_STATES ?? (isDeep ? 3_000_000 : 150_000))

async function tried(scenario: Scenario, mutant: Mutant = {}) {
  const start = await begun(createWorld(scenario, honest), scenario)
  const world = createWorld(scenario, honest, mutant)
  return explore(world, world.adopt(start), { depth: 300, states: STATES })
}

test.each(Object.entries(isDeep ? deepScenarios : scenarios))(
  '[OPEN-097] no state that is behind looks live: %s',
  async (_, scenario) => {
    const { fault, isWhole } = await tried(scenario)
    expect(fault).toBeNull()
    expect(isWhole).toBe(true)
  },
  isDeep ? 3_600_000 : 60_000,
)

test.each(Object.entries(mutants))('[OPEN-097] the check finds it where %s', async (_, { scenario, mutant, says }) => {
  const { fault } = await tried(scenario, mutant)
  expect(fault?.says).toMatch(says)
  expect(fault?.path.length).toBeGreaterThan(0)
})
