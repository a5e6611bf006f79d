/** Talks of the demo's visitors with its chatbots: what was said, the blocks that were passed, and where each talk stands. */
import type { EndedAs } from '@foyer/contracts/chatbot/config.rules.ts'
import type { Facts } from '@foyer/contracts/chatbot/facts.rules.ts'
import type { Flow } from '@foyer/contracts/chatbot/flow.ts'
import { filledWords, introductionOf } from '@foyer/contracts/chatbot/words.rules.ts'
import type { MessagePrompt } from '@foyer/contracts/inbox/bot.ts'
import { type FlowMachine, makeMachine } from '@foyer/flow/machine.ts'
import { begin, type SessionSnapshot, type Step, step } from '@foyer/flow/run.ts'
import { textsOf } from '../modules/bots/texts.rules.ts'

const SECOND_MS = 1000

export interface Script {
  /** What the patient answers, one after another. `null` is silence until the chatbot ends the talk. */
  readonly replies: readonly (string | null)[]
  readonly begunAt: Date
  /** Between an answer and the next. */
  readonly everySeconds: number
  readonly about: Pick<Facts, 'channel' | 'zone' | 'onFile'> & { readonly clinic: string }
  /** What the patient wrote first, where that began the chatbot. */
  readonly opening: string
}

export interface TalkLine {
  readonly by: 'patient' | 'bot'
  readonly text: string
  readonly prompt: MessagePrompt | null
  readonly at: Date
}

export interface TalkPassage {
  readonly nodeId: string
  readonly port: string | null
  readonly enteredAt: Date
  readonly leftAt: Date
}

export interface Talk {
  readonly lines: readonly TalkLine[]
  readonly passages: readonly TalkPassage[]
  readonly snapshot: SessionSnapshot
  readonly nodeId: string | null
  readonly steps: number
  readonly since: Date
  readonly dueEvent: string | null
  readonly endedAs: EndedAs | null
  readonly endedAt: Date | null
}

export function machineOf(flow: Flow): FlowMachine {
  const { made } = makeMachine(flow)
  if (made === null) throw new Error(`The demo's chatbot ${flow._id} never stands still.`)
  return made
}

/** The talk as the product would have led it. */
export function talkOf(made: FlowMachine, { replies, begunAt, everySeconds, about, opening }: Script): Talk {
  const { channel, zone, onFile, clinic } = about
  const factsAt = (at: Date): Facts => ({
    ...{ now: at.toISOString(), zone, open: true, opensAt: null, channel, language: 'en', onFile },
    ...{ verified: false, hasVisit: false, values: { clinic } },
  })
  const lines: TalkLine[] = [{ by: 'patient', text: opening, prompt: null, at: begunAt }]
  const passages: TalkPassage[] = []
  let at = begunAt
  let since = begunAt
  let current = begin(made, factsAt(at))
  let dueEvent = null as string | null
  const take = (next: Step, before: string | null, introduction: string | null) => {
    const said = textsOf(next.says, { channel, language: 'en', introduction })
    lines.push(
      ...said.map(({ body, prompt }, nth) => ({
        by: 'bot' as const,
        ...{ text: body, prompt, at: new Date(at.getTime() + SECOND_MS + nth * SECOND_MS) },
      })),
    )
    for (const [nth, { nodeId, port }] of next.passed.entries())
      passages.push({ nodeId, port, enteredAt: nth === 0 && nodeId === before ? since : at, leftAt: at })
    if (next.nodeId !== before || next.passed.length > 0) since = at
    if (next.moved) dueEvent = next.dueEvent
    current = next
  }
  take(current, null, filledWords(introductionOf(made.flow, 'en'), {}, factsAt(at)))
  let steps = 1
  for (const reply of replies) {
    if (current.ended !== null) throw new Error(`The talk with ${made.flow._id} ended before "${reply}".`)
    at = new Date(at.getTime() + everySeconds * SECOND_MS)
    const facts = factsAt(at)
    if (reply !== null) lines.push({ by: 'patient', text: reply, prompt: null, at })
    take(
      reply === null
        ? step(made, current.snapshot, { type: dueEvent as `xstate.after.${string}`, facts })
        : step(made, current.snapshot, { type: 'REPLY', text: reply, pictures: 0, thumb: null, facts }),
      current.nodeId,
      null,
    )
    steps += 1
  }
  const { ended, nodeId, snapshot } = current
  if (ended !== null && nodeId !== null && nodeId !== passages.at(-1)?.nodeId)
    passages.push({ nodeId, port: null, enteredAt: since, leftAt: at })
  return {
    ...{ lines, passages, snapshot, nodeId, steps, since, dueEvent: ended === null ? dueEvent : null },
    ...{ endedAs: ended?.as ?? null, endedAt: ended === null ? null : at },
  }
}
