/** One turn of a session: the event, and what follows from it at once, until the session stands still or ended. */

import { asksPatient } from '@foyer/contracts/chatbot/action-words.rules.ts'
import type { Ended } from '@foyer/contracts/chatbot/config.rules.ts'
import type { Answers, Facts } from '@foyer/contracts/chatbot/facts.rules.ts'
import type { ActionSettings } from '@foyer/contracts/chatbot/flow.ts'
import { handOverWords } from '@foyer/contracts/chatbot/words.rules.ts'
import type { FlowEvent, FlowMachine } from '@foyer/flow/machine.ts'
import { begin, type SessionSnapshot, type Step, step, type Work } from '@foyer/flow/run.ts'
import type { Say } from '@foyer/flow/says.ts'
import type { BotFile } from '../chatbot/chatbot.ts'
import { type Done, doLocally, isLocalAction } from './work.rules.ts'

/** More outside actions in one turn than any useful flow has: a session that does more has failed. */
const ROUNDS_MAX = 30

/** An event without its facts, or the begin of a session. */
export type Heard = { readonly type: 'BEGIN'; readonly nodeId?: string | undefined } | WithoutFacts<FlowEvent>
type WithoutFacts<Event> = Event extends unknown ? Omit<Event, 'facts'> : never

export interface Outcome {
  /** Null while the action stands and waits for the patient. */
  readonly heard: Heard | null
  readonly says: readonly Say[]
  readonly done: Done
  readonly facts: Facts
}

export interface Doing {
  readonly facts: Facts
  readonly done: Done
  /** The member of the staff whom an action assigns; null if there is none any more. */
  assigneeOf(action: ActionSettings): Promise<string | null>
  /** The file that an action sends; null if it is gone. */
  fileOf(action: ActionSettings): Promise<BotFile | null>
  /** Does an outside action. */
  perform(
    work: Work,
    now: { readonly snapshot: SessionSnapshot; readonly done: Done; readonly facts: Facts },
  ): Promise<Outcome>
}

export interface Turn {
  readonly snapshot: SessionSnapshot
  readonly nodeId: string | null
  readonly says: readonly Say[]
  readonly passed: Step['passed']
  readonly done: Done
  readonly facts: Facts
  readonly ended: Ended | null
  /** Undefined: a time that was set still counts. */
  readonly due: { readonly afterMs: number; readonly event: string } | null | undefined
}

export async function takeTurn(made: FlowMachine, from: SessionSnapshot, first: Heard, given: Doing): Promise<Turn> {
  const doing = { ...given, assigneeOf: askedOnce(given.assigneeOf), fileOf: askedOnce(given.fileOf) }
  let [heard, snapshot, facts, done]: [Heard, SessionSnapshot, Facts, Done] = [first, from, doing.facts, doing.done]
  const says: Say[] = []
  const passed: Step['passed'][number][] = []
  const isUnasked = first.type.startsWith('xstate.after.')
  let due: Turn['due']
  for (let round = 0; ; round++) {
    if (round === ROUNDS_MAX) heard = { type: 'STOPPED', as: 'failed' }
    const stepped = await stepLocally(made, snapshot, heard, { ...doing, facts, done })
    const { result } = stepped
    done = stepped.done
    if (result.moved) {
      due = result.dueEvent === null ? null : { afterMs: result.dueAfterMs ?? 0, event: result.dueEvent }
    }
    snapshot = result.snapshot
    passed.push(...result.passed)
    const outside = result.work.find(({ action }) => !isLocalAction(action))
    // An action that asks says its block's words itself, if it asks at all.
    const asks = outside !== undefined && asksPatient(outside.action)
    says.push(...result.says.filter(({ nodeId }) => !asks || nodeId !== outside.nodeId))
    if (round === ROUNDS_MAX) says.push({ ...NO_ANSWER, text: handOverWords(facts.language), isUnasked })
    const stands = { nodeId: result.nodeId, says, passed, ended: result.ended }
    if (outside === undefined || result.ended !== null) return { ...stands, snapshot, done, facts, due }
    const outcome = await doing.perform(outside, { snapshot, done, facts })
    says.push(...outcome.says.map((one) => ({ ...one, isUnasked })))
    ;({ done, facts } = outcome)
    if (outcome.heard === null) return { ...stands, snapshot, done, facts, due }
    heard = outcome.heard
  }
}

const NO_ANSWER = { nodeId: null, prompt: null } as const

/** The store is asked once in a turn about each person, role and file. */
function askedOnce<Found>(
  find: (action: ActionSettings) => Promise<Found>,
): (action: ActionSettings) => Promise<Found> {
  const asked = new Map<string, Promise<Found>>()
  return (action) => {
    if (action.do !== 'assign' && action.do !== 'sendFile') return find(action)
    const key = JSON.stringify(action)
    const answer = asked.get(key) ?? find(action)
    asked.set(key, answer)
    return answer
  }
}

/**
 * A local action that can't be done is known before the step counts: the step is taken again with its block refused. All other
 * blocks of the flow are looked at then, so that the step is not taken once for each of them.
 */
async function stepLocally(made: FlowMachine, from: SessionSnapshot, heard: Heard, doing: Omit<Doing, 'perform'>) {
  let refused: readonly string[] = []
  for (;;) {
    const facts = { ...doing.facts, refused }
    const result =
      heard.type === 'BEGIN'
        ? begin(made, facts, heard.nodeId)
        : step(made, from, { ...heard, facts } as unknown as FlowEvent)
    const { answers } = result.snapshot.context
    let { done } = doing
    let refusedNow: string | null = null
    for (const { nodeId, action } of result.work) {
      if (!isLocalAction(action)) continue
      const after = doLocally(done, action, { answers, facts, ...(await foundBy(action, doing)) })
      if (after === null) {
        refusedNow = nodeId
        break
      }
      done = after
    }
    if (refusedNow === null) return { result, done }
    refused = [...new Set([...refused, refusedNow, ...(await refusedIn(made, answers, doing))])]
  }
}

/** The blocks whose local action can't be done, wherever the step comes to them: it depends on answers and facts alone. */
async function refusedIn(
  made: FlowMachine,
  answers: Answers,
  { facts, done, ...finding }: Omit<Doing, 'perform'>,
): Promise<string[]> {
  const judged = [...made.nodes.values()].map(async ({ id, kind, settings }) => {
    if (kind !== 'action' || settings === undefined || !isLocalAction(settings)) return []
    return doLocally(done, settings, { answers, facts, ...(await foundBy(settings, finding)) }) === null ? [id] : []
  })
  return (await Promise.all(judged)).flat()
}

/** The member of the staff and the file that the action names. */
async function foundBy(action: ActionSettings, { assigneeOf, fileOf }: Pick<Doing, 'assigneeOf' | 'fileOf'>) {
  const [assignee, file] = await Promise.all([assigneeOf(action), fileOf(action)])
  return { assignee, file }
}
