/**
 * A reminder that came after the chatbot's question owns the next reply. Once it is answered, the chatbot asks its own again,
 * and the time that the session waited for goes on.
 */
import { actionWords } from '@foyer/contracts/chatbot/action-words.rules.ts'
import type { Facts } from '@foyer/contracts/chatbot/facts.rules.ts'
import type { FlowMachine } from '@foyer/flow/machine.ts'
import { askOnceMore } from '@foyer/flow/run.ts'
import type { Say } from '@foyer/flow/says.ts'
import type { SessionState } from './sessions.store.ts'
import type { Turn } from './turn.ts'
import type { Done } from './work.rules.ts'

const ASK_AGAIN = /^ASK_AGAIN (\d+) (\S+)$/

/** The event for which a session waited, and how long still; null for another event. */
export function askAgainOf(dueEvent: string | null): { readonly afterMs: number; readonly event: string } | null {
  const [, afterMs, event] = ASK_AGAIN.exec(dueEvent ?? '') ?? []
  return afterMs === undefined || event === undefined ? null : { afterMs: Number(afterMs), event }
}

export function turnOfAskingAgain(
  made: FlowMachine,
  { snapshot, nodeId }: SessionState,
  { facts, done, due }: { readonly facts: Facts; readonly done: Done; readonly due: NonNullable<Turn['due']> },
): Turn {
  const says = [...askOnceMore(made, snapshot, facts), ...askedByAction(nodeId, done, facts)]
  return { snapshot, nodeId, says, passed: [], done, facts, ended: null, due }
}

function askedByAction(nodeId: string | null, { asking }: Done, { language }: Facts): Say[] {
  if (asking === null || asking.nodeId !== nodeId) return []
  const words = actionWords(language)
  const choices = asking.times?.map(({ label }) => label)
  const prompt = choices ? { kind: 'choice' as const, choices } : null
  return [{ nodeId, text: choices ? words.times : words.code, prompt, isUnasked: true }]
}
