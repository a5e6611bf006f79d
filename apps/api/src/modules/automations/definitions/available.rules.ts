/** The triggers and actions that stand: what another module would have to do is left out until it does. */
import { type ActionKind, actionKinds } from '@foyer/contracts/automations/actions.rules.ts'
import type { Definition } from '@foyer/contracts/automations/definition.rules.ts'
import { type TriggerKind, triggerKinds } from '@foyer/contracts/automations/triggers.rules.ts'

const MISSING: ReadonlySet<TriggerKind | ActionKind> = new Set(['startDrip'])

export const availableTriggers = triggerKinds.filter((kind) => !MISSING.has(kind))
export const availableActions = actionKinds.filter((kind) => !MISSING.has(kind))

/** The path of a part that is not there yet; null if all are. */
export function missingPart({ trigger, actions }: Definition): string | null {
  if (MISSING.has(trigger.kind)) return 'trigger'
  const index = actions.findIndex(({ kind }) => MISSING.has(kind))
  return index === -1 ? null : `actions[${index}]`
}
