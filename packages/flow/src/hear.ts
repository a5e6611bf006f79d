/** Hears a reply at a question of a flow: its options in every language, a field of it, or what was asked back. */
import type { Facts } from '@foyer/contracts/chatbot/facts.rules.ts'
import { expectsOf, fieldsOf, optionsOf } from '@foyer/contracts/chatbot/flow.rules.ts'
import type { Flow, NodeOf } from '@foyer/contracts/chatbot/flow.ts'
import { botLanguages } from '@foyer/contracts/chatbot/limits.rules.ts'
import { labelOf } from '@foyer/contracts/chatbot/words.rules.ts'
import { understand } from './understand.ts'
import type { Hearing, Prompt, Understood } from './understood.ts'
import { saysYesOrNo } from './yes-no.ts'

export interface Reply {
  readonly text: string
  readonly pictures?: number | undefined
  readonly thumb?: 'up' | 'down' | null | undefined
}

interface Question {
  readonly field: string | undefined
  /** Options that were asked back. */
  readonly near: readonly string[]
  readonly reply: Reply & { readonly facts: Facts }
}

/** A step asks about one reply many times, once for each option. The key is the event, which is new in each step. */
const heardBefore = new WeakMap<object, { readonly key: string; readonly heard: Understood }>()

export function hear(flow: Flow, node: NodeOf<'question'>, question: Question): Understood {
  const key = `${node.id} ${question.field ?? ''} ${question.near.join(' ')}`
  const before = heardBefore.get(question.reply)
  if (before?.key === key) return before.heard
  const heard = heardNow(flow, node, question)
  heardBefore.set(question.reply, { key, heard })
  return heard
}

function heardNow(flow: Flow, node: NodeOf<'question'>, { field, near, reply }: Question): Understood {
  const { now, zone, channel } = reply.facts
  const hearing: Hearing = { now, zone, channel, pictures: reply.pictures, thumb: reply.thumb }
  const prompt = promptOf(flow, node, field)
  if (near.length > 0) {
    const asked = answerToNear(reply.text, { near, prompt, hearing })
    if (asked !== null) return asked
  }
  return understand(reply.text, prompt, hearing)
}

/** "Did you mean Book a visit? 1 Yes 2 No": numbers are those of what was asked back. Null where it isn't an answer to it. */
function answerToNear(
  text: string,
  { near, prompt, hearing }: { near: readonly string[]; prompt: Prompt; hearing: Hearing },
): Understood | null {
  const asked = near.flatMap((id) => prompt.options?.find((option) => option.id === id) ?? [])
  const [only, ...others] = asked
  if (only !== undefined && others.length === 0) {
    const yesOrNo = [
      { id: 'yes', labels: ['Yes'], keywords: [] },
      { id: 'no', labels: ['No'], keywords: [] },
    ]
    const heard = understand(text, { expects: 'choice', options: yesOrNo }, hearing)
    const answer = saysYesOrNo(text) ?? ('heard' in heard ? heard.heard === 'yes' : null)
    if (answer !== null) return answer ? { heard: only.id } : { nothing: 'negated' }
    return null
  }
  const heard = understand(text, { expects: 'choice', options: asked }, hearing)
  if ('heard' in heard) return heard
  // A number belongs to what was asked back, not to the question before it.
  return 'nothing' in heard && heard.nothing === 'outOfRange' ? heard : null
}

export function promptOf(flow: Flow, node: NodeOf<'question'>, field?: string): Prompt {
  const asked = fieldsOf(node).find(({ key }) => key === field)
  if (asked !== undefined) return { expects: asked.expects }
  const { min, max } = node.settings ?? {}
  const options = optionsOf(node).map((option) => ({
    id: option.id,
    labels: [...new Set(botLanguages.map((language) => labelOf(flow, node, option, language)))],
    keywords: option.keywords ?? [],
  }))
  return { expects: expectsOf(node), options, min, max }
}
