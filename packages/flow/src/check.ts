/** The whole check of a flow: its structure, and answers that can't be told apart. */
import { checkFlow, inOrder } from '@foyer/contracts/chatbot/check.rules.ts'
import type { Finding, References, Stage } from '@foyer/contracts/chatbot/findings.rules.ts'
import type { Flow, FlowNode } from '@foyer/contracts/chatbot/flow.ts'
import { isChoices } from '@foyer/contracts/chatbot/ports.rules.ts'
import { understandChoice } from './choice.ts'
import { promptOf } from './hear.ts'

export function checkAll(flow: Flow, references: References, stage?: Stage): Finding[] {
  return inOrder(flow, [...checkFlow(flow, references, stage), ...sameAnswers(flow)])
}

/** A patient who writes a label or a keyword of an answer must be heard as that answer, in any language. */
export function sameAnswers(flow: Flow): Finding[] {
  return flow.nodes.flatMap((node) => (isChoices(node) && node.kind === 'question' ? judgedOnce(flow, node) : []))
}

interface Judged {
  /** They have the translations of the answers. */
  readonly settings: Flow['settings']
  readonly findings: readonly Finding[]
}

const judgedBefore = new WeakMap<FlowNode, Judged>()

/** A block that stays as it is while others are edited is judged once. */
function judgedOnce(flow: Flow, node: FlowNode & { kind: 'question' }): readonly Finding[] {
  const { settings } = flow
  const before = judgedBefore.get(node)
  if (before?.settings === settings) return before.findings
  const findings = sameIn(flow, node)
  judgedBefore.set(node, { settings, findings })
  return findings
}

function sameIn(flow: Flow, node: FlowNode & { kind: 'question' }): Finding[] {
  const options = promptOf(flow, node).options ?? []
  return options.flatMap(({ id, labels, keywords }): Finding[] => {
    const unclear = [...labels, ...keywords].find((words) => {
      const heard = understandChoice(words, options)
      return !('heard' in heard && heard.heard === id)
    })
    if (unclear === undefined) return []
    const message = `"${unclear}" can not be told apart from another answer. Use other words.`
    return [{ code: 'same_answer', severity: 'error', nodeId: node.id, port: id, message }]
  })
}
