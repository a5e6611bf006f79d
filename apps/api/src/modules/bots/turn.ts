/** One turn of a session: the event, and what follows from it at once, until the session stands still or ended. */

import { asksPatient } from '@foyer/contracts/chatbot/action-words.rules.ts'
import type { Ended } from '@foyer/contracts/chatbot/config.rules.ts'
import type { Facts } from '@foyer/contracts/chatbot/facts.rules.ts'
import type { ActionSettings } from '@foyer/contracts/chatbot/flow.ts'
import type { FlowEvent, FlowMachine } from '@foyer/flow/machine.ts'
import { begin, type SessionSnapshot, type Step, step, type Work } from '@foyer/flow/run.ts'
import type { Say } from '@foyer/flow/says.ts'
import { type Done, doLocally, isLocalAction } from './work.rules.ts'

/** More outside actions in one turn than any useful flow has. */
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
  /** Whom an action assigns; null if it is nobody of the staff any more. */
  assigneeOf(action: ActionSettings): Promise<string | null>
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

export async function takeTurn(made: FlowMachine, from: SessionSnapshot, first: Heard, doing: Doing): Promise<Turn> {
  let [heard, snapshot, facts, done]: [Heard, SessionSnapshot, Facts, Done] = [first, from, doing.facts, doing.done]
  const says: Say[] = []
  const passed: Step['passed'][number][] = []
  const isUnasked = first.type.startsWith('xstate.after.')
  let due: Turn['due']
  for (let round = 0; round < ROUNDS_MAX; round++) {
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
    const stands = { nodeId: result.nodeId, says, passed, ended: result.ended }
    if (outside === undefined || result.ended !== null) return { ...stands, snapshot, done, facts, due }
    const outcome = await doing.perform(outside, { snapshot, done, facts })
    says.push(...outcome.says.map((one) => ({ ...one, isUnasked })))
    ;({ done, facts } = outcome)
    if (outcome.heard === null) return { ...stands, snapshot, done, facts, due }
    heard = outcome.heard
  }
  throw new Error('A chatbot does one action after the other without an end.')
}

/** A local action that can't be done is known before the step counts: the step is taken again with its block refused. */
async function stepLocally(made: FlowMachine, from: SessionSnapshot, heard: Heard, doing: Omit<Doing, 'perform'>) {
  const refused: string[] = []
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
      const after = doLocally(done, action, { answers, facts, assignee: await doing.assigneeOf(action) })
      if (after === null) {
        refusedNow = nodeId
        break
      }
      done = after
    }
    if (refusedNow === null) return { result, done }
    refused.push(refusedNow)
  }
}
