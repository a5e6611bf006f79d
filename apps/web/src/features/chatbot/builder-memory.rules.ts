/** The builder's memory: the flow, the selected block, and the steps that can be undone. */
import { nodeOf } from '@foyer/contracts/chatbot/edit.rules.ts'
import type { Flow } from '@foyer/contracts/chatbot/flow.ts'

/** Older steps are forgotten. */
export const STEPS_MAX = 100

interface Moment {
  readonly flow: Flow
  readonly element: string | null
}

export interface BuilderContext {
  /** [ENTITY-17] [OPEN-034] */
  readonly activeFlowData: Flow
  /** The id of the selected block. */
  readonly activeElement: string | null
  readonly past: readonly Moment[]
  readonly future: readonly Moment[]
  /** The field that was typed in last: its next change belongs to the same step. */
  readonly typing: string | null
  /** The port that is being connected. */
  readonly from: { readonly source: string; readonly port: string | null } | null
  readonly newId: () => string
}

/** A step with a change of the flow; the same flow makes none. */
export function changed(
  context: BuilderContext,
  flow: Flow,
  { element = context.activeElement, typing = null }: { element?: string | null; typing?: string | null } = {},
): Partial<BuilderContext> {
  if (flow === context.activeFlowData) return {}
  const isSameStep = typing !== null && typing === context.typing
  const past = isSameStep ? context.past : [...context.past, momentOf(context)].slice(-STEPS_MAX)
  return { activeFlowData: flow, activeElement: kept(flow, element), past, future: [], typing }
}

export function undone({ past, future, ...context }: BuilderContext): Partial<BuilderContext> {
  const before = past.at(-1)
  if (before === undefined) return {}
  return { ...at(before), past: past.slice(0, -1), future: [momentOf(context), ...future].slice(0, STEPS_MAX) }
}

export function redone({ past, future, ...context }: BuilderContext): Partial<BuilderContext> {
  const [next, ...rest] = future
  if (next === undefined) return {}
  return { ...at(next), past: [...past, momentOf(context)].slice(-STEPS_MAX), future: rest }
}

function momentOf({ activeFlowData, activeElement }: Pick<BuilderContext, 'activeFlowData' | 'activeElement'>): Moment {
  return { flow: activeFlowData, element: activeElement }
}

function at({ flow, element }: Moment) {
  return { activeFlowData: flow, activeElement: kept(flow, element), typing: null }
}

function kept(flow: Flow, element: string | null): string | null {
  return element !== null && nodeOf(flow, element) !== undefined ? element : null
}
