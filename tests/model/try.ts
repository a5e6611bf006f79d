import { liveMachine } from '../../apps/web/src/live/live.machine.ts'
import { begun, explore } from './explore.ts'
import { mutants } from './mutants.ts'
import { createWorld } from './world.ts'
const honest = { live: liveMachine, hears: () => true }
const [, , first = '', second] = process.argv
const named = mutants[first]
const scenario = named?.scenario ?? JSON.parse(first)
const start = await begun(createWorld(scenario, honest), scenario)
const world = createWorld(scenario, honest, (second ? mutants[second] : named)?.mutant)
const began = performance.now()
console.log(await explore(world, world.adopt(start), { depth: scenario.depth ?? 300, states: scenario.states ?? 200000 }), world.sizes(), performance.now() - began)
