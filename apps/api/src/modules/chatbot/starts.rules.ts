/** The places and times at which a flow begins by itself. */
import { channelsOf } from '@foyer/contracts/chatbot/flow.rules.ts'
import type { Flow } from '@foyer/contracts/chatbot/flow.ts'
import type { BotChannel } from '@foyer/contracts/chatbot/limits.rules.ts'
import { plainWords } from '@foyer/contracts/inbox/plain-words.rules.ts'

/** A start block, as it is asked whether a message begins the flow. */
export interface FlowStart {
  readonly nodeId: string
  readonly channels: readonly BotChannel[]
  readonly starts: 'first' | 'keyword'
  /** As `plainWords` has them. */
  readonly keywords: readonly string[]
  readonly when: 'always' | 'open' | 'closed'
  /** Parts of addresses; empty for every page. */
  readonly pages: readonly string[]
  readonly order: number
}

/** Flows without a number are asked last. */
export const LAST = 1000

/** A flow without a start begins by hand only. */
export function startsIn({ nodes }: Pick<Flow, 'nodes'>): FlowStart[] {
  return nodes.flatMap((node) => {
    if (node.kind !== 'start') return []
    const { starts = 'first', keywords = [], when = 'always', pages = [], order = LAST } = node.settings ?? {}
    const plain = keywords.map(plainWords).filter((word) => word !== '')
    return [{ nodeId: node.id, channels: channelsOf(node), starts, keywords: plain, when, pages, order }]
  })
}

export function orderOf(starts: readonly FlowStart[]): number {
  return Math.min(LAST, ...starts.map(({ order }) => order))
}

export interface Opening {
  readonly channel: BotChannel
  readonly text: string
  /** The address of the page on which the chat stands; null if it is not known. */
  readonly page: string | null
  readonly isOpen: boolean
  /** No member of the staff has the conversation, wrote lately or is awaited. */
  readonly isFree: boolean
  /** The message may answer a member of the staff, or a text to many: no keyword begins a chatbot with it. */
  readonly isAnswer: boolean
}

/** The first start that fits, with keywords before others. */
export function startFor(starts: readonly FlowStart[], opening: Opening): FlowStart | null {
  const fitting = starts.filter((start) => fits(start, opening))
  return fitting.find((start) => start.starts === 'keyword') ?? fitting[0] ?? null
}

function fits(start: FlowStart, { channel, text, page, isOpen, isFree, isAnswer }: Opening): boolean {
  if (!start.channels.includes(channel)) return false
  if (start.when !== 'always' && (start.when === 'open') !== isOpen) return false
  if (start.pages.length > 0 && !start.pages.some((part) => page?.includes(part))) return false
  if (isAnswer) return false
  return start.starts === 'keyword' ? start.keywords.includes(plainWords(text)) : isFree
}
