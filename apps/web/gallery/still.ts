/** Actors of the real machines that stay in one state: no request runs and no timer fires until the user acts. */
import {
  type Actor,
  type AnyActor,
  type AnyStateMachine,
  type ContextFrom,
  createActor,
  type InputFrom,
  type StateValue,
  type StateValueFrom,
} from 'xstate'
import { leavesOf } from './state-ids.ts'

/** The actors of the shown entry, so that a test can compare their states. */
const standing = new Set<AnyActor>()

type Changes<Machine extends AnyStateMachine> = (initial: ContextFrom<Machine>) => Partial<ContextFrom<Machine>>

export function still<Machine extends AnyStateMachine>(
  machine: Machine,
  input: InputFrom<Machine>,
  value: StateValueFrom<Machine>,
  changes: Changes<Machine> = () => ({}),
): Actor<Machine> {
  const { context: initial } = createActor(machine as AnyStateMachine, { input }).getSnapshot()
  const context = { ...initial, ...changes(initial) }
  const snapshot = machine.resolveState({ value: value as StateValue, context })
  const actor = createActor(machine as AnyStateMachine, { input, snapshot }).start() as Actor<Machine>
  standing.add(actor)
  return actor
}

/** Returns "thread ready", "conversationList ready.resting": the states on the screen. */
export function standingStates(): string[] {
  return [...standing].flatMap((actor) => {
    const { machine, value } = actor.getSnapshot()
    return leavesOf(value).map((leaf) => `${machine.id} ${leaf}`)
  })
}

/** Stops the actors before another entry is shown. */
export function dismissAll(): void {
  for (const actor of standing) actor.stop()
  standing.clear()
}
