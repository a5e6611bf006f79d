/** Actors of the real machines that stay in one state: no request runs and no timer fires until the user acts. */
import {
  Actor,
  type AnyActor,
  type AnyActorRef,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type ContextFrom,
  createActor,
  type InputFrom,
  type StateValue,
  type StateValueFrom,
} from 'xstate'
import { leavesOf } from './state-ids.ts'

/** The actors of the shown entry, so that a test can compare their states. */
const standing = new Set<AnyActorRef>()

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
  return stand(actor)
}

/** Counts an actor that the entry has started itself among those on the screen. */
export function stand<One extends AnyActorRef>(actor: One): One {
  standing.add(actor)
  return actor
}

/** Returns "thread ready", "conversationList ready.resting": the states on the screen. */
export function standingStates(): string[] {
  return [...standing].flatMap((actor) => {
    const { machine, value } = actor.getSnapshot() as AnyMachineSnapshot
    return leavesOf(value).map((leaf) => `${machine.id} ${leaf}`)
  })
}

/** Stops the actors before another entry is shown. */
export function dismissAll(): void {
  for (const actor of standing) if (isRoot(actor)) actor.stop()
  standing.clear()
}

/** A parent stops the actors that it has spawned. */
function isRoot(actor: AnyActorRef): actor is AnyActor {
  return actor instanceof Actor && actor._parent === undefined
}
