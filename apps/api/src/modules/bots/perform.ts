/** Actions of a flow that need the store: their outcome is an event of the same turn. */
import type { Answers } from '@foyer/contracts/chatbot/facts.rules.ts'
import { answerOf } from '@foyer/contracts/chatbot/facts.rules.ts'
import type { ActionSettings } from '@foyer/contracts/chatbot/flow.ts'
import { foldName } from '@foyer/contracts/fold.rules.ts'
import type { SessionSnapshot, Work } from '@foyer/flow/run.ts'
import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import { type ConversationState, linkPatient } from '../conversations/conversations.rules.ts'
import { lockOwner } from '../patients/patients.ts'
import type { Outcome } from './turn.ts'

type Now = Pick<Outcome, 'done' | 'facts'> & { readonly snapshot: SessionSnapshot }

export async function perform(tx: Tx, { nodeId, action }: Work, { snapshot, done, facts }: Now): Promise<Outcome> {
  const failed: Outcome = { heard: { type: 'FAILED', nodeId }, done, facts }
  const succeeded: Outcome = { ...failed, heard: { type: 'DONE', nodeId } }
  if (action.do === 'verify') return facts.verified ? succeeded : failed
  if (action.do !== 'identify') return failed
  // A patient who is known already is not looked up by what anybody may have written.
  if (done.conversation.patientId !== null) return succeeded
  const found = await findPatient(tx, done.conversation, action, snapshot.context.answers)
  if (found === null) return succeeded
  const owner = await lockOwner(tx, done.conversation.organizationId, found)
  const conversation = linkPatient(done.conversation, owner)
  return { ...succeeded, done: { ...done, conversation }, facts: { ...facts, onFile: true } }
}

/** The only patient with this number and this date of birth whose last name was given. */
async function findPatient(
  tx: Tx,
  { organizationId }: ConversationState,
  { name, birthdate, phone }: Extract<ActionSettings, { do: 'identify' }>,
  answers: Answers,
): Promise<string | null> {
  const of = (key: string) => answerOf(answers, key)?.value
  const [said, born, number] = [of(name), of(birthdate), of(phone)]
  if (typeof said !== 'string' || typeof born !== 'string' || typeof number !== 'string') return null
  const { rows } = await sql<{ id: string; last_name: string }>`
    select id, last_name from patients
    where organization_id = ${organizationId} and phone_number = ${number} and birthdate = ${born}
    limit 10`.execute(tx)
  const words = ` ${foldName(said)} `
  const named = rows.filter(({ last_name }) => words.includes(` ${foldName(last_name)} `))
  const [only, another] = named
  return only === undefined || another !== undefined ? null : only.id
}
