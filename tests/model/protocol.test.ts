/** The live protocol, explored: see docs/decisions/018. */
import { expect, test } from 'vitest'
import { liveMachine } from '../../apps/web/src/live/live.machine.ts'
import { completed, explore } from './explore.ts'
import { createWorld, type Scenario } from './world.ts'

const honest = { live: liveMachine, hears: () => true }
const scenarios: Record<string, Scenario> = {
  'a tab that begins': { relays: 1, ringEvents: 10, budget: { change: 2, cut: 1 }, begins: 'atOnce' },
}

test.each(Object.entries(scenarios))('[OPEN-097] %s', async (_, scenario) => {
  const world = createWorld(scenario, honest)
  let start = world.begin()
  if (scenario.begins !== 'atOnce') start = await completed(world, start)
  if (scenario.begins === 'liveWithThread') start = await completed(world, world.happens(start, { what: 'opens' }))
  const began = performance.now()
  const found = await explore(world, start, { depth: 60, states: 300_000 })
  console.info(found, world.sizes(), performance.now() - began)
  expect(found.fault).toBeNull()
}, 300_000)
