/**
 * [DESIGN-10] The builder of a chatbot, without a screen.
 *
 *   hand: idle ──BEGIN_CONNECT──▶ connecting.port ──PICK_PORT──▶ connecting.target ──CONNECT──▶ idle
 *              ──DRAG──▶ dragging ──MOVE──▶ idle       ──RENAME──▶ renaming ──EDIT──▶ idle
 *   pane: settings ⇄ test ⇄ outline
 *
 * Every change of the flow is one step to undo; typing into one field is one step. CANCEL leaves what the hand began.
 */
import * as edit from '@foyer/contracts/chatbot/edit.rules.ts'
import type { BlockKind } from '@foyer/contracts/chatbot/flow.rules.ts'
import type { Flow } from '@foyer/contracts/chatbot/flow.ts'
import { portsOf } from '@foyer/contracts/chatbot/ports.rules.ts'
import { type ActorRefFrom, assign, setup } from 'xstate'
import { type BuilderContext, changed, redone, undone } from './builder-memory.rules.ts'

interface Point {
  readonly x: number
  readonly y: number
}

export type BuilderEvent =
  | { type: 'ADD'; kind: BlockKind; at?: Point; after?: { nodeId: string; port: string } }
  | { type: 'SELECT'; id: string | null }
  | { type: 'CONNECT'; source?: string; port?: string; target: string }
  | { type: 'DISCONNECT'; ids: readonly string[] }
  /** The selected block, unless ids are given. */
  | { type: 'REMOVE'; ids?: readonly string[] }
  | { type: 'MOVE'; ids: readonly string[]; by: Point }
  | { type: 'EDIT'; id: string; edit: edit.NodeEdit }
  | { type: 'EDIT_FLOW'; edit: Partial<Pick<Flow, 'name' | 'settings'>> }
  | { type: 'PASTE'; clipping: edit.Clipping; by?: Point }
  /** The places that the layout found. */
  | { type: 'TIDY'; places: Readonly<Record<string, Point>> }
  | { type: 'UNDO' }
  | { type: 'REDO' }
  /** Another draft takes the place of this one: it was read, or merged with a colleague's. */
  | { type: 'LOAD'; flow: Flow }
  | { type: 'BEGIN_CONNECT'; source: string }
  | { type: 'PICK_PORT'; port: string }
  | { type: 'DRAG' }
  | { type: 'RENAME' }
  | { type: 'CANCEL' }
  | { type: 'PANE'; pane: 'settings' | 'test' | 'outline' }

export interface BuilderInput {
  readonly flow: Flow
  readonly element?: string | null
  readonly newId: () => string
}

const has = ({ activeFlowData }: BuilderContext, id: string) => edit.nodeOf(activeFlowData, id) !== undefined

