/** Actions of a flow that need the store. An outcome is an event of the same turn; an action that asks stands instead. */
import { asksPatient } from '@foyer/contracts/chatbot/action-words.rules.ts'
import type { Work } from '@foyer/flow/run.ts'
import { nextVisit, stageConfirmation } from '../appointments/appointments.ts'
import { type Acting, auditVisit, type Current, ended } from './acting.ts'
import { identify } from './identify.ts'
import { offerTimes } from './offer-times.ts'
import type { Outcome } from './turn.ts'
import { hearCode, textNewCode } from './verify.ts'
import { withVisit } from './work.rules.ts'

export async function perform(
  about: Omit<Acting, 'nodeId'>,
  { nodeId, action, reply }: Work,
  current: Current,
): Promise<Outcome> {
  const acting: Acting = { ...about, nodeId }
  const { done } = current
  const isAsked = done.asking?.nodeId === nodeId && asksPatient(action)
  const heard = isAsked ? reply : null
  switch (action.do) {
    case 'identify':
      return identify(acting, action, current)
    case 'verify':
      return heard === null ? textNewCode(acting, current) : hearCode(acting, current, heard)
    case 'offerTimes':
      return offerTimes(acting, action, current, heard)
    case 'confirmVisit':
      return confirmNext(acting, current)
    default:
      return ended(acting, current, 'FAILED')
  }
}

/** The next visit of a patient who is verified. */
async function confirmNext(acting: Acting, current: Current): Promise<Outcome> {
  const { tx, now } = acting
  const { done, facts } = current
  const { organizationId, patientId } = done.conversation
  if (!facts.verified || patientId === null) return ended(acting, current, 'FAILED')
  const next = await nextVisit(tx, { organizationId, patientId, now })
  const staged = next && (await stageConfirmation(tx, { organizationId, patientId, appointmentId: next._id, now }))
  if (!staged) return ended(acting, current, 'FAILED')
  if (staged.changes.length > 0) auditVisit(acting, current, 'chatbot confirm-visit')
  return ended(acting, { ...current, done: withVisit(done, staged) }, 'DONE')
}
