/** Finds the one patient of the organization who fits what was told. The talk goes on alike whether one was found. */
import { type Answers, answerOf } from '@foyer/contracts/chatbot/facts.rules.ts'
import type { ActionSettings } from '@foyer/contracts/chatbot/flow.ts'
import { foldName } from '@foyer/contracts/fold.rules.ts'
import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import { linkPatient } from '../conversations/conversations.rules.ts'
import { lockOwner } from '../patients/patients.ts'
import { type Acting, type Current, ended } from './acting.ts'
import type { Outcome } from './turn.ts'

type Identify = Extract<ActionSettings, { do: 'identify' }>

export async function identify(acting: Acting, action: Identify, current: Current): Promise<Outcome> {
  const { done, snapshot } = current
  const { organizationId, patientId } = done.conversation
  // A patient who is known already is not looked up by what anybody may have written.
  if (patientId !== null) return ended(acting, current, 'DONE')
  const found = await findPatient(acting.tx, organizationId, action, snapshot.context.answers)
  if (found === null) return ended(acting, current, 'DONE')
  const conversation = linkPatient(done.conversation, await lockOwner(acting.tx, organizationId, found))
  const facts = await acting.factsOf(conversation, done.verifiedAs)
  return ended(acting, { done: { ...done, conversation }, facts }, 'DONE')
}

/** The only patient with this number and this date of birth whose last name was given. */
async function findPatient(
  tx: Tx,
  organizationId: string,
  { name, birthdate, phone }: Identify,
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
