/** The ids of a machine's states: "loading", "ready.resting". */
import type { AnyStateMachine, AnyStateNode, StateValue, StateValueFrom } from 'xstate'

type Leaves<Value> = Value extends string
  ? Value
  : Value extends object
    ? { [Key in keyof Value & string]: `${Key}.${Leaves<Value[Key]>}` }[keyof Value & string]
    : never

/** The prefixes before each dot of an id: compound states. */
type Holders<Id> = Id extends `${infer Head}.${infer Tail}` ? Head | `${Head}.${Holders<Tail>}` : never

/** Every state that a machine can rest in. A record over this type is a compile error when a state is missing. */
export type StateId<Machine extends AnyStateMachine> = WithoutHolders<Leaves<StateValueFrom<Machine>>>
type WithoutHolders<Id extends string> = Exclude<Id, Holders<Id>>

export function leavesOf(value: StateValue): string[] {
  if (typeof value === 'string') return [value]
  return Object.entries(value).flatMap(([key, inner]) =>
    inner === undefined ? [] : leavesOf(inner).map((leaf) => (leaf === '' ? key : `${key}.${leaf}`)),
  )
}

export function stateIdsOf(machine: AnyStateMachine): string[] {
  const walk = (node: AnyStateNode): string[] => {
    const children = Object.values(node.states)
    return children.length === 0 ? [node.path.join('.')] : children.flatMap(walk)
  }
  return walk(machine.root)
}
