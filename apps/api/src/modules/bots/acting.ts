/** An action does its work with these, and comes out in two ways. */
import type { AnswerValue, Facts } from '@foyer/contracts/chatbot/facts.rules.ts'
import type { Flow } from '@foyer/contracts/chatbot/flow.ts'
import { filledWords, wordsOf } from '@foyer/contracts/chatbot/words.rules.ts'
import type { SessionSnapshot } from '@foyer/flow/run.ts'
import type { Say } from '@foyer/flow/says.ts'
import type { Tx } from '../../db/tx.ts'
import { type ChatbotDeed, sendBotAudit } from '../../http/audit.ts'
import type { Services } from '../../services.ts'
import type { ConversationState } from '../conversations/conversations.rules.ts'
import type { Heard, Outcome } from './turn.ts'
import type { Done } from './work.rules.ts'

export interface Acting {
  readonly tx: Tx
  readonly parts: Pick<Services, 'config' | 'newId'>
  readonly flow: Flow
  readonly sessionId: string
  readonly nodeId: string
  readonly zone: string
  readonly now: Date
  /** Read again where the action changed whom the conversation is about. */
  factsOf(conversation: ConversationState, verifiedAs: string | null): Promise<Facts>
}

export interface Current {
  readonly snapshot: SessionSnapshot
  readonly done: Done
  readonly facts: Facts
}

/** The action is over; what it asked is forgotten. */
export function ended(
  { nodeId }: Acting,
  { done, facts }: Omit<Current, 'snapshot'>,
  type: 'DONE' | 'FAILED',
  values?: Readonly<Record<string, { readonly value: AnswerValue; readonly label: string }>>,
): Outcome {
  const plain = { type, nodeId }
  const heard: Heard = type === 'DONE' && values !== undefined ? { type, nodeId, values } : plain
  return { heard, says: [], done: { ...done, asking: null }, facts }
}

/** The action stands, and says the block's words or these. */
export function asking(
  { flow, nodeId }: Acting,
  { snapshot, done, facts }: Current,
  said: { readonly isFirst: boolean; readonly words: string; readonly choices?: readonly string[] },
): Outcome {
  const node = flow.nodes.find(({ id }) => id === nodeId)
  const own = said.isFirst && node !== undefined ? wordsOf(flow, node, facts.language) : ''
  const text = own === '' ? said.words : filledWords(own, snapshot.context.answers, facts)
  const { choices } = said
  const says: Say[] = [{ nodeId, text, prompt: choices ? { kind: 'choice', choices } : null, isUnasked: false }]
  return { heard: null, says, done, facts }
}

/** A visit that a chatbot booked or confirmed stands in the audit, like one that a user did. */
export function auditVisit({ tx, sessionId }: Acting, { done }: Pick<Current, 'done'>, deed: ChatbotDeed): void {
  const { organizationId, patientId, id: conversationId } = done.conversation
  const subject = { conversationId, ...(patientId !== null && { patientId }) }
  sendBotAudit(tx, { deed, organizationId, subject, id: sessionId })
}
