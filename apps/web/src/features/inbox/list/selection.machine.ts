/**
 * The selected conversations of the list, and one action on all of them.
 *
 *   none ◀──cleared, last one taken out──▶ some ──action──▶ applying ──▶ none
 *                                           ▲─────refused─────┘
 *
 * A conversation that leaves the list leaves the selection too, so that no action applies to invisible rows. While an
 * action is running the selection does not change. After a refusal it stays, to try again.
 */
import { type ActorRefFrom, assign, emit, fromPromise, setup } from 'xstate'
import { notGiven } from '../../../lib/not-given.ts'
import type { BulkAction, BulkResult } from './bulk.rules.ts'

interface SelectionContext {
  readonly ids: ReadonlySet<string>
  /** The start of a range: the row that was touched last without Shift. */
  readonly anchor: string | null
  readonly action: BulkAction | null
}

export interface BulkRequest {
  readonly ids: readonly string[]
  readonly action: BulkAction
}

type SelectionEvent =
  | { type: 'row.toggled'; id: string }
  /** `order` is that of the list. */
  | { type: 'range.extended'; to: string; order: readonly string[] }
  | { type: 'all.selected'; order: readonly string[] }
  | { type: 'rows.changed'; order: readonly string[] }
  | { type: 'cleared' }
  | { type: 'action.chosen'; action: BulkAction }

type SelectionEmitted =
  | { type: 'applied'; action: BulkAction; result: BulkResult }
  | { type: 'refused'; error: unknown }

const NOTHING = { ids: new Set<string>(), anchor: null, action: null }

const selectionSetup = setup({
  types: { context: {} as SelectionContext, events: {} as SelectionEvent, emitted: {} as SelectionEmitted },
  actors: {
    apply: fromPromise<BulkResult, BulkRequest>(notGiven),
  },
})

export const selectionMachine = selectionSetup.createMachine({
  id: 'selection',
  context: NOTHING,
  initial: 'none',
  states: {
    none: {
      entry: assign(NOTHING),
      always: { guard: ({ context }) => context.ids.size > 0, target: 'some' },
      on: {
        'row.toggled': { target: 'some', actions: assign(({ event }) => toggleRow(NOTHING, event.id)) },
        'range.extended': {
          target: 'some',
          actions: assign(({ event }) => extendTo(NOTHING, event.to, event.order)),
        },
        'all.selected': {
          guard: ({ event }) => event.order.length > 0,
          target: 'some',
          actions: assign(({ event }) => ({ ids: new Set(event.order) })),
        },
      },
    },
    some: {
      always: { guard: ({ context }) => context.ids.size === 0, target: 'none' },
      on: {
        'row.toggled': { actions: assign(({ context, event }) => toggleRow(context, event.id)) },
        'range.extended': { actions: assign(({ context, event }) => extendTo(context, event.to, event.order)) },
        'all.selected': { actions: assign(({ event }) => ({ ids: new Set(event.order) })) },
        'rows.changed': { actions: assign(({ context, event }) => keepOnly(context, event.order)) },
        cleared: 'none',
        'action.chosen': { target: 'applying', actions: assign(({ event }) => ({ action: event.action })) },
      },
    },
    applying: {
      invoke: {
        src: 'apply',
        input: ({ context: { ids, action } }) => {
          if (action === null) throw new Error('There is no action to apply')
          return { ids: [...ids], action }
        },
        onDone: [
          {
            /** The conversations whose call failed stay selected. */
            guard: ({ event }) => event.output.failed !== null,
            target: 'some',
            actions: [
              emit(({ context, event }) => appliedEvent(context, event.output)),
              assign(({ event }) => ({ ids: new Set(event.output.failed?.ids), action: null })),
            ],
          },
          { target: 'none', actions: emit(({ context, event }) => appliedEvent(context, event.output)) },
        ],
        onError: {
          target: 'some',
          actions: [emit(({ event }) => ({ type: 'refused' as const, error: event.error })), assign({ action: null })],
        },
      },
    },
  },
})

export type SelectionActor = ActorRefFrom<typeof selectionMachine>

function appliedEvent({ action }: SelectionContext, result: BulkResult): SelectionEmitted {
  if (action === null) throw new Error('There was no action to apply')
  return { type: 'applied', action, result }
}

function toggleRow({ ids }: SelectionContext, id: string): Partial<SelectionContext> {
  const next = new Set(ids)
  if (!next.delete(id)) next.add(id)
  return { ids: next, anchor: id }
}

/** Selects from the anchor to the row, both included; without an anchor in the list, the row alone. */
function extendTo({ ids, anchor }: SelectionContext, to: string, order: readonly string[]): Partial<SelectionContext> {
  const end = order.indexOf(to)
  const start = anchor === null ? -1 : order.indexOf(anchor)
  if (end < 0) return {}
  if (start < 0) return { ids: new Set([...ids, to]), anchor: to }
  return { ids: new Set([...ids, ...order.slice(Math.min(start, end), Math.max(start, end) + 1)]) }
}

function keepOnly({ ids }: SelectionContext, order: readonly string[]): Partial<SelectionContext> {
  const here = new Set(order)
  return [...ids].every((id) => here.has(id)) ? {} : { ids: new Set([...ids].filter((id) => here.has(id))) }
}
