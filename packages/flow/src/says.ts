/** The texts of a step, in their order, with placeholders filled in and the choices of each question. */
import type { FlowContext } from '@foyer/contracts/chatbot/config.rules.ts'
import type { Facts } from '@foyer/contracts/chatbot/facts.rules.ts'
import { expectsOf, fieldsOf } from '@foyer/contracts/chatbot/flow.rules.ts'
import type { Flow, FlowNode, NodeOf } from '@foyer/contracts/chatbot/flow.ts'
import type { Expects } from '@foyer/contracts/chatbot/limits.rules.ts'
import {
  askOf,
  closedWords,
  didYouMean,
  filledWords,
  handOverWords,
  howToAnswer,
  labelsOf,
  wordsOf,
  yesAndNo,
} from '@foyer/contracts/chatbot/words.rules.ts'

export interface Say {
  /** Null for the words of the machine itself, such as a hand-over by a port without an edge. */
  readonly nodeId: string | null
  readonly text: string
  /** The question to the patient; null for words that ask nothing. */
  readonly prompt: { readonly kind: Expects; readonly choices: readonly string[] } | null
  /** The file that is sent; absent for words. */
  readonly fileId?: string
  /** A nudge, or words after a wait: the patient did not write just now. */
  readonly isUnasked: boolean
}

interface Action {
  readonly type: string
  readonly params?: unknown
  readonly info: { readonly context: FlowContext }
}

interface Parts {
  readonly flow: Flow
  readonly nodes: ReadonlyMap<string, FlowNode>
}

/** `isUnasked`: a time came, and no word of the patient. */
export function saysOf(parts: Parts, actions: readonly Action[], facts: Facts, isUnasked: boolean): Say[] {
  return actions.flatMap((action) => {
    const said = sayOf(parts, action, facts)
    return said === null || (said.text === '' && said.prompt === null && !said.fileId) ? [] : [{ ...said, isUnasked }]
  })
}

function sayOf({ flow, nodes }: Parts, { type, params, info }: Action, facts: Facts): Omit<Say, 'isUnasked'> | null {
  const { nodeId = null, field } = (params ?? {}) as { nodeId?: string | null; field?: string }
  const node = nodeId === null ? undefined : nodes.get(nodeId)
  const { answers, asked, near } = info.context
  const { language } = facts
  const say = (text: string, prompt: Say['prompt'] = null) => ({
    ...{ nodeId, text: filledWords(text, answers, facts), prompt },
  })
  if (type === 'work' && node?.kind === 'action' && node.settings?.do === 'sendFile')
    return facts.refused?.includes(node.id) ? null : { ...say(''), fileId: node.settings.fileId }
  if (type === 'say') return say(node === undefined ? handOverWords(language) : wordsOf(flow, node, language))
  if (type === 'handOver' && node?.kind === 'handoff') {
    const closed = facts.open ? '' : closedWords(flow, node, language)
    return say(closed || wordsOf(flow, node, language) || handOverWords(language))
  }
  if (type !== 'ask' || node?.kind !== 'question') return null
  const part = fieldsOf(node).find(({ key }) => key === field)
  const kind = part?.expects ?? expectsOf(node)
  if (asked === 'near') return say(...nearWords(flow, node, near, language))
  const prompt = { kind, choices: kind === 'choice' ? labelsOf(flow, node, language) : [] }
  const again = wordsOf(flow, node, language, 'again') || howToAnswer(kind, language)
  if (asked === 'again') return say(again, prompt)
  if (asked === 'nudge') return say(wordsOf(flow, node, language, 'nudge'), prompt)
  return say(part ? askOf(flow, node, part, language) : wordsOf(flow, node, language), prompt)
}

function nearWords(
  flow: Flow,
  node: NodeOf<'question'>,
  near: readonly string[],
  language: Facts['language'],
): [text: string, prompt: NonNullable<Say['prompt']>] {
  const options = near.flatMap((id) => node.options.find((option) => option.id === id) ?? [])
  const labels = labelsOf(flow, { ...node, options: options.map(({ sequence: _, ...option }) => option) }, language)
  return [didYouMean(labels, language), { kind: 'choice', choices: labels.length === 1 ? yesAndNo(language) : labels }]
}
