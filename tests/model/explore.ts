/** Visits every reachable state, nearest first, and checks that each becomes current if no more faults happen. */
import { brokenClaim, goneBack, isAtRest } from './claims.ts'
import type { Move } from './moves.ts'
import type { State } from './state.ts'
import type { Scenario, World } from './world.ts'

export interface Bounds {
  readonly depth: number
  readonly states: number
}

export interface Found {
  readonly states: number
  readonly transitions: number
  readonly depth: number
  /** Whether every reachable state was visited. */
  readonly isWhole: boolean
  /** The broken claim with the shortest path to it, or null. */
  readonly fault: { readonly says: string; readonly path: readonly string[] } | null
}

interface Node {
  readonly state: State
  readonly parent: Node | null
  readonly by: string
  readonly depth: number
}

/** A state that is not current after this many fair steps counts as stuck. */
const PATIENCE = 150

export async function explore(world: World, start: State, bounds: Bounds): Promise<Found> {
  const root: Node = { state: start, parent: null, by: 'the start', depth: 0 }
  const seen = new Set([world.keyOf(start)])
  const settled = new Set<string>()
  const queue = [root]
  let transitions = 0
  let depth = 0
  let isCut = false
  const found = (fault: Found['fault'], isWhole: boolean): Found => ({
    states: seen.size,
    transitions,
    depth,
    isWhole,
    fault,
  })
  for (let index = 0; index < queue.length; index += 1) {
    const node = queue[index]!
    depth = node.depth
    const broken = brokenClaim(node.state)
    if (broken) return found({ says: broken, path: pathTo(node) }, false)
    const stuck = await completion(world, node.state, settled)
    if (stuck)
      return found({ says: stuck.says, path: [...pathTo(node), '… and from here by itself:', ...stuck.path] }, false)
    if (node.depth === bounds.depth) {
      isCut = true
      continue
    }
    for (const move of world.moves(node.state)) {
      const state = await move.go()
      transitions += 1
      const back = goneBack(node.state, state)
      if (back) return found({ says: back, path: [...pathTo(node), move.name] }, false)
      const key = world.keyOf(state)
      if (seen.has(key)) continue
      seen.add(key)
      queue.push({ state, parent: node, by: move.name, depth: node.depth + 1 })
    }
    // Frees the state: its key is enough from here on.
    queue[index] = undefined as never
    if (seen.size > bounds.states) return found(null, false)
  }
  return found(null, !isCut)
}

/** Takes the first fair step until the tab is current. Every state on the way then also becomes current, so it is settled. */
async function completion(world: World, start: State, settled: Set<string>): Promise<Found['fault']> {
  const passed = new Set<string>()
  const path: string[] = []
  let state = start
  for (let steps = 0; steps < PATIENCE; steps += 1) {
    const key = world.keyOf(state)
    if (settled.has(key) || isAtRest(state)) {
      for (const one of passed.add(key)) settled.add(one)
      return null
    }
    if (passed.has(key))
      return { says: `It repeats a state in circles and never becomes current: ${summary(state)}`, path }
    passed.add(key)
    const move = firstFair(world.moves(state))
    if (!move) return { says: 'Nothing is under way, and the tab is not current.', path }
    path.push(move.name)
    state = await move.go()
    const broken = brokenClaim(state)
    if (broken) return { says: broken, path }
  }
  return { says: 'It takes more steps than anything should.', path }
}

/** The first state of a scenario. */
export async function startOf(world: World, { begins }: Scenario): Promise<State> {
  const start = world.begin()
  if (begins === 'atOnce') return start
  const live = await completed(world, start)
  return begins === 'live' ? live : completed(world, world.happens(live, { what: 'opens' }))
}

async function completed(world: World, start: State): Promise<State> {
  let state = start
  for (let steps = 0; steps < PATIENCE && !isAtRest(state); steps += 1)
    state = await firstFair(world.moves(state))!.go()
  if (!isAtRest(state)) throw new Error('The first state of the scenario is never reached.')
  return state
}

function firstFair(moves: readonly Move[]): Move | undefined {
  return moves.find(({ isFair }) => isFair)
}

function pathTo(node: Node): string[] {
  const path: string[] = []
  for (let one: Node | null = node; one?.parent; one = one.parent) path.unshift(one.by)
  return path
}

/** A short form of the tab's state for the message of a fault. */
function summary({ tab }: State): string {
  const { live, list, thread, counts } = tab.value
  const { position } = live.context
  const of = thread && { ...thread.context, at: thread.value }
  return JSON.stringify({
    at: live.value,
    position,
    counts,
    list: list.value,
    thread: of && [of.at, of.messages.length, of.readAsOf, of.seen, of.joinedAt],
  })
}
