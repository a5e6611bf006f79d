import { liveMachine } from '../../apps/web/src/live/live.machine.ts'
import { completed, explore } from './explore.ts'
import { createWorld } from './world.ts'
const scenario = JSON.parse(process.argv[2]!)
const world = createWorld(scenario, { live: liveMachine, hears: () => true })
let start = world.begin()
if (scenario.begins !== 'atOnce') start = await completed(world, start)
if (scenario.begins === 'liveWithThread') start = await completed(world, world.happens(start, { what: 'opens' }))
const began = performance.now()
console.log(await explore(world, start, { depth: scenario.depth ?? 200, states: scenario.states ?? 300000 }), world.sizes(), performance.now() - began)
