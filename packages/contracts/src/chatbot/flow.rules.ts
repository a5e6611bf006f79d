/** Blocks of a flow as the browser needs them: their words on the canvas, their defaults, where a flow begins. */
import type { Flow, FlowNode, FlowOption, NodeOf } from './flow.ts'
import { type BotChannel, type Expects, localActions, TITLE_MAX } from './limits.rules.ts'
import { isChoices } from './ports.rules.ts'
import { shortened } from './shortened.rules.ts'

/** The kinds as the toolbar has them: a question with answers is a kind of its own. */
export const blockKinds = ['message', 'choices', 'question', 'condition', 'action', 'handoff', 'wait', 'end'] as const
export type BlockKind = (typeof blockKinds)[number] | 'start'

const LABELS: Readonly<Record<BlockKind, string>> = {
  start: 'Start',
  message: 'Message',
  choices: 'Choices',
  question: 'Question',
  condition: 'If / else',
  action: 'Action',
  handoff: 'Hand over',
  wait: 'Wait',
  end: 'End',
}

export function blockKindOf(node: FlowNode): BlockKind {
  return isChoices(node) ? 'choices' : node.kind
}

/** The word of a block on the canvas. */
export function blockLabel(node: FlowNode): string {
  if (node.kind !== 'start') return LABELS[blockKindOf(node)]
  const [only, ...others] = channelsOf(node)
  return only === 'sms' && others.length === 0 ? 'Text came in' : 'Chat opened'
}

export function kindLabel(kind: BlockKind): string {
  return LABELS[kind]
}

/** The title, else the first words of the text, else the word of the kind. */
export function titleOf(node: FlowNode): string {
  const { title = '', text } = node
  return title.trim() || shortened(text.trim().split('\n', 1)[0] ?? '', TITLE_MAX) || blockLabel(node)
}

const PORT_LABELS: Readonly<Record<string, string>> = {
  next: 'Next',
  otherwise: 'Anything else',
  silence: 'No answer',
  failed: 'Failed',
  reply: 'Patient writes',
}

export function portLabel(node: FlowNode, port: string): string {
  return node.options.find(({ id }) => id === port)?.label ?? PORT_LABELS[port] ?? port
}

/** Both, unless the block says otherwise. A block that is no start is asked where a flow has none. */
export function channelsOf(node: FlowNode): readonly BotChannel[] {
  const channels = node.kind === 'start' ? node.settings?.channels : undefined
  return channels === undefined || channels.length === 0 ? ['sms', 'chat'] : channels
}

/** The blocks where a session may begin: the starts, else the first block. */
export function startsOf({ nodes }: Pick<Flow, 'nodes'>): readonly FlowNode[] {
  const starts = nodes.filter(({ kind }) => kind === 'start')
  return starts.length > 0 ? starts : nodes.slice(0, 1)
}

interface Moment {
  readonly channel: BotChannel
  readonly isOpen: boolean
}

/**
 * The start at which a session begins by hand or anew: one of this channel and hour if there is one, and of these one that needs
 * neither a keyword nor a page.
 */
export function startNow(flow: Pick<Flow, 'nodes'>, { channel, isOpen }: Moment): string | undefined {
  const starts = startsOf(flow)
  const settingsOf = (node: FlowNode) => (node.kind === 'start' ? node.settings : undefined) ?? {}
  const fitting = starts.filter((node) => {
    const { when = 'always' } = settingsOf(node)
    return channelsOf(node).includes(channel) && (when === 'always' || (when === 'open') === isOpen)
  })
  const plain = fitting.find((node) => {
    const { starts: by = 'first', pages = [] } = settingsOf(node)
    return by === 'first' && pages.length === 0
  })
  return (plain ?? fitting[0] ?? starts[0])?.id
}

/** Options in the order of their numbers. */
export function optionsOf({ options }: Pick<FlowNode, 'options'>): readonly FlowOption[] {
  return options
    .map((option, at) => ({ option, place: option.sequence ?? at + 1 }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ option }) => option)
}

export function expectsOf(node: NodeOf<'question'>): Expects {
  return isChoices(node) ? 'choice' : (node.settings?.expects ?? 'text')
}

export function fieldsOf(node: NodeOf<'question'>) {
  const fields = node.settings?.fields ?? []
  return fields
    .map((field, at) => ({ field, place: field.sequence ?? at + 1 }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ field }) => field)
}

const LOCAL: ReadonlySet<string> = new Set(localActions)

/** An action that is done in the transaction of its step. One without settings does nothing. */
export function isLocal(node: NodeOf<'action'>): boolean {
  return node.settings === undefined || LOCAL.has(node.settings.do)
}

/** A block at which a session stands still. */
export function standsStill(node: FlowNode): boolean {
  return node.kind === 'question' || node.kind === 'wait' || (node.kind === 'action' && !isLocal(node))
}

/** Seconds of silence after which a question is left, unless it says otherwise. */
export const SILENCE_DEFAULT = { sms: 4 * 3600, chat: 600 } as const
export const TRIES_DEFAULT = 2
/** The wait of a block that has just been added. */
const WAIT_DEFAULT = 3600

/** An id that the flow doesn't have, at each call. */
export type NewId = () => string

/** A new block with the settings that make it useful at once. */
export function newNode(kind: BlockKind, newId: NewId, at?: { x: number; y: number }): FlowNode {
  const base = { id: newId(), text: '', options: [], ...(at && { at }) }
  const option = (label: string) => ({ id: newId(), label })
  switch (kind) {
    case 'start':
      return { ...base, kind, settings: { channels: ['sms', 'chat'], starts: 'first' } }
    case 'choices':
      return {
        ...{ ...base, kind: 'question', options: [option('First answer'), option('Second answer')] },
        settings: { expects: 'choice', ifOther: 'closest', tries: TRIES_DEFAULT },
      }
    case 'question':
      return { ...base, kind, settings: { expects: 'text', tries: TRIES_DEFAULT } }
    case 'condition':
      return { ...base, kind, options: [{ ...option('Open now'), rule: { field: 'open', op: 'is', value: true } }] }
    case 'action':
      return { ...base, kind, settings: { do: 'addNote' } }
    case 'wait':
      return { ...base, kind, settings: { seconds: WAIT_DEFAULT } }
    case 'message':
    case 'handoff':
    case 'end':
      return { ...base, kind }
  }
}

/** The key of an edge's port; an edge without a port leaves `next`. */
export function portOf({ port }: { readonly port?: string | undefined }): string {
  return port ?? 'next'
}
