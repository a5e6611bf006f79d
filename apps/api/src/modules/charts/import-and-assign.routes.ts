/** Adds the patient of a conversation whose sender is not known yet. */
import type { Patient } from '@foyer/contracts/inbox/patient.ts'
import { createImportAndAssign } from '@foyer/contracts/inbox/patient-calls.ts'
import { type Route, route } from '../../http/route.ts'
import type { Services } from '../../services.ts'
import { linkPatient } from '../conversations/conversations.rules.ts'
import { keepChange, lockConversation } from '../conversations/conversations.ts'
import { numberOfDigits } from '../organizations/numbers.rules.ts'
import { addPatient, claimNumber } from './patient-change.ts'

export function importAndAssignRoutes({ clock, newId }: Services): Route[] {
  return [
    route(createImportAndAssign, ({ body, caller, organizationId, write }) =>
      write(async (tx) => {
        const { firstName, lastName, dob: birthdate, phoneNumber: digits, mrn = '' } = body.patient
        const phoneNumber = numberOfDigits(digits)
        const known = { phoneNumber, birthdate, mrn: mrn || null }
        const [id, importId, now] = [newId(), newId(), clock.now()]
        // Sent together; the store takes the locks in this order.
        const [, before] = await Promise.all([
          claimNumber(tx, organizationId, phoneNumber),
          lockConversation(tx, organizationId, body.conversationId),
        ])
        const staged = await addPatient(tx, { organizationId, id, importId, firstName, lastName, ...known }, now)
        const name = `${firstName} ${lastName}`
        const after = linkPatient(before, { id, name, mrn: known.mrn })
        const changed = await keepChange(tx, { before, after, by: caller.userId, now }, staged.changes)
        const patient: Patient = { _id: id, patientImportId: importId, name, ...known }
        return { ...changed, data: { conversation: changed.data, patient } }
      }),
    ),
  ]
}