export const chatbotBuilderMachine = setup({
  types: { context: {} as BuilderContext, events: {} as BuilderEvent, input: {} as BuilderInput },
  guards: {
    exists: ({ context, event }) => event.type === 'SELECT' && (event.id === null || has(context, event.id)),
    hasSelected: ({ context }) => context.activeElement !== null,
    hasPorts: ({ context, event }) => {
      const node = event.type === 'BEGIN_CONNECT' ? edit.nodeOf(context.activeFlowData, event.source) : undefined
      return node !== undefined && portsOf(node).length > 0
    },
    isItsPort: ({ context, event }) => {
      const node = context.from && edit.nodeOf(context.activeFlowData, context.from.source)
      return event.type === 'PICK_PORT' && !!node && portsOf(node).includes(event.port)
    },
    isOnlyPort: ({ context }) => {
      const node = context.from && edit.nodeOf(context.activeFlowData, context.from.source)
      return !!node && portsOf(node).length === 1
    },
  },
  actions: {
    add: assign(({ context, event }) => {
      if (event.type !== 'ADD') return {}
      const { flow, nodeId } = edit.addNode(context.activeFlowData, event, context.newId)
      return changed(context, flow, { element: nodeId })
    }),
    select: assign(({ event }) => (event.type === 'SELECT' ? { activeElement: event.id, typing: null } : {})),
    connect: assign(({ context, event }) => {
      if (event.type !== 'CONNECT') return {}
      const source = event.source ?? context.from?.source ?? context.activeElement ?? ''
      const port = event.port ?? context.from?.port ?? 'next'
      const connection = { source, port, target: event.target }
      return changed(context, edit.connect(context.activeFlowData, connection, context.newId))
    }),
    disconnect: assign(({ context, event }) =>
      event.type === 'DISCONNECT' ? changed(context, edit.disconnect(context.activeFlowData, event.ids)) : {},
    ),
    remove: assign(({ context, event }) => {
      if (event.type !== 'REMOVE') return {}
      const ids = event.ids ?? (context.activeElement === null ? [] : [context.activeElement])
      return changed(context, edit.removeNodes(context.activeFlowData, ids))
    }),
    move: assign(({ context, event }) =>
      event.type === 'MOVE' ? changed(context, edit.moveNodes(context.activeFlowData, event.ids, event.by)) : {},
    ),
    edit: assign(({ context, event }) => {
      if (event.type !== 'EDIT') return {}
      const typing = `${event.id} ${Object.keys(event.edit).sort().join(' ')}`
      return changed(context, edit.editNode(context.activeFlowData, event.id, event.edit), { typing })
    }),
    editFlow: assign(({ context, event }) => {
      if (event.type !== 'EDIT_FLOW') return {}
      const typing = ` ${Object.keys(event.edit).sort().join(' ')}`
      return changed(context, edit.editFlow(context.activeFlowData, event.edit), { typing })
    }),
    paste: assign(({ context, event }) => {
      if (event.type !== 'PASTE') return {}
      const { flow, nodeIds } = edit.paste(context.activeFlowData, event.clipping, context.newId, event.by)
      return changed(context, flow, { element: nodeIds[0] ?? null })
    }),
    tidy: assign(({ context, event }) =>
      event.type === 'TIDY' ? changed(context, edit.placeNodes(context.activeFlowData, event.places)) : {},
    ),
    undo: assign(({ context }) => undone(context)),
    redo: assign(({ context }) => redone(context)),
    load: assign(({ context, event }) => {
      if (event.type !== 'LOAD') return {}
      const { activeElement: held } = context
      const activeElement = held !== null && edit.nodeOf(event.flow, held) !== undefined ? held : null
      return { activeFlowData: event.flow, activeElement, past: [], future: [], typing: null }
    }),
    beginConnect: assign(({ event }) =>
      event.type === 'BEGIN_CONNECT' ? { from: { source: event.source, port: null } } : {},
    ),
    pickPort: assign(({ context, event }) =>
      event.type === 'PICK_PORT' && context.from ? { from: { ...context.from, port: event.port } } : {},
    ),
    letGo: assign({ from: null }),
  },
}).createMachine({
  id: 'chatbotBuilder',
  type: 'parallel',
  context: ({ input: { flow, element = null, newId } }) => ({
    activeFlowData: flow,
    activeElement: element !== null && edit.nodeOf(flow, element) !== undefined ? element : null,
    ...{ past: [], future: [], typing: null, from: null, newId },
  }),
  on: {
    ADD: { actions: 'add' },
    SELECT: { guard: 'exists', actions: 'select' },
    CONNECT: { actions: 'connect' },
    DISCONNECT: { actions: 'disconnect' },
    REMOVE: { actions: 'remove' },
    MOVE: { actions: 'move' },
    EDIT: { actions: 'edit' },
    EDIT_FLOW: { actions: 'editFlow' },
    PASTE: { actions: 'paste' },
    TIDY: { actions: 'tidy' },
    UNDO: { actions: 'undo' },
    REDO: { actions: 'redo' },
    LOAD: { actions: 'load' },
  },
  states: {
    hand: {
      initial: 'idle',
      states: {
        idle: {
          entry: 'letGo',
          on: {
            BEGIN_CONNECT: { guard: 'hasPorts', target: 'connecting', actions: 'beginConnect' },
            DRAG: 'dragging',
            RENAME: { guard: 'hasSelected', target: 'renaming' },
          },
        },
        connecting: {
          initial: 'port',
          on: {
            CONNECT: { target: 'idle', actions: 'connect' },
            CANCEL: 'idle',
            // The block may be gone.
            REMOVE: { target: 'idle', actions: 'remove' },
            UNDO: { target: 'idle', actions: 'undo' },
            REDO: { target: 'idle', actions: 'redo' },
            LOAD: { target: 'idle', actions: 'load' },
          },
          states: {
            port: {
              always: { guard: 'isOnlyPort', target: 'target' },
              // A connection needs its port first.
              on: {
                PICK_PORT: { guard: 'isItsPort', target: 'target', actions: 'pickPort' },
                CONNECT: { guard: ({ event }) => event.port === undefined },
              },
            },
            target: {},
          },
        },
        dragging: { on: { MOVE: { target: 'idle', actions: 'move' }, CANCEL: 'idle' } },
        renaming: {
          on: {
            EDIT: { target: 'idle', actions: 'edit' },
            CANCEL: 'idle',
            SELECT: { guard: 'exists', target: 'idle', actions: 'select' },
          },
        },
      },
    },
    pane: {
      initial: 'settings',
      on: {
        PANE: [
          { guard: ({ event }) => event.pane === 'settings', target: '.settings' },
          { guard: ({ event }) => event.pane === 'test', target: '.test' },
          { target: '.outline' },
        ],
      },
      states: { settings: {}, test: {}, outline: {} },
    },
  },
})

export type BuilderActor = ActorRefFrom<typeof chatbotBuilderMachine>
