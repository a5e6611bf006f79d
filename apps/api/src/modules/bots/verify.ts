/**
 * Verifies a patient by a code that is texted to the number on file. Where no patient was found, or no code may be texted, the
 * words and the tries are the same.
 */
import { actionWords } from '@foyer/contracts/chatbot/action-words.rules.ts'
import { lockPatients } from '../patients/patients.ts'
import { type Acting, asking, type Current, ended } from './acting.ts'
import { codeHash, codeIn, isSameHash } from './codes.rules.ts'
import { addCode, findCodeHash, forgetCode } from './codes.store.ts'
import type { Outcome } from './turn.ts'

const TRIES_MAX = 3

export async function textNewCode(acting: Acting, current: Current): Promise<Outcome> {
  const { done, facts } = current
  if (facts.verified) return ended(acting, current, 'DONE')
  const asked = { ...done, asking: { nodeId: acting.nodeId, tries: 0, codeId: await newCode(acting, current) } }
  return asking(acting, { ...current, done: asked }, { isFirst: true, words: actionWords(facts.language).code })
}

async function newCode({ tx, parts, sessionId, now }: Acting, { done, facts }: Current): Promise<string | null> {
  const { organizationId, patientId } = done.conversation
  if (patientId === null) return null
  // Two sessions at once count the codes of a day one after the other.
  await lockPatients(tx, organizationId, [patientId])
  const code = { organizationId, id: parts.newId(), patientId, language: facts.language }
  return (await addCode(tx, { ...code, sessionId, now })) ? code.id : null
}

export async function hearCode(acting: Acting, current: Current, reply: string): Promise<Outcome> {
  const { tx, parts, now } = acting
  const { done, facts } = current
  const { organizationId, patientId } = done.conversation
  const codeId = done.asking?.codeId ?? null
  // The staff may have linked another patient since: a code proves the number of the one to whom it was texted.
  const isAsked = codeId !== null && patientId !== null
  const hash = isAsked ? await findCodeHash(tx, { organizationId, id: codeId, patientId, now }) : null
  const said = codeIn(reply)
  const isRight =
    codeId !== null &&
    hash !== null &&
    said !== null &&
    isSameHash(hash, codeHash(parts.config.authSecret, codeId, said))
  if (isRight && patientId !== null) {
    forgetCode(tx, organizationId, codeId)
    const verified = { ...done, verifiedAs: patientId }
    return ended(acting, { done: verified, facts: await acting.factsOf(done.conversation, patientId) }, 'DONE')
  }
  const tries = (done.asking?.tries ?? 0) + 1
  if (tries >= TRIES_MAX) {
    if (codeId !== null) forgetCode(tx, organizationId, codeId)
    return ended(acting, current, 'FAILED')
  }
  const asked = { ...done, asking: { nodeId: acting.nodeId, tries, codeId } }
  return asking(acting, { ...current, done: asked }, { isFirst: false, words: actionWords(facts.language).wrongCode })
}
